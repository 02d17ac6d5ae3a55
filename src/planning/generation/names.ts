/** What a goal names: paths, and definitions by names that no ordinary word looks like. */

/** Characters of a goal that are read, and names that are taken of it. */
const LONGEST_READ = 20_000;
const MOST_NAMES = 12;
const LONGEST_NAME = 200;

/** A word with a slash or an extension, and identifiers with dots between. */
const PATH = /[\p{L}\p{N}_\-./@+]{2,300}/gu;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
/** Parts of different kinds, an underscore within, or a capital after a small letter. */
const LIKE_CODE = /[\p{L}\p{N}]_[\p{L}\p{N}]|^_+\p{L}|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u;

/** What a text names. */
export interface NamesInText {
  /** Files of `paths` that it names in full, or by an end that no other file has. */
  readonly files: readonly string[];
  /** `f`, `C` or `C.m` as they are written, in their order; at most {@link MOST_NAMES}. */
  readonly names: readonly string[];
  /** Names beyond those. */
  readonly left: number;
}

/** What `text` names, among the files `paths`. Reads the first {@link LONGEST_READ} characters. */
export function namesIn(text: string, paths: readonly string[]): NamesInText {
  const read = text.slice(0, LONGEST_READ);
  const files = filesNamed(read, paths);
  const ends = new Set(files.map(baseOf));
  const names = new Set<string>();
  for (const found of read.matchAll(IDENTIFIER)) {
    const [name] = found;
    const next = read[found.index + name.length];
    const isQuoted = read[found.index - 1] === '`' && (next === '`' || next === '(');
    if (name.length > LONGEST_NAME || ends.has(name)) continue;
    if (isQuoted || next === '(' || LIKE_CODE.test(name)) names.add(name);
  }
  const all = [...names];
  return { files, names: all.slice(0, MOST_NAMES), left: Math.max(0, all.length - MOST_NAMES) };
}

function filesNamed(text: string, paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const byBase = new Map<string, string[]>();
  for (const path of paths) {
    const alike = byBase.get(baseOf(path));
    if (alike === undefined) byBase.set(baseOf(path), [path]);
    else alike.push(path);
  }
  const found = new Set<string>();
  for (const [word] of text.matchAll(PATH)) {
    const path = word.replace(/^(?:\.\/)+/, '').replace(/(?<![./])[./]+$/, '');
    if (known.has(path)) found.add(path);
    else if (path.includes('.')) {
      const fitting = (byBase.get(baseOf(path)) ?? []).filter((one) => one.endsWith(`/${path}`));
      const [only] = fitting;
      if (only !== undefined && fitting.length === 1) found.add(only);
    }
    if (found.size === MOST_NAMES) break;
  }
  return [...found];
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
