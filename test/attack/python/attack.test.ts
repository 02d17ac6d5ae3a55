/** Every hostile program, one after another, on one server. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { Arena } from './arena.ts';
import { brokenPython } from './broken-python.ts';
import { escapes } from './escapes.ts';
import { exhaustion } from './exhaustion.ts';
import { files } from './files.ts';
import { javascript } from './javascript.ts';

const arena = new Arena();
beforeAll(() => arena.open());
afterAll(() => arena.close());

describe.each([
  ['escapes', escapes],
  ['broken Python', brokenPython],
  ['exhaustion', exhaustion],
  ['files', files],
  ['JavaScript and memory', javascript],
])('%s', (_group, programs) => {
  test.each(programs)('$name', (program) => arena.attack(program));
});
