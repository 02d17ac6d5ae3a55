import { expect, it } from 'vitest';
import { userId } from '../../lib/object-name.ts';
import type { CheckResult, InputFault, SymbolicRequest } from '../service.ts';
import { Faulty } from '../verify/run.ts';
import { checkOnce } from './check-once.ts';

const REQUEST: SymbolicRequest = { code: 'x = 1', functionName: 'f', timeoutSeconds: 5, owner: userId('a') };

const RESULT: CheckResult = {
  status: 'verified',
  message: 'kept',
  counterexamples: [],
  extremeInputs: [],
  pathsExplored: 1,
  pathsVerified: 1,
  coverageEstimate: 1,
  reasons: [],
  obligations: [],
  assumptions: [],
  work: { fuelUsed: 0, fuelBudget: 1, solverQueries: 0, replays: 0, steps: 0 },
};

function memory() {
  const kept = new Map<string, CheckResult | InputFault>();
  let made = 0;
  const ask = (request: Partial<SymbolicRequest> = {}, version = '1', fault?: InputFault) =>
    checkOnce(
      { ...REQUEST, ...request },
      version,
      {
        find: async (key) => kept.get(key),
        keep: async (key, result) => {
          kept.set(key, result);
        },
      },
      async () => {
        made++;
        if (fault !== undefined) throw new Faulty(fault);
        return RESULT;
      },
    );
  return { ask, made: () => made };
}

it('checks again only where something that decides the result is another one', async () => {
  const { ask, made } = memory();
  await ask();
  expect(await ask({ owner: userId('b') })).toEqual(RESULT);
  expect(made()).toBe(1);
  await ask({ code: 'x = 2' });
  await ask({ functionName: 'g' });
  await ask({ timeoutSeconds: 6 });
  await ask({ countsLimits: true });
  await ask({}, '2');
  expect(made()).toBe(6);
});

it('keeps faults of the code, and none of an interpreter that ended', async () => {
  const { ask, made } = memory();
  const fault = (errorType: InputFault['errorType']): InputFault => ({ status: 'error', errorType, message: 'no' });
  await expect(ask({}, '1', fault('ImportError'))).rejects.toThrow('no');
  await expect(ask()).rejects.toThrow(Faulty);
  expect(made()).toBe(1);
  await expect(ask({}, '2', fault('RuntimeError'))).rejects.toThrow('no');
  expect(await ask({}, '2')).toEqual(RESULT);
});
