/** Inputs of a function of a workspace that take the sides of its decisions. */
import type { Pace } from '../../lib/pace.ts';
import { analyzeBranches } from '../branches/analyze.ts';
import type { BranchInputs, BranchSide, VersionCheckRequest } from '../service.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { Faulty, type Host } from '../verify/run.ts';
import { checkClaim } from './check-claim.ts';
import type { ReadFile } from './link.ts';
import { linkFunctions } from './link-functions.ts';

/** Holds for nothing that returns: what fails it is any input for which the function returns. */
const NEVER = { kind: 'contract', before: [], after: ['False'] } as const;

/**
 * Calls that were seen on CPython, on the module that holds all that the function uses: one for each side of its decisions that
 * one was found for, those that take most first; of a function without decisions, any call that returns. Throws Cancelled.
 */
export async function branchInputs(
  host: Host,
  request: VersionCheckRequest,
  read: ReadFile,
  pace: Pace,
): Promise<BranchInputs> {
  try {
    const { path, name, timeoutSeconds, owner } = request;
    const linked = await linkFunctions({ path, names: [name], read }, host.parser);
    if (linked.kind !== 'linked') return { inputs: [], open: 0, message: `${linked.construct} ${linked.message}` };
    const asked = { code: linked.code, functionName: name, timeoutSeconds, owner, symbolicReachability: true };
    const { branches, message } = await analyzeBranches(host, asked, pace);
    const takes = new Map<string, string[]>();
    let open = 0;
    const see = (side: BranchSide, text: string) => {
      if (side.kind === 'undecided') open++;
      if (side.kind === 'reachable') takes.set(side.example.call, [...(takes.get(side.example.call) ?? []), text]);
    };
    for (const { kind, condition, whenTrue, whenFalse } of branches) {
      see(whenTrue, `${kind} ${condition}: yes`);
      see(whenFalse, `${kind} ${condition}: no`);
    }
    const inputs = [...takes].map(([call, sides]) => ({ call, takes: sides }));
    if (inputs.length > 0)
      return { inputs: inputs.toSorted((one, other) => other.takes.length - one.takes.length), open, message };
    const { call, message: why } = await checkClaim(host, { ...request, claim: NEVER, types: {} }, read, pace);
    return { inputs: call === undefined ? [] : [{ call, takes: [] }], open, message: call === undefined ? why : '' };
  } catch (error) {
    if (error instanceof Faulty) return { inputs: [], open: 0, message: error.fault.message };
    if (error instanceof PythonSyntaxError) return { inputs: [], open: 0, message: error.message };
    throw error;
  }
}
