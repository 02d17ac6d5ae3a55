import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { excess, isUploaded, LIMITS, sizeOf } from './worker-size.ts';

it('counts what is uploaded, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worker-size-'));
  await mkdir(join(folder, 'modules'));
  await writeFile(join(folder, 'worker.js'), 'a'.repeat(1000));
  await writeFile(join(folder, 'modules/engine.wasm'), 'b'.repeat(500));
  await writeFile(join(folder, 'worker.js.map'), 'c'.repeat(9999));
  await writeFile(join(folder, 'README.md'), 'd');
  const size = await sizeOf(folder, isUploaded);
  await rm(folder, { recursive: true });
  expect(size.raw).toBe(1500);
  expect(size.gzip).toBeLessThan(100);
});

it('names every limit that is exceeded, and allows the limit itself', () => {
  expect(excess(LIMITS)).toEqual([]);
  expect(excess({ raw: LIMITS.raw + 10_000, gzip: 1 })).toEqual(['64.01 MB raw is over 64.00 MB']);
  expect(excess({ raw: 70_000_000, gzip: 11_000_000 })).toHaveLength(2);
});
