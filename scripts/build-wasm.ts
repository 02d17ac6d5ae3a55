/** Builds every engine's WASM artifacts from their npm packages; run by npm's `prepare`. */
import { buildPython } from '../wasm/python/build-artifacts.ts';
import { buildSymbolic } from '../wasm/symbolic/build-artifacts.ts';

const log = (line: string): void => console.log(line);

await buildPython(log);
await buildSymbolic(log);
