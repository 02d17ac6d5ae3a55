import { expect, it } from 'vitest';
import { sentences } from './sentences.ts';

it.each([
  [['It is wrong', 'Correct it'], 'It is wrong. Correct it.'],
  [['It is wrong.', 'Correct it.'], 'It is wrong. Correct it.'],
  [['It is wrong..', 'Correct it. \n'], 'It is wrong. Correct it.'],
  [['It is wrong ...', 'Is it?'], 'It is wrong. Is it?'],
  [["Did you mean 'a.py'?", 'Call again!'], "Did you mean 'a.py'? Call again!"],
  [['It is wrong (see there.)', 'Correct it'], 'It is wrong (see there.) Correct it.'],
  [['It is one of:', 'a, b'], 'It is one of: a, b.'],
  [["Path '../x' is outside workspace", ''], "Path '../x' is outside workspace."],
  [['', ' '], ''],
])('%j', (parts, text) => {
  expect(sentences(...parts)).toBe(text);
});
