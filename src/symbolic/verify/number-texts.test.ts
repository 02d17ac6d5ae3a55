/** Where a `bool` would be written as another text than the `int` that it equals, verdicts say that they rest on there being none. */
import { beforeAll, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { NO_BOOLS } from './number-texts.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

const check = (parameters: string, body: string) =>
  engine.check(`def f(${parameters}):\n    """post: True"""\n    ${body}\n`, 'f');

it.each([
  ['x: int', 'return str(x)'],
  ['x: int', 'return f"{x}"'],
  ['x: int', 'return "%s" % x'],
  ['x: int', 'return "{}".format(x)'],
  ['xs: list[int]', 'return ",".join(map(str, xs))'],
  ['x: int | None', 'return repr(x)'],
])('%s: %s', async (parameters, body) => {
  expect(await check(parameters, body)).toMatchObject({ assumptions: expect.arrayContaining([NO_BOOLS]) });
});

it.each([
  ['x: int', 'return x + 1'],
  ['x: str', 'return str(x)'],
  ['x: int', 'return "%d" % x'],
  ['x: int', 'return isinstance(x, str)'],
  ['x: int', 'if x == 3:\n        raise ValueError(f"{x}")\n    return x'],
])('says nothing of %s: %s', async (parameters, body) => {
  expect(JSON.stringify(await check(parameters, body))).not.toContain(NO_BOOLS);
});
