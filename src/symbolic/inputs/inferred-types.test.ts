import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { argumentHypotheses } from './arguments.ts';
import { guessText } from './assumptions.ts';
import { typeScopeOf } from './type-scope.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function hypotheses(code: string) {
  const module = parseModule(code, parser);
  const definition = module.body.find((one) => one.kind === 'function');
  if (definition?.kind !== 'function') throw new TypeError('no function');
  return argumentHypotheses(definition, undefined, typeScopeOf(module, definition, undefined, parser));
}

const GUESS = ', a guess from its uses';
const SAYS = ', as its docstring says';

test.each([
  ['def f(x):\n  """\n  :type x: str\n  """', `str${SAYS}`],
  ['def f(x):\n  """\n  :param int x: the number\n  """', `int${SAYS}`],
  ['def f(x):\n  """F.\n\n  Args:\n    x (list of ints, optional): what\n  """', `list[int]${SAYS}`],
  ['def f(x):\n  """F.\n\n  Parameters\n  ----------\n  x : string or None\n    what\n  """', `str | None${SAYS}`],
  ['def f(x):\n  """F.\n\n  Returns:\n    x (str): what\n  """\n  return x + 1', `int${GUESS}`],
  ['def f(x):\n  """\n  :type x: array-like\n  """\n  return x + 1.5', `float${GUESS}`],
  ["def f(x=''):\n  return x", 'str'],
  ['def f(x=[1]):\n  return x', 'list[int]'],
  ['def f(x=None):\n  return x or x.upper()', `str or None${GUESS}`],
  ['def f(x):\n  """\n  >>> f([1.5])\n  3\n  """', 'list[float], as in its doctests'],
  ["def f(x):\n  return x\nf(1)\nprint(f(x='a'))", 'int | str, as in calls of it'],
  ["def f(x):\n  return x.strip()\nf({'a': 1})", 'dict[str, int], as in calls of it'],
  ['def f(x):\n  return x.append(1)', `list[int]${GUESS}`],
  ['def f(x):\n  return len(x) > 2', `list[int]${GUESS}`],
  ['def f(x):\n  for c in x:\n    pass\n  return x.upper()', `str${GUESS}`],
  ["def f(x):\n  return x == 'a'", `str${GUESS}`],
  ["def f(x):\n  return x['a']", `dict[str, int]${GUESS}`],
  ['def f(x):\n  return x * 2 > 3', `int${GUESS}`],
  ['def f(x):\n  return x', 'int'],
])('%s: its parameter is %s', (code, type) => {
  const [[first] = []] = hypotheses(code);
  expect(first?.assumption).toBe(`x has no annotation and is taken to be ${type}`);
});

test('a guess is the first of the types that are tried, and is named', () => {
  const all = hypotheses('def f(x, y: int):\n  return x.strip()');
  expect(all.map((types) => types[0]?.guess)).toEqual(['str', undefined, undefined, undefined, undefined]);
  expect(guessText(all[0] ?? [])).toBe('If x is str, a guess from the uses in the body: ');
  expect(guessText(all[1] ?? [])).toBe('');
});
