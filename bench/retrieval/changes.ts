/** Descriptions of changes and the files they touched: patches of a distribution, and the history of this repository. */
import { execFileSync } from 'node:child_process';
import { type Patch, REPOSITORY } from './corpora.ts';

/** A change. */
export interface Change {
  /** The name of the patch, or the id of the commit. */
  readonly name: string;
  readonly text: string;
  readonly files: readonly string[];
}

const FEWEST_WORDS = 6;
const MOST_WORDS = 80;
const MOST_FILES = 6;

/** Patches with a description that says what they change in `paths`; none that only adapts a package to its distribution. */
export function patchChanges(patches: readonly Patch[], paths: ReadonlySet<string>): readonly Change[] {
  return patches
    .filter(({ text }) => !/^Forwarded: *(?:not|no\b)/im.test(text))
    .map(({ name, text }) => ({
      name,
      text: describe(text),
      files: [...text.matchAll(/^\+\+\+ (?:b\/|[^/\s]+\/)(\S+)/gm)].map(([, path = '']) => path),
    }))
    .map((change) => ({ ...change, files: existing(change.files, paths) }))
    .filter(isChange);
}

/** Commits up to `commit`, the latest first, that changed files of `paths`. */
export function commitChanges(commit: string, paths: ReadonlySet<string>): readonly Change[] {
  const log = execFileSync(
    'git',
    ['-C', REPOSITORY, 'log', '--no-merges', '--no-renames', '--name-only', '--format=%x01%H%x02%s%n%b%x02', commit],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  return log
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [name = '', text = '', files = ''] = entry.split('\x02');
      return { name, text: plain(text), files: existing(files.split('\n'), paths) };
    })
    .filter(isChange);
}

function isChange({ text, files }: Change): boolean {
  return text.split(' ').length >= FEWEST_WORDS && files.length > 0 && files.length <= MOST_FILES;
}

function existing(files: readonly string[], paths: ReadonlySet<string>): readonly string[] {
  return [...new Set(files)].filter((path) => paths.has(path));
}

/** The description of a patch: its Subject or Description, and the paragraphs below, without other fields. */
function describe(patch: string): string {
  const [header = ''] = patch.split(/^(?:---|diff --git|Index:)/m);
  const lines = header.split('\n');
  const start = lines.findIndex((line) => /^(?:Description|Subject):/.test(line));
  if (start < 0) return '';
  const kept: string[] = [];
  let field = false;
  for (const line of lines.slice(start)) {
    const named = /^(?:Description|Subject):\s*(?:\[[^\]]*\]\s*)*(.*)$/.exec(line);
    field = named === null && (/^[A-Za-z][A-Za-z-]+:(?: |$)/.test(line) || (field && /^\s+\S/.test(line)));
    if (!field) kept.push(named?.[1] ?? line);
  }
  return plain(decodeWords(kept.join('\n')));
}

/** Headers of mail in other than ASCII: RFC 2047's Q encoding, with spaces between words of which nothing is meant. */
function decodeWords(text: string): string {
  return text.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) =>
    decodeURIComponent(
      word
        .replaceAll('%', '%25')
        .replaceAll('_', ' ')
        .replace(/=([0-9A-F]{2})/gi, '%$1'),
    ),
  );
}

/** One line without addresses, notes in brackets and trailers. */
function plain(text: string): string {
  return text
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/^\s*(?:\(cherry picked.*|[A-Z][a-z]+(?:-[a-z]+)+:.*)$/gim, ' ')
    .replace(/<?https?:\/\/\S+/g, ' ')
    .split(/\s+/)
    .filter((word) => /\w/.test(word))
    .slice(0, MOST_WORDS)
    .join(' ');
}
