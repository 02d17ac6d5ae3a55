import { expect, it } from 'vitest';
import { toolContext } from '../../../test/tool-context.ts';
import { readReport } from '../../mcp/report/read.ts';
import type { CheckResult, SymbolicRequest } from '../../symbolic/service.ts';
import symbolicCheck from './symbolic-check.ts';

const RESULT: CheckResult = {
  status: 'counterexample',
  extremeInputs: [],
  message: 'divide(1, 0) raises ZeroDivisionError.',
  counterexamples: [
    {
      args: { x: 1, y: 0 },
      call: 'divide(1, 0)',
      violates: 'no uncaught exception',
      message: 'raised ZeroDivisionError',
      outcome: {
        kind: 'raised',
        exception: 'ZeroDivisionError',
        message: 'division by zero',
        traceback: 'File "m.py", line 2',
      },
      pytest: 'from module_under_test import divide\n',
      pathCondition: 'y == 0',
      foundBy: 'trial',
    },
  ],
  pathsExplored: 3,
  pathsVerified: 2,
  coverageEstimate: 0.75,
  reasons: [{ line: 4, construct: 'list display', message: 'not modelled' }],
  obligations: ['no uncaught exception'],
  assumptions: ['x and y are ints'],
  work: { fuelUsed: 1, fuelBudget: 2, solverQueries: 3, replays: 4, steps: 5 },
};

const check = (
  result: CheckResult,
  seen: (request: SymbolicRequest) => void = () => undefined,
  args: Record<string, unknown> = {},
  context = toolContext(),
) => {
  const { symbolic } = toolContext();
  const engine = {
    ...symbolic,
    check: async (request: SymbolicRequest) => {
      seen(request);
      return result;
    },
  };
  return symbolicCheck.call(
    { code: 'def divide(x, y): ...', function_name: 'divide', ...args },
    { ...context, symbolic: engine },
  );
};

it('asks the engine on behalf of the caller', async () => {
  const requests: SymbolicRequest[] = [];
  await check(RESULT, (request) => requests.push(request));
  expect(requests).toEqual([
    { code: 'def divide(x, y): ...', functionName: 'divide', timeoutSeconds: 30, owner: 'tester' },
  ]);
});

it.each([
  ['a block of Markdown', 'def f(x): ...\n', '\n```python\n%s```\n', '\n\n%s'],
  ['a block without a language', 'def f(x): ...\n', '~~~\r\n%s~~~', '\n%s'],
  ['a byte order mark', 'def f(x): ...\n', '\uFEFF%s', '%s'],
  ['text that only holds a fence', "x = '```'\n", '%s', '%s'],
])('takes %s, on its lines', async (_, code, given, taken) => {
  const requests: SymbolicRequest[] = [];
  await check(RESULT, (request) => requests.push(request), { code: given.replace('%s', code) });
  expect(requests[0]?.code).toBe(taken.replace('%s', code));
});

it('answers in the contract’s names', async () => {
  const { structuredContent } = await check(RESULT);
  expect(structuredContent).toEqual({
    status: 'counterexample',
    message: 'divide(1, 0) raises ZeroDivisionError.',
    counterexamples: [
      {
        args: { x: 1, y: 0 },
        call: 'divide(1, 0)',
        violates: 'no uncaught exception',
        message: 'raised ZeroDivisionError',
        outcome: RESULT.counterexamples[0]?.outcome,
        path_condition: 'y == 0',
        found_by: 'trial',
        pytest: 'from module_under_test import divide\n',
      },
    ],
    extreme_inputs: [],
    paths_explored: 3,
    paths_verified: 2,
    coverage_estimate: 0.75,
    reasons: RESULT.reasons,
    obligations: RESULT.obligations,
    assumptions: RESULT.assumptions,
    work: { fuel_used: 1, fuel_budget: 2, solver_queries: 3, replays: 4, steps: 5 },
    time_seconds: expect.any(Number),
  });
});

it('shows the undecided query of an open request that asks for it', async () => {
  const open: CheckResult = { ...RESULT, status: 'unknown', undecidedQuery: '(check-sat)\n' };
  expect((await check(open)).structuredContent).not.toHaveProperty('smtlib');
  const asked = await check(open, undefined, { include_smtlib: true });
  expect(asked.structuredContent).toMatchObject({ smtlib: '(check-sat)\n' });
  expect(JSON.stringify(asked.content)).toContain('First undecided query:\\n(check-sat)');
  const decided = await check({ ...open, status: 'verified' }, undefined, { include_smtlib: true });
  expect(decided.structuredContent).not.toHaveProperty('smtlib');
});

it('keeps a report without times and links to it', async () => {
  const context = toolContext();
  const link = async (code: string) => {
    const { content } = await check(RESULT, undefined, { code }, context);
    const [, block] = content;
    return block?.type === 'resource_link' ? block.uri : '';
  };
  const uri = await link('def divide(x, y):\n    """ ```\n    """');
  expect(uri).toMatch(/^lemma:\/\/reports\/[0-9a-f]{32}$/);
  expect(await link('def divide(x, y):\n    """ ```\n    """')).toBe(uri);
  expect(await link('def divide(x, y): ...')).not.toBe(uri);
  const { contents } = await readReport(context, uri);
  expect(contents.map((content) => ('text' in content ? content.text : '')).join('')).toMatchInlineSnapshot(`
    "# symbolic_check of divide: counterexample

    divide(1, 0) raises ZeroDivisionError.

    ## Source

    \`\`\`\`python
    def divide(x, y):
        """ \`\`\`
        """
    \`\`\`\`

    ## Input 1

    \`\`\`text
    Input 1: divide(1, 0)
      raised ZeroDivisionError
      violates: no uncaught exception
      arguments: {"x":1,"y":0}
      on CPython: raised ZeroDivisionError: division by zero
        File "m.py", line 2
      path condition: y == 0
      found by: trial
    \`\`\`

    \`\`\`python
    from module_under_test import divide
    \`\`\`

    ## Obligations

    - no uncaught exception

    ## Paths

    - 3 explored, 2 verified.
    - Coverage estimate: 0.75.

    ## Not covered

    - line 4: list display: not modelled

    ## Assumptions

    - x and y are ints

    ## Work

    - 1 of 2 fuel, 3 solver queries, 4 replays, 5 steps

    "
  `);
});

it('says all of it as text', async () => {
  const { content } = await check(RESULT);
  const time = /[\d.]+ s\.$/;
  expect(
    content.map((part) => (part.type === 'text' ? part.text.replace(time, '0 s.') : part.type)),
  ).toMatchInlineSnapshot(`
    [
      "counterexample: divide(1, 0) raises ZeroDivisionError.
    Input 1: divide(1, 0)
      raised ZeroDivisionError
      violates: no uncaught exception
      arguments: {"x":1,"y":0}
      on CPython: raised ZeroDivisionError: division by zero
        File "m.py", line 2
      path condition: y == 0
      found by: trial
    Paths: 3 explored, 2 verified.
    Coverage estimate: 0.75.
    Not decided because:
    - line 4: list display: not modelled
    Obligations:
    - no uncaught exception
    Assumptions:
    - x and y are ints
    Work: 1 of 2 fuel, 3 solver queries, 4 replays, 5 steps; 0 s.",
      "resource_link",
    ]
  `);
});

it.each([
  ['a null byte', 'x = "\0"', 'null byte'],
  ['too much code', '#'.repeat(65_537), 'at most 65536'],
])('refuses %s', async (_what, code, message) => {
  await expect(symbolicCheck.call({ code, function_name: 'f' }, toolContext())).rejects.toThrow(message);
});
