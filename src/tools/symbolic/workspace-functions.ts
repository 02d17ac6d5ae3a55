/** The functions of a workspace that a check goes over. */
import { pathPatterns } from '../../lib/path-patterns.ts';
import { isOfPytest } from '../../lib/test-files.ts';
import { proceed } from '../../lib/work.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { ReadOther } from '../../symbolic/service.ts';
import type { FunctionSlice } from '../../symbolic/workspace-service.ts';
import { LARGEST_FILE, readerAt } from './source.ts';

/** Python files of which functions are listed in one call. */
export const MOST_FILES = 1000;

/** Which functions are wanted. */
export interface FunctionWishes {
  readonly workspace: string;
  readonly ref: string | undefined;
  readonly paths: readonly string[];
  readonly excludePaths: readonly string[];
  /** Only functions that differ from this commit, by themselves or by what they use. */
  readonly changedSince: string | undefined;
}

/** A function and where it is. */
export interface FoundFunction {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** `f` or `C.m`. */
  readonly name: string;
}

/** What there is to check, and what is left out. */
export interface FoundFunctions {
  readonly commit: string;
  readonly files: number;
  readonly functions: readonly FoundFunction[];
  /** Functions without annotations, contract or asserts. */
  readonly unstated: number;
  /** Functions that are the same at the other commit. */
  readonly unchanged: number;
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
}

/** Lists the functions of Python files that are no tests. Throws `ToolFailure` and Cancelled. */
export async function findFunctions(wishes: FunctionWishes, ctx: ToolContext): Promise<FoundFunctions> {
  const { workspace } = ctx.workspaces.open(wishes.workspace);
  const tree = await workspace.fileTree(wishes.ref);
  const isWanted = wishes.paths.length === 0 ? () => true : pathPatterns('paths', wishes.paths);
  const isUnwanted = pathPatterns('exclude_paths', wishes.excludePaths);
  const all = tree.files.filter(
    ({ path }) => path.endsWith('.py') && !isOfPytest(path) && isWanted(path) && !isUnwanted(path),
  );
  const at = (commit: string): ReadOther => readerAt({ workspace: wishes.workspace, commit }, ctx);
  const read = at(tree.commit);
  const since = wishes.changedSince === undefined ? undefined : await workspace.fileTree(wishes.changedSince);
  const differs =
    since &&
    changedSlices({ ctx, before: at(since.commit), after: read, changed: differingPaths(since.files, tree.files) });
  const skipped: { file: string; reason: string }[] = all
    .slice(MOST_FILES)
    .map(({ path }) => ({ file: path, reason: `one call looks at ${MOST_FILES} files: narrow paths` }));
  const functions: FoundFunction[] = [];
  let unstated = 0;
  let unchanged = 0;
  for (const { path, size, target } of all.slice(0, MOST_FILES)) {
    await proceed(async () => !ctx.signal.aborted, { done: 0, message: path });
    const code = target === undefined && size <= LARGEST_FILE ? await read(path) : undefined;
    const listed = code === undefined ? undefined : await ctx.symbolic.listFunctions(code);
    if (listed === undefined) {
      const reason = target === undefined ? `no UTF-8 text of at most ${LARGEST_FILE} bytes` : `a link to ${target}`;
      skipped.push({ file: path, reason });
    } else if ('status' in listed) {
      skipped.push({ file: path, reason: `line ${listed.line ?? 1}: ${listed.message}` });
    } else {
      for (const { name, line, isStated } of listed) {
        if (!isStated) unstated++;
        else if (differs !== undefined && !(await differs(path, name))) unchanged++;
        else functions.push({ file: path, line, name });
      }
    }
  }
  return { commit: tree.commit, files: Math.min(all.length, MOST_FILES), functions, unstated, unchanged, skipped };
}

type Files = readonly { readonly path: string; readonly blob: string }[];

/** Paths whose content is another one, or that one side does not have. */
function differingPaths(before: Files, after: Files): ReadonlySet<string> {
  const old = new Map(before.map(({ path, blob }) => [path, blob]));
  const differing = new Set(after.flatMap(({ path, blob }) => (old.get(path) === blob ? [] : [path])));
  const now = new Set(after.map(({ path }) => path));
  for (const { path } of before) if (!now.has(path)) differing.add(path);
  return differing;
}

/** Says of functions whether they, or anything that they use, are not as they were; what cannot be told counts as changed. */
function changedSlices({
  ctx,
  before,
  after,
  changed,
}: {
  readonly ctx: ToolContext;
  readonly before: ReadOther;
  readonly after: ReadOther;
  readonly changed: ReadonlySet<string>;
}): (path: string, name: string) => Promise<boolean> {
  const sliceOf = (path: string, name: string, read: ReadOther): Promise<FunctionSlice> =>
    ctx.symbolic.sliceOf({ path, name }, read);
  return async (path, name) => {
    if (changed.size === 0) return false;
    const now = await sliceOf(path, name, after);
    if (!now.paths.some((one) => changed.has(one))) return false;
    return now.key === undefined || (await sliceOf(path, name, before)).key !== now.key;
  };
}
