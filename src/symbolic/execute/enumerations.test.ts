/** Members of enumerations as arguments: none may be missed. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

const code = (body: string): string =>
  `from enum import Enum\nclass P(Enum):\n    W = 2\n    ${body}\ndef f(p: P) -> int:\n    """post: _ == 2"""\n    return p.value\n`;

test.each([
  ['aliases and methods', 'V = 2\n    def m(self): return 1', 'verified'],
  ['annotated members', 'R: int = 1', 'counterexample'],
  ['members under a condition', 'if True:\n        R = 1', 'unknown'],
  ['unpacked members', 'A, B = 2, 3', 'unknown'],
])('%s', async (_, body, status) => {
  expect(await engine.check(code(body), 'f')).toMatchObject({ status });
});
