/** Builds what the Biome Worker imports: Biome without the names of its functions, which would make it too large, and the module that calls it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { WasmWriter } from '../binary/bytes.ts';
import { MAGIC, readSections, SectionId } from '../binary/format.ts';
import { renewable } from '../bindgen/renewable.ts';

const GLUE = '@biomejs/wasm-web/biome_wasm.js';
const WASM = '@biomejs/wasm-web/biome_wasm_bg.wasm';

/** What `wasm/biome/build/` is made from. */
export const BIOME: EngineBuild = {
  engine: 'biome',
  packageFiles: [GLUE, WASM],
  sources: () => [import.meta.filename, ...['../binary', '../bindgen'].map((path) => join(import.meta.dirname, path))],
  async build({ write }) {
    await write('biome.mjs', renewable(await readFile(join(PACKAGES, GLUE), 'utf8')));
    await write('biome.wasm', withoutNames(await readFile(join(PACKAGES, WASM))));
  },
};

await runWhenMain(import.meta.filename, BIOME);

/** The module without custom sections: those that it has are for debuggers. */
function withoutNames(source: Uint8Array): Uint8Array {
  const writer = new WasmWriter(source.length).append(MAGIC);
  for (const { id, body } of readSections(source)) if (id !== SectionId.custom) writer.section(id, body);
  return writer.written;
}
