/** Builds what the Ruff Worker imports: Ruff, and the module that calls it, whose instance can be replaced. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { renewable } from '../bindgen/renewable.ts';

const GLUE = '@astral-sh/ruff-wasm-web/ruff_wasm.js';
const WASM = '@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm';

/** What `wasm/ruff/build/` is made from. */
export const RUFF: EngineBuild = {
  engine: 'ruff',
  packageFiles: [GLUE, WASM],
  sources: () => [import.meta.filename, join(import.meta.dirname, '../bindgen')],
  async build({ write }) {
    await write('ruff.mjs', renewable(await readFile(join(PACKAGES, GLUE), 'utf8')));
    await write('ruff.wasm', await readFile(join(PACKAGES, WASM)));
  },
};

await runWhenMain(import.meta.filename, RUFF);
