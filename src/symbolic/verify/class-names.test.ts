/** Exception classes under other names than their own, with real engines. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

/** Only the solver finds the input that gets behind the test. */
const rare = (head: string, statement: string): string =>
  `${head}\ndef f(x: int) -> int:\n    """raises: ValueError"""\n    if x * x * x - 7 * x == 3651186:\n        ${statement}\n    return 1\n`;

test.each([
  ['an alias', 'Mine', 'Mine = ValueError', 'raise ValueError'],
  ['an import under another name', 'Oops', 'from json import JSONDecodeError as Oops', 'raise Oops("", "", 0)'],
  ['an old name', 'EnvironmentError', '', 'raise OSError'],
  ['an old name of the library', 're.error', 'import re', 're.compile("(")'],
  ['a class of a class', 'A.Inner', 'class A:\n    class Inner(Exception): pass', 'raise A.Inner'],
])('finds an exception by %s', async (_, name, head, statement) => {
  const found = await engine.find(rare(head, statement), 'f', name);
  expect(found).toMatchObject({ status: 'found', triggeringInputs: [{ args: { x: 154 }, foundBy: 'solver' }] });
});

test('a class that is made by a call is not excluded', async () => {
  const code = rare('def make():\n    return type("Made", (Exception,), {})\nMade = make()', 'raise Made');
  expect((await engine.find(code, 'f', 'Made')).status).not.toBe('unreachable');
});

test('a class of the module is not the built-in that it hides', async () => {
  const head = 'class ValueError(Exception): pass';
  expect(await engine.check(rare(head, 'raise ValueError'), 'f')).toMatchObject({ status: 'verified' });
  expect(await engine.check(rare(head, '[].index(3)'), 'f')).toMatchObject({ status: 'counterexample' });
});
