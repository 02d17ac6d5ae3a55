import { expect, it } from 'vitest';
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { damageOf } from './damage.ts';
import { MOST_PLACES } from './service.ts';

const damage = async (path: string, text: string) => damageOf({ path, text }, await loadTreeSitter());

it('says where a file is not of its language', async () => {
  const { places, language, parsed } = await damage('a.ts', 'const a = 1;\nfunction f( {\n  return 1;\n}\n');
  expect({ language, parsed }).toEqual({ language: 'typescript', parsed: true });
  expect(places.length).toBeGreaterThan(0);
  expect(places.every(({ lineStart }) => lineStart >= 2)).toBe(true);
});

it('names what is missing', async () => {
  const { places } = await damage('a.json', '{"a": [1, 2}\n');
  expect(places).toEqual([expect.objectContaining({ lineStart: 1, kind: 'missing', what: ']' })]);
});

it('says nothing of a whole file, nor of one without a language', async () => {
  expect(await damage('a.py', 'def f(x):\n    return x\n')).toEqual({ language: 'python', places: [], parsed: true });
  expect(await damage('a.bin', '((((')).toEqual({ language: 'text', places: [], parsed: false });
});

it('tells of a bounded number of places', async () => {
  const { places } = await damage('a.go', `package a\n${'func ) {\n'.repeat(500)}`);
  expect(places.length).toBeLessThanOrEqual(MOST_PLACES);
});
