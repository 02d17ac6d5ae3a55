/** The interface of an analyzer's Worker, as requests and answers cross RPC. */
import type { CheckedFile, Range, TextEdit } from './analyzer.ts';

export interface CheckRequest {
  /** What is checked: UTF-8 texts of files that the analyzer handles. */
  readonly files: readonly CheckedFile[];
  /** The paths that there are, as far as they may matter to this analyzer. */
  readonly paths: readonly string[];
}

/** Reads files of the side that is checked, in their order; undefined is what cannot be read. */
export type ReadFiles = (paths: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** What is wrong at one place. */
export interface Diagnostic extends Range {
  readonly path: string;
  /** Of the rule, as the analyzer names it, such as `TS2345` or `F821`. */
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Whether what is not in the workspace may be why it says so. */
  readonly uncertain?: boolean;
  /** What the analyzer calls a safe repair. */
  readonly fix?: readonly TextEdit[];
}

export interface CheckAnswer {
  /** In the order of the files, and of their lines. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files of which there are more than these. */
  readonly truncated: readonly string[];
  /** What was not looked at, or not understood, as sentences. */
  readonly notes: readonly string[];
}

export interface AnalyzerInfo {
  readonly version: string;
  /** Bytes of its WebAssembly memory, where it has one. */
  readonly heapBytes?: number;
}

/** What the Worker of an analyzer offers. */
export interface AnalyzerApi {
  check(request: CheckRequest, read: ReadFiles): Promise<CheckAnswer>;
  info(): Promise<AnalyzerInfo>;
}

/** Diagnostics of an answer, and of one file in it. */
export const MOST_DIAGNOSTICS = 2000;
export const MOST_IN_FILE = 300;

/** Characters of a message. */
const LONGEST_MESSAGE = 600;

/** An answer within its bounds: the first diagnostics of each file. */
export function boundedAnswer(byFile: readonly (readonly Diagnostic[])[], notes: readonly string[]): CheckAnswer {
  const diagnostics: Diagnostic[] = [];
  const truncated: string[] = [];
  for (const found of byFile) {
    const most = Math.min(MOST_IN_FILE, MOST_DIAGNOSTICS - diagnostics.length);
    const kept = found.toSorted(inOrder).slice(0, most);
    if (kept.length < found.length) truncated.push(...new Set(found.map(({ path }) => path)));
    for (const each of kept) diagnostics.push({ ...each, message: each.message.slice(0, LONGEST_MESSAGE) });
  }
  return { diagnostics, truncated, notes: [...new Set(notes)] };
}

function inOrder(one: Diagnostic, other: Diagnostic): number {
  return one.line - other.line || one.column - other.column;
}

/** The first of `names` in the folder of `path` or the nearest one above it that has any; undefined when none has. */
export function nearest(path: string, names: readonly string[], paths: ReadonlySet<string>): string | undefined {
  return upwards(path, names, paths)[0];
}

/** All of `names` from the folder of `path` upwards, nearest first. */
export function upwards(path: string, names: readonly string[], paths: ReadonlySet<string>): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  return Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up))
    .flatMap((parts) => names.map((name) => [...parts, name].join('/')))
    .filter((candidate) => paths.has(candidate));
}
