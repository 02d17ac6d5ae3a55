/** The functions of a workspace that a check goes over. */
import { z } from 'zod';
import { pathPatterns } from '../../lib/path-patterns.ts';
import { isOfPytest } from '../../lib/test-files.ts';
import { proceed } from '../../lib/work.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { ReadOther } from '../../symbolic/service.ts';
import type { FunctionSlice, ListedFunction } from '../../symbolic/workspace-service.ts';
import type { TreeFile } from '../../workspace/files/service.ts';
import type { FileMemo, MemoKey } from './file-memo.ts';
import { LARGEST_FILE } from './source.ts';

/** Python files of which functions are listed in one call. */
export const MOST_FILES = 1000;

/** Which functions are wanted. */
export interface FunctionWishes {
  readonly paths: readonly string[];
  readonly excludePaths: readonly string[];
}

/** The files of a commit, and what work on them is remembered. */
export interface CommitFiles {
  readonly commit: string;
  readonly files: readonly TreeFile[];
  readonly memo: FileMemo;
  /** Of the engine. */
  readonly version: string;
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
  readonly files: number;
  readonly functions: readonly FoundFunction[];
  /** Functions without annotations, contract or asserts. */
  readonly unstated: number;
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
}

const listedSchema: z.ZodType<readonly ListedFunction[] | { readonly skipped: string }> = z.union([
  z.array(z.object({ name: z.string(), line: z.int(), isStated: z.boolean() })),
  z.object({ skipped: z.string() }),
]);

/** Lists the functions of Python files that are no tests. Throws `ToolFailure` and Cancelled. */
export async function findFunctions(
  wishes: FunctionWishes,
  at: CommitFiles,
  ctx: ToolContext,
): Promise<FoundFunctions> {
  const isWanted = wishes.paths.length === 0 ? () => true : pathPatterns('paths', wishes.paths);
  const isUnwanted = pathPatterns('exclude_paths', wishes.excludePaths);
  const all = at.files.filter(
    ({ path }) => path.endsWith('.py') && !isOfPytest(path) && isWanted(path) && !isUnwanted(path),
  );
  const skipped = all
    .slice(MOST_FILES)
    .map(({ path }) => ({ file: path, reason: `${MOST_FILES} files are looked at: narrow paths` }));
  const files = all.slice(0, MOST_FILES);
  const keyOf = (path: string): MemoKey => ['functions', at.version, path];
  await at.memo.prepare(files.map(({ path }) => keyOf(path)));
  const functions: FoundFunction[] = [];
  let unstated = 0;
  for (const file of files) {
    await proceed(async () => !ctx.signal.aborted, { done: 0, message: file.path });
    const work = (read: ReadOther) => listOf(file, read, ctx);
    const listed = await at.memo.recall({ key: keyOf(file.path), schema: listedSchema, work });
    if ('skipped' in listed) {
      skipped.push({ file: file.path, reason: listed.skipped });
      continue;
    }
    for (const { name, line, isStated } of listed) {
      if (isStated) functions.push({ file: file.path, line, name });
      else unstated++;
    }
  }
  return { files: files.length, functions, unstated, skipped };
}

async function listOf(
  { path, size, target }: TreeFile,
  read: ReadOther,
  ctx: ToolContext,
): Promise<readonly ListedFunction[] | { readonly skipped: string }> {
  const code = await read(path);
  if (target !== undefined) return { skipped: `a link to ${target}` };
  if (code === undefined || size > LARGEST_FILE) return { skipped: `no UTF-8 text of at most ${LARGEST_FILE} bytes` };
  const listed = await ctx.symbolic.listFunctions(code);
  return 'status' in listed ? { skipped: `line ${listed.line ?? 1}: ${listed.message}` } : listed;
}

const sliceSchema: z.ZodType<FunctionSlice> = z.object({ key: z.string().exactOptional(), paths: z.array(z.string()) });

/** The functions that are not as they were in another commit, by themselves or by what they use; what is not decided counts as changed. */
export async function changedFunctions(
  functions: readonly FoundFunction[],
  now: CommitFiles,
  before: CommitFiles,
  ctx: ToolContext,
): Promise<readonly FoundFunction[]> {
  const changed = differingPaths(before.files, now.files);
  if (changed.size === 0) return [];
  const keyOf = (commit: CommitFiles, { file, name }: FoundFunction): MemoKey => [
    commit === now ? 'slice' : 'slice before',
    commit.version,
    file,
    name,
  ];
  await now.memo.prepare(functions.map((one) => keyOf(now, one)));
  const sliceOf = (commit: CommitFiles, one: FoundFunction) =>
    commit.memo.recall({
      key: keyOf(commit, one),
      schema: sliceSchema,
      work: (read) => ctx.symbolic.sliceOf({ path: one.file, name: one.name }, read),
    });
  const found: FoundFunction[] = [];
  for (const one of functions) {
    await proceed(async () => !ctx.signal.aborted, { done: 0, message: one.name });
    const slice = await sliceOf(now, one);
    const mayDiffer = slice.paths.some((path) => changed.has(path));
    if (mayDiffer && (slice.key === undefined || (await sliceOf(before, one)).key !== slice.key)) found.push(one);
  }
  return found;
}

/** Paths whose content is another one, or that one side does not have. */
function differingPaths(before: readonly TreeFile[], after: readonly TreeFile[]): ReadonlySet<string> {
  const old = new Map(before.map(({ path, blob }) => [path, blob]));
  const differing = new Set(after.flatMap(({ path, blob }) => (old.get(path) === blob ? [] : [path])));
  const now = new Set(after.map(({ path }) => path));
  for (const { path } of before) if (!now.has(path)) differing.add(path);
  return differing;
}
