/** Operations of the library on known values: what the engine proves about them is what CPython says. */
import { expect, test } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { Random } from '../../src/lib/random.ts';
import { expectYield } from '../expect-yield.ts';
import { amount, seedOf } from '../generated.ts';
import { IMPORTS, libraryExpression } from './library/expressions.ts';

const EXPRESSIONS = amount(1200, 80);
const DEPTH = 3;

/** The outcome of an expression as a text: its repr, or the name and message of its exception. */
function moduleOf(expression: string): string {
  return `${IMPORTS}
def outcome() -> str:
    try:
        return repr(${expression})
    except Exception as error:
        return type(error).__name__
`;
}

async function observed(cpython: NodeKernel, expression: string): Promise<string> {
  const program = `${moduleOf(expression)}\noutcome()\n`;
  const result = await cpython.evaluate({ program, stepLimit: 10_000_000 });
  if (result.status !== 'ok') throw new Error(`${expression}: ${JSON.stringify(result)}`);
  return result.value;
}

test('random expressions of known values come out as on CPython', { timeout: 300_000 }, async () => {
  const cpython = await bootNodeKernel();
  const symbolic = await loadSymbolic({ cpython });
  const random = new Random(seedOf(20_25));
  const wrong: string[] = [];
  const undecided = new Map<string, number>();
  let decided = 0;
  let byRunning = 0;
  for (let index = 0; index < EXPRESSIONS; index++) {
    const expression = libraryExpression(random, 1 + random.below(DEPTH));
    const expected = await observed(cpython, expression);
    const code = `${moduleOf(expression)}
def f() -> None:
    if outcome() != ${JSON.stringify(expected)}:
        raise ValueError
`;
    const result = await symbolic.check(code, 'f');
    if (result.status === 'verified' && !/was run on CPython/.test(result.message)) decided += 1;
    else if (result.status === 'verified') byRunning += 1;
    else if (result.status === 'unknown') {
      const [reason] = result.reasons;
      const key = reason?.message ?? '';
      undecided.set(key, (undecided.get(key) ?? 0) + 1);
      if (/disagree/.test(key)) wrong.push(`${expression}\n${key}`);
    } else wrong.push(`${expression}\n${JSON.stringify(result)}`);
  }
  const obstacles = [...undecided].sort(([, a], [, b]) => b - a).slice(0, 12);
  console.log(`${EXPRESSIONS} expressions, ${decided} proved, ${byRunning} only by running; obstacles:`, obstacles);
  expect(wrong.length, wrong.slice(0, 3).join('\n\n')).toBe(0);
  expect(decided).toBeGreaterThan(EXPRESSIONS * 0.5);
  expectYield(decided, EXPRESSIONS * 0.9);
});
