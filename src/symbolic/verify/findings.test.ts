import { expect, it } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const kernel = await bootNodeKernel();
const symbolic = await loadSymbolic({ cpython: kernel });

async function found(parameters: string, condition: string) {
  const code = `class P:\n    def __init__(self, n: int):\n        self.n = n\ndef f(${parameters}):\n    if ${condition}: raise ValueError\n`;
  const result = await symbolic.check(code, 'f');
  const first = result.status === 'error' ? undefined : result.counterexamples[0];
  if (first === undefined) throw new Error(JSON.stringify(result));
  return first;
}

it.each([
  ['x: int, y: float', 'x == 12345 and y > x'],
  ['xs: list[int]', 'len(xs) == 2 and xs[1] == 777'],
  ['xs: list[tuple[str, bool]]', 'xs and xs[0][0] == "abc" and xs[0][1]'],
  ['t: tuple[int, ...], s: str', 'len(t) == 3 and t[2] > t[0] + 50'],
])('gives the condition of the path in Python: f(%s)', async (parameters, condition) => {
  const { call, pathCondition } = await found(parameters, condition);
  const names = parameters.match(/\w+(?=:)/g) ?? [];
  // the input meets it, as it is to meet the condition in the code
  const program = `
class P:
    def __init__(self, n): self.n = n
f = lambda ${names}: (bool(${condition}), bool(${pathCondition}))
str(${call})
`;
  const result = await kernel.evaluate({ program, stepLimit: 1_000_000 });
  expect(result).toMatchObject({ status: 'ok', value: '(True, True)' });
});

it.each([
  ['s: set[int]', 'any(x > 777 for x in s)'],
  ['d: dict[str, int]', '"abc" in d'],
  ['b: bytes', 'b == b"abc"'],
  ['xs: list[bytes]', 'xs and xs[0] == b"abc"'],
  ['p: P', 'p.n == 777'],
])('gives no condition that Python would read otherwise: f(%s)', async (parameters, condition) => {
  expect(await found(parameters, condition)).not.toHaveProperty('pathCondition');
});
