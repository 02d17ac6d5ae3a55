/** Checks functions of a workspace, each once. */
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { MemoKey } from './file-memo.ts';
import { type Counts, checksKeptIn } from './kept-checks.ts';
import type { CommitFiles, FoundFunction } from './workspace-functions.ts';
import { type FunctionVerdict, toVerdict, verdictSchema } from './workspace-verdict.ts';

/** How functions are checked. */
export interface CheckWishes {
  readonly workspace: string;
  readonly timeout_seconds: number;
  readonly machine_limits: 'spare' | 'count';
}

/**
 * Verdicts on functions of one commit. A verdict stands while the files that were read for it are the same; where they are not, the engine finds
 * the check of the same code, whose lines may be others.
 */
export class WorkspaceChecks {
  readonly counts: Counts = { made: 0, known: 0 };
  readonly #wishes: CheckWishes;
  readonly #files: CommitFiles;
  readonly #ctx: ToolContext;

  constructor(wishes: CheckWishes, files: CommitFiles, ctx: ToolContext) {
    this.#wishes = wishes;
    this.#files = files;
    this.#ctx = ctx;
  }

  /** Asks the workspace for many verdicts at once. */
  prepare(functions: readonly FoundFunction[]): Promise<void> {
    return this.#files.memo.prepare(functions.map((one) => this.#keyOf(one)));
  }

  /** The verdict on one function. Throws `ToolFailure` and Cancelled. */
  async verdictOn(one: FoundFunction): Promise<FunctionVerdict> {
    const { principal, symbolic, signal, codeSizeLimit, workspaces } = this.#ctx;
    const { workspace, timeout_seconds: timeoutSeconds, machine_limits } = this.#wishes;
    let isStanding = true;
    const verdict = await this.#files.memo.recall<FunctionVerdict>({
      key: this.#keyOf(one),
      schema: verdictSchema,
      isFleeting: ({ error_type }) => error_type === 'RuntimeError',
      work: async (read) => {
        isStanding = false;
        const request = {
          code: (await read(one.file)) ?? '',
          file: { path: one.file, mostBytes: codeSizeLimit, isSliced: true },
          functionName: one.name,
          timeoutSeconds,
          owner: principal.userId,
          ...(machine_limits === 'count' && { countsLimits: true }),
        };
        const kept = checksKeptIn(workspaces.open(workspace).workspace, this.counts);
        return toVerdict(one, await symbolic.check(request, async () => !signal.aborted, read, kept));
      },
    });
    if (isStanding) this.counts.known++;
    return verdict;
  }

  #keyOf({ file, name }: FoundFunction): MemoKey {
    const { timeout_seconds, machine_limits } = this.#wishes;
    return ['check', this.#files.version, file, name, timeout_seconds, machine_limits, this.#ctx.codeSizeLimit];
  }
}
