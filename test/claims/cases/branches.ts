/**
 * `analyze_branches`: can this side of a decision be taken? By an input of the declared types that the preconditions let
 * in, in a first call or a later one, wherever the function runs.
 */
import { z } from 'zod';
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { DECEIVING } from './branches-deceiving.ts';
import { written } from './functions.ts';

/** The condition as the source says it; its true side, unless `side` says otherwise. */
export type BranchRow = readonly [
  name: string,
  truth: ClaimCase['truth'],
  parameters: string,
  body: string,
  condition: string,
  more?: Parameters<typeof written>[2] & { readonly side?: boolean },
];

const FALSE = { side: false } as const;

const PLAIN: readonly BranchRow[] = [
  ['a positive number', 'yes', 'x: int', 'if x > 0:\n    return 1\nreturn 0', 'x > 0'],
  ['a number that is not positive', 'yes', 'x: int', 'if x > 0:\n    return 1\nreturn 0', 'x > 0', FALSE],
  ['a square below zero', 'no', 'x: int', 'if x * x < 0:\n    return 1\nreturn 0', 'x * x < 0'],
  ['a certain number', 'yes', 'x: int', 'if x == 918273:\n    return 1\nreturn 0', 'x == 918273'],
  ['an equation', 'yes', 'x: int', 'if 7 * x - 3 == 70004:\n    return 1\nreturn 0', '7 * x - 3 == 70004'],
  [
    'an equation without solution',
    'no',
    'x: int',
    'if 7 * x - 3 == 70005:\n    return 1\nreturn 0',
    '7 * x - 3 == 70005',
  ],
  [
    'the other side of a tautology',
    'no',
    'x: int',
    'if x % 2 in (0, 1):\n    return 1\nreturn 0',
    'x % 2 in (0, 1)',
    FALSE,
  ],
  ['below and above', 'no', 'x: int', 'if x > 3:\n    if x < 3:\n        return 1\nreturn 0', 'x < 3'],
  ['between', 'yes', 'x: int', 'if x > 3:\n    if x < 5:\n        return 1\nreturn 0', 'x < 5'],
  [
    'an elif that is left over',
    'no',
    'x: int',
    'if x > 0:\n    return 1\nelif x > 10:\n    return 2\nreturn 0',
    'x > 10',
  ],
  ['an elif', 'yes', 'x: int', 'if x > 10:\n    return 1\nelif x > 0:\n    return 2\nreturn 0', 'x > 0'],
  [
    'two sorted the wrong way',
    'no',
    'a: int, b: int',
    'if a > b:\n    a, b = b, a\nif a > b:\n    return 1\nreturn 0',
    'a > b',
  ],
  ['a loop with a round', 'yes', 'xs: list[int]', 'for x in xs:\n    return x\nreturn 0', 'x in xs'],
  ['a loop that ends', 'yes', 'xs: list[int]', 'for x in xs:\n    return x\nreturn 0', 'x in xs', FALSE],
  ['a loop over nothing', 'no', 'n: int', 'for x in []:\n    return x\nreturn n', 'x in []'],
  ['a while that runs', 'yes', 'n: int', 'while n > 5:\n    n -= 1\nreturn n', 'n > 5'],
  ['what a loop leaves', 'no', 'n: int', 'while n > 5:\n    n -= 1\nif n > 6:\n    return 1\nreturn 0', 'n > 6'],
  ['an empty list', 'yes', 'xs: list[int]', 'if not xs:\n    return 1\nreturn 0', 'not xs'],
  ['a length below zero', 'no', 'xs: list[int]', 'if len(xs) < 0:\n    return 1\nreturn 0', 'len(xs) < 0'],
  [
    'a list of three that add up',
    'yes',
    'xs: list[int]',
    'if len(xs) == 3 and sum(xs) == 4321:\n    return 1\nreturn 0',
    'len(xs) == 3 and sum(xs) == 4321',
  ],
  ['a text with a prefix', 'yes', 's: str', 'if s.startswith("qz:"):\n    return 1\nreturn 0', 's.startswith("qz:")'],
  [
    'a prefix and its length',
    'no',
    's: str',
    'if s.startswith("abc") and len(s) < 3:\n    return 1\nreturn 0',
    's.startswith("abc") and len(s) < 3',
  ],
  [
    'a division by zero',
    'yes',
    'x: int',
    'try:\n    return 1 // x\nexcept ZeroDivisionError:\n    return 0',
    'except ZeroDivisionError',
  ],
  [
    'a division by two',
    'no',
    'x: int',
    'try:\n    return x // 2\nexcept ZeroDivisionError:\n    return 0',
    'except ZeroDivisionError',
  ],
  ['an index', 'yes', 'xs: list[int]', 'try:\n    return xs[2]\nexcept IndexError:\n    return 0', 'except IndexError'],
  [
    'an index that is checked',
    'no',
    'xs: list[int]',
    'if len(xs) < 3:\n    return 0\ntry:\n    return xs[2]\nexcept IndexError:\n    return 0',
    'except IndexError',
  ],
  ['a key', 'yes', 'd: dict[str, int]', 'try:\n    return d["k"]\nexcept KeyError:\n    return 0', 'except KeyError'],
  ['no value', 'yes', 'x: int | None', 'if x is None:\n    return 1\nreturn 0', 'x is None'],
  ['no value after a default', 'no', 'x: int | None', 'x = x or 5\nif x is None:\n    return 1\nreturn 0', 'x is None'],
  ['an assertion that fails', 'yes', 'x: int', 'assert x != 77\nreturn x', 'x != 77', FALSE],
  ['an assertion that holds', 'no', 'x: int', 'y = abs(x)\nassert y >= 0\nreturn y', 'y >= 0', FALSE],
  ['what the precondition forbids', 'no', 'x: int', 'if x < 0:\n    return 1\nreturn 0', 'x < 0', { pre: 'x >= 0' }],
  [
    'what the precondition lets in',
    'yes',
    'x: int',
    'if x > 100:\n    return 1\nreturn 0',
    'x > 100',
    { pre: 'x >= 0' },
  ],
  [
    'a pattern',
    'yes',
    'xs: list[int]',
    'match xs:\n    case [a, b]:\n        return a\n    case _:\n        return 0',
    'case [a, b]',
  ],
  ['a ternary', 'yes', 'x: int', 'return 1 if x == 31337 else 0', 'x == 31337'],
  ['a ternary that is decided', 'no', 'x: int', 'y = x % 10\nreturn 1 if y == 10 else 0', 'y == 10'],
];

const answerSchema = z.object({
  branches: z
    .array(
      z.object({
        condition: z.string(),
        true_reachable: z.boolean().nullable(),
        false_reachable: z.boolean().nullable(),
      }),
    )
    .readonly(),
});

function caseOf(deceives: boolean, [name, truth, parameters, body, condition, more]: BranchRow): ClaimCase {
  const code = written(parameters, body, more);
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      const args = { code, function_name: 'f', timeout_seconds: 5, symbolic_reachability: true };
      const { branches } = answerSchema.parse(await user.call('analyze_branches', args));
      // the last one, where several are alike
      const branch = branches.findLast((each) => each.condition === condition);
      if (branch === undefined) throw new Error(`${name}: no condition ${condition}`);
      const isReachable = more?.side === false ? branch.false_reachable : branch.true_reachable;
      return isReachable === null ? 'open' : isReachable ? 'yes' : 'no';
    },
  };
}

export const branches: AuditedTool = {
  tool: 'analyze_branches',
  statement: 'This side of the decision can be taken.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};
