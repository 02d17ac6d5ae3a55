import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dependencies } from '../package.json' with { type: 'json' };
import { ROOT } from './lib/wrangler.ts';

it.each(Object.entries(dependencies))('THIRD_PARTY_NOTICES.md names %s %s', async (name, version) => {
  expect(await readFile(join(ROOT, 'THIRD_PARTY_NOTICES.md'), 'utf8')).toContain(`| ${name} ${version}`);
});
