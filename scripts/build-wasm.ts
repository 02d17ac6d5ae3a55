/** Builds every engine's WASM artifacts and the documentation's pages from their npm packages; run by npm's `prepare`. */
import { buildAll } from './lib/workers.ts';

await buildAll((line) => console.log(line));
