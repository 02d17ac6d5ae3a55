import { expect, it } from 'vitest';
import { toolContext } from '../../../test/tool-context.ts';
import type { BranchRequest, BranchResult, InputFault } from '../../symbolic/service.ts';
import analyzeBranches from './analyze-branches.ts';

const RESULT: BranchResult = {
  status: 'complete',
  analysisMode: 'symbolic',
  message: '1 of 4 sides are not decided.',
  branches: [
    {
      line: 2,
      kind: 'if',
      condition: 'x > 0',
      whenTrue: { kind: 'reachable', example: { args: { x: 1 }, call: 'f(1)', foundBy: 'trial' } },
      whenFalse: { kind: 'undecided' },
    },
    {
      line: 3,
      kind: 'boolean',
      condition: 'x',
      whenTrue: { kind: 'reachable', example: { args: { x: 7 }, call: 'f(7)', foundBy: 'solver' } },
      whenFalse: { kind: 'unreachable' },
    },
  ],
  reachableBranches: 2,
  deadCodeLines: [5, 6],
  cyclomaticComplexity: 3,
  reasons: [{ line: 4, construct: 'loop', message: 'unrolled' }],
  assumptions: ['x is an int'],
  work: { fuelUsed: 1, fuelBudget: 2, solverQueries: 3, replays: 4, steps: 5 },
};

const analyze = (
  result: BranchResult | InputFault,
  args: Record<string, unknown> = {},
  seen: (request: BranchRequest) => void = () => undefined,
) => {
  const { symbolic } = toolContext();
  const engine = {
    ...symbolic,
    analyzeBranches: async (request: BranchRequest) => {
      seen(request);
      return result;
    },
  };
  const all = { code: 'def f(x): ...', function_name: 'f', ...args };
  return analyzeBranches.call(all, toolContext({ symbolic: engine }));
};

it('is static unless asked', async () => {
  const requests: BranchRequest[] = [];
  await analyze(RESULT, {}, (request) => requests.push(request));
  await analyze(RESULT, { symbolic_reachability: true, timeout_seconds: 5 }, (request) => requests.push(request));
  const common = { code: 'def f(x): ...', functionName: 'f', owner: 'tester' };
  expect(requests).toEqual([
    { ...common, timeoutSeconds: 30, symbolicReachability: false },
    { ...common, timeoutSeconds: 5, symbolicReachability: true },
  ]);
});

it('answers in the contract’s names', async () => {
  expect((await analyze(RESULT)).structuredContent).toEqual({
    status: 'complete',
    analysis_mode: 'symbolic',
    message: '1 of 4 sides are not decided.',
    branches: [
      {
        line: 2,
        kind: 'if',
        condition: 'x > 0',
        true_reachable: true,
        true_example: { args: { x: 1 }, call: 'f(1)', found_by: 'trial' },
        false_reachable: null,
      },
      {
        line: 3,
        kind: 'boolean',
        condition: 'x',
        true_reachable: true,
        true_example: { args: { x: 7 }, call: 'f(7)', found_by: 'solver' },
        false_reachable: false,
      },
    ],
    total_branches: 2,
    reachable_branches: 2,
    dead_code_lines: [5, 6],
    cyclomatic_complexity: 3,
    reasons: [{ line: 4, construct: 'loop', message: 'unrolled' }],
    assumptions: ['x is an int'],
    work: { fuel_used: 1, fuel_budget: 2, solver_queries: 3, replays: 4, steps: 5 },
    time_seconds: expect.any(Number),
  });
});

it('says all of it as text', async () => {
  const { content } = await analyze(RESULT);
  const time = /[\d.]+ s\.$/;
  expect(
    content.map((part) => (part.type === 'text' ? part.text.replace(time, '0 s.') : part.type)),
  ).toMatchInlineSnapshot(`
    [
      "complete (symbolic): 1 of 4 sides are not decided.
    line 2: if x > 0: true: f(1) (trial); false: not decided
    line 3: boolean x: true: f(7) (solver); false: unreachable
    Branches: 2, 2 of them reachable.
    Dead lines: 5, 6.
    Cyclomatic complexity: 3.
    Not decided because:
    - line 4: loop: unrolled
    Assumptions:
    - x is an int
    Work: 1 of 2 fuel, 3 solver queries, 4 replays, 5 steps; 0 s.",
      "resource_link",
    ]
  `);
});

it('fails when the input is at fault', async () => {
  const fault: InputFault = { status: 'error', errorType: 'SyntaxError', message: 'invalid syntax', line: 1 };
  await expect(analyze(fault)).rejects.toMatchObject({ failure: { errorType: 'SyntaxError', line: 1 } });
});

it('tells of every branch which sides are taken, and leaves out inputs that find no room', async () => {
  const example = {
    args: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`v${index}`, `text ${index} ☃`])),
    call: `f(${'"text ☃", '.repeat(12)})`,
    foundBy: 'solver' as const,
  };
  const branches = Array.from({ length: 20 }, (_, index) => ({
    line: index + 2,
    kind: 'if' as const,
    condition: `v${index % 12} == 'test'`,
    whenTrue: { kind: 'reachable' as const, example },
    whenFalse: { kind: 'reachable' as const, example },
  }));
  const { structuredContent, content } = await analyze({ ...RESULT, branches });
  const { branches: told, examples_left_out: leftOut } = structuredContent as {
    branches: { true_reachable: boolean; true_example?: object; false_example?: object }[];
    examples_left_out: number;
  };
  expect(told.map(({ true_reachable }) => true_reachable)).toEqual(Array(20).fill(true));
  const shown = told.flatMap(({ true_example, false_example }) => [true_example, false_example]).filter(Boolean);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.length + leftOut).toBe(40);
  expect(structuredContent).not.toHaveProperty('shortened');
  expect(JSON.stringify(content)).toContain(`${leftOut} inputs`);
});
