import { expect, it } from 'vitest';
import { toolContext } from '../../../test/tool-context.ts';
import type { ComparisonRequest, ComparisonResult, InputFault } from '../../symbolic/service.ts';
import compareFunctions from './compare-functions.ts';

const RESULT: ComparisonResult = {
  status: 'different',
  message: 'f and g differ for the input shown, which was replayed on CPython.',
  confidence: 'proven',
  differences: [
    {
      args: { xs: [1] },
      call: 'f([1])',
      violates: 'arguments afterwards',
      message: 'f returns 1 and leaves xs = []; g raises IndexError',
      outcome: { kind: 'returned', value: '1', afterwards: { xs: '[]' } },
      other: { kind: 'raised', exception: 'IndexError', message: 'out of range', traceback: 'File "m.py", line 2' },
      pathCondition: 'len(xs) == 1',
      foundBy: 'solver',
    },
  ],
  pathsCompared: 3,
  reasons: [{ line: 4, construct: 'loop', message: 'unrolled' }],
  assumptions: ['xs is passed in every call (its defaults differ)'],
  work: { fuelUsed: 1, fuelBudget: 2, solverQueries: 3, replays: 4, steps: 5 },
};

const compare = (
  result: ComparisonResult | InputFault,
  args: Record<string, unknown> = {},
  seen: (request: ComparisonRequest) => void = () => undefined,
) => {
  const { symbolic } = toolContext();
  const engine = {
    ...symbolic,
    compare: async (request: ComparisonRequest) => {
      seen(request);
      return result;
    },
  };
  const all = { code: 'def f(xs): ...', function_a: 'f', function_b: 'g', ...args };
  return compareFunctions.call(all, toolContext({ symbolic: engine }));
};

it('asks the engine on behalf of the caller', async () => {
  const requests: ComparisonRequest[] = [];
  await compare(RESULT, {}, (request) => requests.push(request));
  await compare(RESULT, { precondition: 'xs', timeout_seconds: 5 }, (request) => requests.push(request));
  const asked = { code: 'def f(xs): ...', functionA: 'f', functionB: 'g', timeoutSeconds: 60, owner: 'tester' };
  expect(requests).toEqual([asked, { ...asked, precondition: 'xs', timeoutSeconds: 5 }]);
});

it('answers in the contract’s names', async () => {
  expect((await compare(RESULT)).structuredContent).toEqual({
    status: 'different',
    message: RESULT.message,
    confidence: 'proven',
    distinguishing_input: { xs: [1] },
    differences: [
      {
        args: { xs: [1] },
        call: 'f([1])',
        difference: 'arguments afterwards',
        message: 'f returns 1 and leaves xs = []; g raises IndexError',
        outcome_a: RESULT.differences[0]?.outcome,
        outcome_b: RESULT.differences[0]?.other,
        path_condition: 'len(xs) == 1',
        found_by: 'solver',
      },
    ],
    paths_compared: 3,
    reasons: RESULT.reasons,
    assumptions: RESULT.assumptions,
    work: { fuel_used: 1, fuel_budget: 2, solver_queries: 3, replays: 4, steps: 5 },
    time_seconds: expect.any(Number),
  });
});

it('says all of it as text', async () => {
  const { content } = await compare(RESULT);
  const text = content.map((part) => (part.type === 'text' ? part.text.replace(/[\d.]+ s\.$/, '0 s.') : part.type));
  expect(text.join()).toMatchInlineSnapshot(`
    "different: f and g differ for the input shown, which was replayed on CPython.
    Difference 1: f([1])
      f returns 1 and leaves xs = []; g raises IndexError
      differs in: arguments afterwards
      arguments: {"xs":[1]}
      function_a on CPython: returned 1
      function_b on CPython: raised IndexError: out of range
        File "m.py", line 2
      path condition: len(xs) == 1
      found by: solver
    Confidence: proven. Paths: 3 compared.
    Not decided because:
    - line 4: loop: unrolled
    Assumptions:
    - xs is passed in every call (its defaults differ)
    Work: 1 of 2 fuel, 3 solver queries, 4 replays, 5 steps; 0 s.,resource_link"
  `);
});

it('has no distinguishing input where there is no difference', async () => {
  const { structuredContent } = await compare({ ...RESULT, status: 'equivalent', differences: [] });
  expect(structuredContent).not.toHaveProperty('distinguishing_input');
});

it('fails when the input is at fault, before and in the engine', async () => {
  const fault: InputFault = {
    status: 'error',
    errorType: 'ValueError',
    message: 'The signatures are incompatible.',
    line: 3,
  };
  await expect(compare(fault)).rejects.toMatchObject({ failure: { errorType: 'ValueError', line: 3 } });
  await expect(compare(RESULT, { code: 'x\0' })).rejects.toMatchObject({ failure: { errorType: 'ValueError' } });
});
