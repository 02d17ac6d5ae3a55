/** Tells of the work that the symbolic engine reports, in seconds of its budgets: counted, never timed. */
import type { SymbolicApi, Work } from '../symbolic/service.ts';
import type { KeptChecks } from '../symbolic/workspace-service.ts';

/** The same engine; `worked` is called after each call that spent solver fuel. */
export function countedSymbolic(symbolic: SymbolicApi, worked: (seconds: number) => void): SymbolicApi {
  const counted = async <Result extends object>(
    { timeoutSeconds }: { readonly timeoutSeconds: number },
    answer: Promise<Result>,
    isWorkedOut = () => true,
  ): Promise<Result> => {
    const result: Result & { readonly work?: Work } = await answer;
    const { fuelUsed = 0, fuelBudget = 0 } = result.work ?? {};
    if (fuelUsed > 0 && fuelBudget > 0 && isWorkedOut()) worked((timeoutSeconds * fuelUsed) / fuelBudget);
    return result;
  };
  return {
    check(request, onProgress, read, kept) {
      const watched = kept && watchedChecks(kept);
      return counted(request, symbolic.check(request, onProgress, read, watched?.checks), () => !watched?.isFound());
    },
    listFunctions: (code) => symbolic.listFunctions(code),
    sliceOf: (request, read) => symbolic.sliceOf(request, read),
    findPathToException: (request, ...rest) => counted(request, symbolic.findPathToException(request, ...rest)),
    compare: (request, ...rest) => counted(request, symbolic.compare(request, ...rest)),
    analyzeBranches: (request, ...rest) => counted(request, symbolic.analyzeBranches(request, ...rest)),
    compareVersions: (request, ...rest) => counted(request, symbolic.compareVersions(request, ...rest)),
    changedFunctions: (request) => symbolic.changedFunctions(request),
    checkVersion: (request, ...rest) => counted(request, symbolic.checkVersion(request, ...rest)),
    branchInputs: (request, ...rest) => counted(request, symbolic.branchInputs(request, ...rest)),
    checkClaim: (request, ...rest) => counted(request, symbolic.checkClaim(request, ...rest)),
    info: () => symbolic.info(),
  };
}

/** `kept`, and whether a result was found in it: that was worked out by an earlier call. */
function watchedChecks(kept: KeptChecks): { readonly checks: KeptChecks; readonly isFound: () => boolean } {
  let isFound = false;
  return {
    checks: {
      async find(key) {
        const found = await kept.find(key);
        isFound ||= found !== undefined;
        return found;
      },
      keep: (key, result) => kept.keep(key, result),
    },
    isFound: () => isFound,
  };
}
