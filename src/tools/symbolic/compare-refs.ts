/** `compare_functions` with `ref_a` and `ref_b`: two versions of a function of a workspace. */
import { ToolFailure } from '../../lib/errors.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { VersionComparison, VersionDifference, VersionReason, Work } from '../../symbolic/service.ts';
import { workFacts } from './facts.ts';
import { readerAt, type Source, sourceOf } from './source.ts';

/** What is compared. */
interface Wishes {
  readonly code?: string | undefined;
  readonly file?: string | undefined;
  readonly workspace?: string | undefined;
  readonly ref?: string | undefined;
  readonly ref_a?: string | undefined;
  readonly ref_b?: string | undefined;
  readonly function_a: string;
  readonly function_b: string;
  readonly precondition?: string | undefined;
  readonly timeout_seconds: number;
  readonly machine_limits: 'spare' | 'count';
}

/** Compares the function at both commits, each with what it uses there. Throws `ToolFailure` and Cancelled. */
export async function compareRefs(args: Wishes, ctx: ToolContext) {
  const { file, workspace } = args;
  if (args.code !== undefined || file === undefined)
    throw misused('ref_a and ref_b are commits of a file, and none is given');
  if (args.function_a !== args.function_b) throw misused('ref_a and ref_b are about versions of one function');
  const at = (ref: string | undefined) => sourceOf({ file, workspace, ref }, ctx);
  const [a, b] = [cited(await at(args.ref_a ?? args.ref)), cited(await at(args.ref_b ?? args.ref))];
  const read = { before: readerAt(a.source, ctx), after: readerAt(b.source, ctx) };
  const compared = await ctx.symbolic.compareVersions(
    {
      before: { path: a.source.file, name: args.function_a },
      after: { path: b.source.file, name: args.function_b },
      timeoutSeconds: args.timeout_seconds,
      owner: ctx.principal.userId,
      ...(args.precondition !== undefined && { precondition: args.precondition }),
      ...(args.machine_limits === 'count' && { countsLimits: true }),
    },
    (side, path) => read[side](path),
    ctx.onProgress,
  );
  const differences = compared.differences.map(differenceFacts);
  const [first] = differences;
  return {
    ...b,
    ...verdictOf(compared),
    ...(first !== undefined && { distinguishing_input: first.args }),
    differences,
    paths_compared: compared.pathsCompared ?? 0,
    reasons: compared.reasons.map(reasonFacts),
    assumptions: [...compared.assumptions],
    work: workFacts(compared.work ?? NO_WORK),
    commits: { a: a.source.commit, b: b.source.commit },
  };
}

const NO_WORK: Work = { fuelUsed: 0, fuelBudget: 0, solverQueries: 0, replays: 0, steps: 0 };

function misused(message: string): ToolFailure {
  const advice =
    'Pass file and workspace, the name of the function as function_a and function_b, and its commits as ref_a and ref_b.';
  return new ToolFailure({ errorType: 'ValueError', message: `${message}.`, advice });
}

/** A source of a workspace, which one of a file is. */
function cited({ code, source }: Source): Required<Source> {
  if (source === undefined) throw misused('ref_a and ref_b are commits of a file');
  return { code, source };
}

function verdictOf({ status, message }: VersionComparison) {
  switch (status) {
    case 'unchanged':
      return { status: 'equivalent', confidence: 'proven', message } as const;
    case 'equivalent':
    case 'different':
      return { status, confidence: 'proven', message } as const;
    case 'timeout':
    case 'unknown':
      return { status, confidence: 'partial', message } as const;
    case 'signature':
      throw new ToolFailure({
        errorType: 'ValueError',
        message: `The versions are called in different ways. ${message}`,
        advice: 'Look at its callers with find_references: whoever calls it has to change, too.',
      });
  }
}

function differenceFacts({ args, call, differsIn, message, before, after, foundBy, pytest }: VersionDifference) {
  return {
    args: { ...args },
    call,
    difference: differsIn,
    message,
    outcome_a: before,
    outcome_b: after,
    found_by: foundBy,
    ...(pytest !== undefined && { pytest }),
  };
}

function reasonFacts({ construct, message, file, line, side }: VersionReason) {
  const where = side === undefined ? file : `${file} at ref_${side === 'before' ? 'a' : 'b'}`;
  return { construct, message: `${message} (${where})`, ...(line !== undefined && { line }) };
}
