/** Builds what the Ruff Worker imports: Ruff, and the module that calls it, whose instance can be replaced. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { renewable } from '../bindgen/renewable.ts';

const GLUE = '@astral-sh/ruff-wasm-web/ruff_wasm.js';
const RUFF = '@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm';

/** What `wasm/ruff/build/` is made from. */
export const RUFF_BUILD: EngineBuild = {
  engine: 'ruff',
  packageFiles: [GLUE, RUFF],
  sources: () => [import.meta.filename, join(import.meta.dirname, '../bindgen')],
  async build({ write }) {
    await write('ruff.mjs', renewable(await readFile(join(PACKAGES, GLUE), 'utf8')));
    await write('ruff.wasm', await readFile(join(PACKAGES, RUFF)));
  },
};

await runWhenMain(import.meta.filename, RUFF_BUILD);
