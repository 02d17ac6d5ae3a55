import { expect, it } from 'vitest';
import { suggest } from './suggest.ts';

const NAMES = ['symbolic_check', 'find_tools', 'health_check', 'run_python_code'];

it.each([
  ['symbolic_chek', ['symbolic_check']],
  ['Find_Tool', ['find_tools']],
  ['python', ['run_python_code']],
  ['check', ['symbolic_check', 'health_check']],
  ['', NAMES.slice(0, 3)],
  ['completely_different_thing', []],
])('%s', (typed, expected) => {
  expect(suggest(typed, NAMES)).toEqual(expected);
});
