/** Checks are not made again while all that decides them is the same. */
import { sha256 } from '../../lib/sha256.ts';
import type { CheckResult, SymbolicRequest } from '../service.ts';
import { Faulty } from '../verify/run.ts';
import type { KeptChecks } from '../workspace-service.ts';

/** The result that is kept of a request on this very code, else that of `check`, which is kept from then on. Throws Faulty and Cancelled. */
export async function checkOnce(
  { code, functionName, timeoutSeconds, countsLimits = false }: SymbolicRequest,
  version: string,
  kept: KeptChecks | undefined,
  check: () => Promise<CheckResult>,
): Promise<CheckResult> {
  if (kept === undefined) return check();
  const key = await sha256(JSON.stringify([version, functionName, timeoutSeconds, countsLimits, code]));
  const known = await kept.find(key);
  if (known?.status === 'error') throw new Faulty(known);
  if (known !== undefined) return known;
  try {
    const result = await check();
    await kept.keep(key, result);
    return result;
  } catch (error) {
    // an interpreter that ended may do better another time
    if (error instanceof Faulty && error.fault.errorType !== 'RuntimeError') await kept.keep(key, error.fault);
    throw error;
  }
}
