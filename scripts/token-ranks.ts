/** Writes `src/lib/tokens/ranks.json`; run it after an upgrade of gpt-tokenizer. */
import { writeFile } from 'node:fs/promises';
import { keptRanks } from './lib/token-ranks.ts';

await writeFile(new URL('../src/lib/tokens/ranks.json', import.meta.url), `${JSON.stringify(keptRanks())}\n`);
