/** Names of files as diffs write them: quoted, with prefixes and timestamps. */
import { shown, unreadable } from './lines.ts';

/** A name of both sides; undefined for `/dev/null`. */
export interface Names {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Characters of a path. */
const LONGEST_PATH = 4096;
/** Characters of a line with one or two paths, of which four may stand for a byte. */
const LONGEST_LINE = 8 * LONGEST_PATH;
/** What git writes before the names of both sides, also with `diff.mnemonicPrefix`. */
const PREFIX = /^[abciow12]\//;
/** What every tool understands as such. */
const USUAL_PREFIX = /^[ab]\//;
const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};
/** What diff and Subversion write after a name: a time, or a revision. */
const STAMP =
  /(?:(?<=\S)\s+\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*|(?<=\S)\s+\((?:revision \d+|working copy|nonexistent|\.\.\.[^()]*)\))+$/;

/** A path of a repository. Throws `ToolFailure` for one that cannot be in any. */
export function checkedPath(path: string, line: number): string {
  const plain = path.replace(/^(?:\.\/)+/, '');
  const wrong =
    plain === ''
      ? 'is empty'
      : plain.length > LONGEST_PATH
        ? `has more than ${LONGEST_PATH} characters`
        : plain.includes('\0')
          ? 'holds a NUL'
          : /^(?:\/|[A-Za-z]:[\\/])/.test(plain)
            ? 'is absolute'
            : plain.split('/').includes('..')
              ? 'leads out of the repository by ".."'
              : undefined;
  if (wrong === undefined) return plain;
  throw unreadable(
    `The diff names the path ${shown(path)}, which ${wrong}.`,
    line,
    'Paths are relative to the root of the repository, as git diff writes them there.',
  );
}

/** A name that stands alone, such as after `rename from `: unquoted if it is quoted. */
export function soleName(text: string, line: number): string {
  checkLength(text, line);
  if (!text.startsWith('"')) return text;
  const { name, end } = unquoted(text, 0, line);
  if (end !== text.length) throw unreadable(`After the quoted name stands ${shown(text.slice(end))}.`, line);
  return name;
}

/** The names in a line `diff --git <before> <after>`; undefined when it does not tell where the first one ends. */
export function gitNames(text: string, line: number): Names | undefined {
  checkLength(text, line);
  const quoted = quotedPair(text, line);
  if (quoted !== undefined) return namesOfPair(...quoted);
  const splits = [...text.matchAll(/ /g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)] as const);
  // Git writes names that differ without saying so elsewhere only for files outside of a repository.
  const same =
    splits.find(([left, right]) => isPrefixed(left, right) && left.slice(2) === right.slice(2)) ??
    splits.find(([left, right]) => left === right) ??
    splits.find(([left, right]) => tail(left) !== '' && tail(left) === tail(right));
  if (same !== undefined) return namesOfPair(...same);
  const [only, ...others] = splits.filter(([left, right]) => isPrefixed(left, right));
  return only === undefined || others.length > 0 ? undefined : namesOfPair(...only);
}

/** Both names without the prefixes that they have. */
function namesOfPair(left: string, right: string): Names {
  if (left === right) return { before: left, after: left };
  if (isPrefixed(left, right)) return { before: left.slice(2), after: right.slice(2) };
  if (tail(left) !== '' && tail(left) === tail(right)) return { before: tail(left), after: tail(right) };
  return { before: left, after: right };
}

/** The names in the lines `--- <before>` and `+++ <after>`, which may have timestamps. `isGit`: below a line `diff --git`. */
export function headerNames(before: string, after: string, line: number, isGit: boolean): Names {
  const [left, right] = [headerName(before, line, isGit), headerName(after, line + 1, isGit)];
  if (left === undefined || right === undefined) {
    const prefix = isGit ? PREFIX : USUAL_PREFIX;
    return {
      before: left === undefined ? undefined : withoutPrefix(left, prefix),
      after: right === undefined ? undefined : withoutPrefix(right, prefix),
    };
  }
  const isSaved = ['.orig', '.old', '.bak', '~'].some((end) => left === right + end);
  return isSaved ? { before: right, after: right } : namesOfPair(left, right);
}

function headerName(text: string, line: number, isGit: boolean): string | undefined {
  checkLength(text, line);
  if (text.startsWith('"')) return unquoted(text, 0, line).name;
  const tab = text.indexOf('\t');
  const name = tab !== -1 ? text.slice(0, tab) : isGit ? text : text.replace(STAMP, '');
  return name === '/dev/null' ? undefined : name;
}

function checkLength(text: string, line: number): void {
  if (text.length > LONGEST_LINE) throw unreadable(`A line with names has ${text.length} characters.`, line);
}

function isPrefixed(left: string, right: string): boolean {
  return PREFIX.test(left) && PREFIX.test(right) && left[0] !== right[0];
}

function withoutPrefix(name: string, prefix = PREFIX): string {
  return prefix.test(name) ? name.slice(2) : name;
}

/** What follows the first folder. */
function tail(name: string): string {
  const slash = name.indexOf('/');
  return slash === -1 || name.slice(0, slash).includes(' ') ? '' : name.slice(slash + 1);
}

/** Two names of which at least one is quoted. */
function quotedPair(text: string, line: number): readonly [string, string] | undefined {
  if (text.startsWith('"')) {
    const { name, end } = unquoted(text, 0, line);
    return [name, soleName(text.slice(end + 1), line)];
  }
  const quote = text.indexOf(' "');
  if (quote === -1 || !text.endsWith('"')) return undefined;
  return [text.slice(0, quote), soleName(text.slice(quote + 1), line)];
}

/** A name in quotes as C writes strings, from the quote at `start` on; octal escapes are the bytes of UTF-8. */
function unquoted(text: string, start: number, line: number): { readonly name: string; readonly end: number } {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let at = start + 1; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === '"') return { name: new TextDecoder().decode(new Uint8Array(bytes)), end: at + 1 };
    if (character !== '\\') {
      const next = text.slice(at).search(/["\\]/);
      const plain = text.slice(at, next === -1 ? text.length : at + next);
      bytes.push(...encoder.encode(plain.slice(0, LONGEST_PATH)));
      at += plain.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4))?.[0];
    const byte = octal === undefined ? ESCAPES[text[at + 1] ?? ''] : Number.parseInt(octal, 8);
    if (byte === undefined) throw unreadable(`The name ${shown(text)} has an escape that git does not write.`, line);
    bytes.push(byte);
    at += octal === undefined ? 2 : 4;
  }
  throw unreadable(`The name ${shown(text)} begins with a quote that does not end.`, line);
}
