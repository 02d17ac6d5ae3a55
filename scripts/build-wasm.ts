/** Builds every engine's WASM artifacts and the documentation's pages from their npm packages; run by npm's `prepare`. */
import { buildPython } from '../wasm/python/build-artifacts.ts';
import { buildSymbolic } from '../wasm/symbolic/build-artifacts.ts';
import { buildSyntax } from '../wasm/syntax/build-artifacts.ts';
import { buildPages } from './lib/pages.ts';

const log = (line: string): void => console.log(line);

await buildPython(log);
await buildSymbolic(log);
await buildSyntax(log);
await buildPages(log);
