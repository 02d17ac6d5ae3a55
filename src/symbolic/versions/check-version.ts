/** Does a function of a workspace keep its contract, together with what it uses of other modules? */
import type { Pace } from '../../lib/pace.ts';
import type { VersionCheck, VersionCheckRequest } from '../service.ts';
import { check } from '../verify/check-class.ts';
import { Faulty, type Host } from '../verify/run.ts';
import type { ReadFile } from './link.ts';
import { linkFunctions } from './link-functions.ts';
import { placedMessage } from './placed.ts';

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
  try {
    const result = await check(host, { code: linked.code, functionName: name, timeoutSeconds, owner }, pace);
    const [first] = result.counterexamples;
    return {
      status: result.status,
      message: result.message,
      work: result.work,
      ...(first !== undefined && {
        counterexample: { ...first, message: placedMessage(linked, path, first.message) },
      }),
    };
  } catch (error) {
    if (!(error instanceof Faulty)) throw error;
    return { status: 'unknown', message: error.fault.message };
  }
}
