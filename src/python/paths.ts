/** Names of files as callers write them: what is inside /workspace, and what is not. */
import { ToolFailure } from '../lib/errors.ts';

/** Where a session's files lie. */
export const FILES_ROOT = '/workspace';

/** Bytes of UTF-8 that one name and a whole path may have. */
export const LONGEST_NAME = 255;
export const LONGEST_PATH = 3000;

/** Any code point that is a control character, or half of a surrogate pair alone. */
const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;

/**
 * The path relative to /workspace, without `.`, `..` and needless slashes; `''` is /workspace itself. No other rewriting:
 * names that differ in case or Unicode normalisation are different files.
 * Throws `ToolFailure` for a path that leaves /workspace or is no usable name.
 */
export function normalizePath(path: string): string {
  if (path.includes('\0')) throw outside(path);
  const given = path.split('/').filter((name) => name !== '' && name !== '.');
  if (path.startsWith('/') && given.shift() !== FILES_ROOT.slice(1)) throw outside(path);
  const names: string[] = [];
  for (const name of given) {
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) throw outside(path);
  }
  const fault = nameFault(names.join('/'));
  if (fault !== undefined) throw invalid(path, fault);
  return names.join('/');
}

/** The path of a file, which is not /workspace itself. Throws as {@link normalizePath}. */
export function normalizeFilePath(path: string): string {
  const normal = normalizePath(path);
  if (normal !== '' && !path.endsWith('/')) return normal;
  throw invalid(path, 'is a directory, not a file');
}

/** Why a relative path cannot be kept, as the end of a sentence that starts with it; undefined when it can. */
export function nameFault(path: string): string | undefined {
  if (CONTROL.test(path)) return 'holds a control character';
  if (LONE_SURROGATE.test(path)) return 'holds half a surrogate pair, which UTF-8 cannot write';
  if (path.split('/').some((name) => utf8Length(name) > LONGEST_NAME))
    return `holds a name of more than ${LONGEST_NAME} bytes`;
  if (utf8Length(path) > LONGEST_PATH) return `is longer than ${LONGEST_PATH} bytes`;
  return undefined;
}

/** Whether a relative path, from wherever, is one that {@link normalizePath} returns for a file. */
export function isNormalPath(path: string): boolean {
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/** The directories that hold `path`, outermost first. */
export function parentsOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The path as it is shown in messages: in one line, and not for ever. */
export function shown(path: string): string {
  const text = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return text.toWellFormed().replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function outside(path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'ValueError',
    message: `Path '${shown(path)}' is outside workspace`,
    advice: "Give a path relative to /workspace, such as 'data/table.csv', or one that starts with /workspace/.",
  });
}

function invalid(path: string, fault: string): ToolFailure {
  return new ToolFailure({
    errorType: 'ValueError',
    message: `Path '${shown(path)}' ${fault}`,
    advice: `Names are Unicode text of at most ${LONGEST_NAME} bytes each, without control characters; list_files shows which files there are.`,
  });
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
