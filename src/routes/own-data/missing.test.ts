/** What an archive does with what cannot be read. */
import { expect, it } from 'vitest';
import { ToolFailure } from '../../lib/errors.ts';
import type { ZipFile } from '../../lib/zip-writer.ts';
import { type Missing, orMissing } from './missing.ts';

const LOST = new ToolFailure({ errorType: 'damaged_state', message: 'The rest is lost.', advice: '' });

async function* piecesThatBreakOff(): AsyncGenerator<Uint8Array, void> {
  yield new Uint8Array(3);
  throw LOST;
}

async function* entriesThatBreakOff(): AsyncGenerator<ZipFile, void> {
  yield { path: 'own/whole', body: new Uint8Array(2) };
  yield { path: 'own/cut', body: piecesThatBreakOff() };
  yield { path: 'own/next', body: new Uint8Array(1) };
  throw LOST;
}

it('goes on after a file that breaks off, and names it', async () => {
  const missing: Missing[] = [];
  const sizes: Record<string, number> = {};
  for await (const { path, body } of orMissing('own', missing, entriesThatBreakOff())) {
    sizes[path] = 0;
    for await (const piece of body instanceof Uint8Array ? [body] : body) sizes[path] += piece.length;
  }
  expect(sizes).toEqual({ 'own/whole': 2, 'own/cut': 3, 'own/next': 1 });
  expect(missing).toEqual([
    { path: 'own/cut', why: 'The rest is lost.' },
    { path: 'own', why: 'The rest is lost.' },
  ]);
});
