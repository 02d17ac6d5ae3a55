/** Does a function of a workspace keep its contract, together with what it uses of other modules? */
import type { Pace } from '../../lib/pace.ts';
import type { VersionCheck, VersionCheckRequest } from '../service.ts';
import { check } from '../verify/check-class.ts';
import { Faulty, type Host } from '../verify/run.ts';
import { Reporter } from './in-file.ts';
import type { ReadFile } from './link.ts';
import { linkFunctions } from './link-functions.ts';

/** Checks a function as `symbolic_check` does, on the module that holds all that it uses. Throws Cancelled. */
export async function checkVersion(
  host: Host,
  request: VersionCheckRequest,
  read: ReadFile,
  pace: Pace,
): Promise<VersionCheck> {
  const { path, name, timeoutSeconds, owner } = request;
  const linked = await linkFunctions({ path, names: [name], read }, host.parser);
  if (linked.kind !== 'linked') return { status: 'unknown', message: `${linked.construct} ${linked.message}` };
  const reporter = new Reporter(path, linked, new Map(), linked.definedIn);
  try {
    const result = await check(host, { code: linked.code, functionName: name, timeoutSeconds, owner }, pace);
    const [first] = result.counterexamples;
    const { status, message, work } = result;
    if (first === undefined) return { status, message, work };
    // A test would import the linked module, which nobody has.
    const { pytest: _, ...found } = first;
    return { status, message, work, counterexample: reporter.counterexample(found) };
  } catch (error) {
    if (!(error instanceof Faulty)) throw error;
    return { status: 'unknown', message: reporter.fault(error).fault.message };
  }
}
