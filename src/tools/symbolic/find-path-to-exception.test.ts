import { expect, it } from 'vitest';
import { toolContext } from '../../../test/tool-context.ts';
import type { ExceptionResult, InputFault } from '../../symbolic/service.ts';
import findPathToException from './find-path-to-exception.ts';

const RESULT: ExceptionResult = {
  status: 'unreachable',
  message: 'No path raises KeyError.',
  triggeringInputs: [],
  pathsToException: 0,
  pathsExplored: 2,
  pathsVerified: 2,
  coverageEstimate: 1,
  reasons: [],
  obligations: ['no KeyError'],
  assumptions: [],
  work: { fuelUsed: 1, fuelBudget: 2, solverQueries: 3, replays: 4, steps: 5 },
};

const find = (result: ExceptionResult | InputFault) => {
  const { symbolic } = toolContext();
  const engine = { ...symbolic, findPathToException: async () => result };
  const args = { code: 'def f(): ...', function_name: 'f', exception_type: 'KeyError' };
  return findPathToException.call(args, toolContext({ symbolic: engine }));
};

it('answers in the contract’s names', async () => {
  expect((await find(RESULT)).structuredContent).toMatchObject({
    status: 'unreachable',
    triggering_inputs: [],
    paths_to_exception: 0,
    total_paths_explored: 2,
    time_seconds: expect.any(Number),
  });
});

it('fails when the input is at fault', async () => {
  const fault: InputFault = {
    status: 'error',
    errorType: 'ValueError',
    message: 'There is no exception KeyErr.',
    line: 1,
  };
  await expect(find(fault)).rejects.toMatchObject({ failure: { errorType: 'ValueError', line: 1 } });
});
