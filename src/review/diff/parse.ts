/**
 * Reads diffs in git's and diff's unified form. `parsePatch` of the `diff` package 9.0.0 is not used here: it reads prose, an empty text and
 * `diff --cc` as a file without hunks, a header cut off before its hunks likewise, a binary patch as no binary file, drops spaces at the
 * end of names, has no names for modes changed under `--no-prefix`, and gives neither ids of blobs nor the line of a mistake.
 */
import type { Diff, DiffFile, DiffLine, Hunk } from './diff.ts';
import { emptyHeader, type Header, readBinary, readGitHeader, readIndexHeader, readNames } from './headers.ts';
import { firstOf, isHunkHeader, placedAt, readHunk } from './hunks.ts';
import { bare, Lines, shown, unreadable } from './lines.ts';
import { checkedPath, headerNames, type Names } from './names.ts';

/** UTF-16 units of a diff, lines and files in it. A diff at these limits takes some 70 MB besides its text. */
export const LARGEST_DIFF = 20 * 2 ** 20;
export const MOST_LINES = 1_000_000;
export const MOST_FILES = 20_000;

/** What parsing found besides the change. */
export interface ParsedDiff extends Diff {
  /** What a reader of the review has to know, such as that a merge's diff is incomplete. */
  readonly warnings: readonly string[];
}

/**
 * Reads a unified diff: git's with renames, copies, modes, binary files, submodules, quoted names and any or no prefixes; diff's and
 * Subversion's; hunks without names when `changedFiles` names one file. Text around, as of a mail, is skipped. Of a merge's combined diff
 * (`diff --cc`) the lines are told against its first parent. Takes time in proportion to the text. Throws `ToolFailure` with the line of
 * the diff for what cannot be read, for a text that has no diff, and for one above {@link LARGEST_DIFF}.
 */
export function parseDiff(text: string, changedFiles: readonly string[] = []): ParsedDiff {
  checkSize(text);
  const lines = new Lines(text);
  const files: DiffFile[] = [];
  const seen = new Map<string, number>();
  let isMerge = false;
  /** Lines of the diff. */
  const recounted: number[] = [];
  const unread: number[] = [];
  while (lines.line !== undefined) {
    const header = readHeader(lines, changedFiles, files.length === 0);
    if (header === undefined) {
      lines.advance();
      continue;
    }
    const { file, recounted: wrong } = readFile(header, lines);
    isMerge ||= header.style === 'merge';
    recounted.push(...wrong);
    if (header.unreadIndex !== undefined) unread.push(header.unreadIndex);
    const first = seen.get(file.path);
    const last = files.at(-1);
    if (first === undefined) files.push(file);
    else if (last?.path === file.path && last.status === 'deleted' && file.status === 'added') {
      files[files.length - 1] = replaced(last, file);
    } else throw repeated(file.path, header.line, first);
    seen.set(file.path, header.line);
    if (files.length > MOST_FILES) throw tooLarge(`more than ${MOST_FILES} files`);
  }
  if (files.length === 0) throw noDiff(text);
  return {
    files,
    warnings: [
      ...(isMerge
        ? [
            "It is a merge's combined diff, which shows only what differs from all parents; lines are compared with the first parent.",
          ]
        : []),
      ...(recounted.length === 0
        ? []
        : [
            `Headers of hunks count other lines than follow them (${placesOf(recounted)}): the lines count. Such a diff is written by hand, or was cut off.`,
          ]),
      ...(unread.length === 0 ? [] : [`Lines "index" without ids of contents were left out (${placesOf(unread)}).`]),
    ],
  };
}

/** Lines of the diff that a warning names. */
const MOST_PLACES = 5;

function placesOf(places: readonly number[]): string {
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  return `${places.length === 1 ? 'line' : 'lines'} ${places.slice(0, MOST_PLACES).join(', ')}${more} of the diff`;
}

function checkSize(text: string): void {
  if (text.length > LARGEST_DIFF) throw tooLarge(`${text.length} characters`);
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  if (count > MOST_LINES) throw tooLarge(`${count} lines`);
  const nul = text.indexOf('\0');
  if (nul === -1) return;
  const line = text.slice(0, nul).split('\n').length;
  throw unreadable('The diff holds a NUL byte: it is not text, or it tells a binary file as text.', line);
}

function tooLarge(what: string): Error {
  return unreadable(
    `The diff has ${what}.`,
    undefined,
    `At most ${MOST_LINES} lines and ${MOST_FILES} files are read, in a message of at most 4 MB: leave out generated files ` +
      "(git diff main...HEAD -- . ':!dist'), or review parts of it one by one.",
  );
}

function noDiff(text: string): Error {
  if (text.trim() === '') return unreadable('The diff is empty: there is nothing to review.');
  if (text.includes('\u001b[')) {
    return unreadable('The diff has the colours of a terminal in it.', 1, 'Give the output of git diff --no-color.');
  }
  return unreadable('The text holds no diff: none of its lines begins with "diff --git ", "--- " or "@@ -".', 1);
}

function repeated(path: string, line: number, first: number): Error {
  return unreadable(
    `The diff tells the file ${shown(path)} twice, first in line ${first}: it is a series of patches.`,
    line,
    'Give one diff of all changes, such as: git diff main...HEAD, or review the patches one by one.',
  );
}

/** The header that begins at this line; undefined when none does. */
function readHeader(lines: Lines, changedFiles: readonly string[], isFirst: boolean): Header | undefined {
  const { line = '' } = lines;
  if (/^diff --(?:git|cc|combined) /.test(line)) return readGitHeader(lines);
  if (lines.isNamesHeader) {
    const header = emptyHeader(lines, 'plain');
    readNames(header, lines);
    return header;
  }
  if (line.startsWith('Index: ')) return readIndexHeader(lines);
  if (line.startsWith('Submodule ')) return readSubmodule(lines);
  if (line.startsWith('Binary files ')) return readBinaryFiles(lines);
  if (!isHunkHeader(line)) return undefined;
  const [path, ...others] = changedFiles;
  if (isFirst && path !== undefined && others.length === 0) {
    return emptyHeader(lines, 'bare', { before: path, after: path });
  }
  throw unreadable(
    'A hunk begins here, and no line above tells of which file.',
    lines.number,
    'Give the lines "--- a/path" and "+++ b/path" before it, or name the one file in changed_files.',
  );
}

/** The file of a header, with its hunks, and the lines of the diff where hunks begin whose headers count wrongly. */
function readFile(header: Header, lines: Lines): { readonly file: DiffFile; readonly recounted: readonly number[] } {
  readBinary(header, lines);
  const hunks: Hunk[] = [];
  const recounted: number[] = [];
  const end = { old: 1, new: 1 };
  while (!header.binary && isHunkHeader(lines.line)) {
    const start = lines.number;
    const read = readHunk(lines, header.crlf);
    if (read.isRecounted) recounted.push(start);
    let { hunk } = read;
    if (recounted.length > 0) {
      // Where one header is wrong, others may be, and those behind it are at other places after the change.
      const before = Math.max(firstOf(hunk.oldStart, hunk.oldLines), end.old);
      hunk = placedAt(hunk, before, end.new + before - end.old);
    }
    const [before, after] = [firstOf(hunk.oldStart, hunk.oldLines), firstOf(hunk.newStart, hunk.newLines)];
    if (before < end.old || after < end.new) {
      throw unreadable('The hunk begins before the end of the one above it.', start);
    }
    end.old = before + hunk.oldLines;
    end.new = after + hunk.newLines;
    hunks.push(hunk);
  }
  // Who writes counts by hand writes the ids of contents by hand, too.
  if (recounted.length > 0) header.blobs = {};
  return { file: toFile(header, hunks, lines), recounted };
}

function toFile(header: Header, hunks: readonly Hunk[], lines: Lines): DiffFile {
  const { line, names, change, style, modes, blobs, binary } = header;
  const isChanged = change === undefined && modes.before === modes.after && blobs.before !== blobs.after;
  const needsHunks = header.announcesHunks || (style === 'git' && isChanged);
  if (hunks.length === 0 && !binary && needsHunks) {
    throw unreadable(
      `Here a hunk such as "@@ -1,2 +3,4 @@" is expected, and there is ${shown(lines.line)}.`,
      lines.number,
    );
  }
  const { before = names?.after, after = names?.before } = names ?? {};
  if (before === undefined || after === undefined) {
    throw unreadable('This line does not tell where the first name ends, and no line below it does.', line);
  }
  const [from, to] = [checkedPath(before, line), checkedPath(after, line)];
  const status = change ?? (from === to ? 'modified' : 'renamed');
  const path = status === 'deleted' ? from : to;
  return {
    path,
    ...((status === 'renamed' || status === 'copied') && { from }),
    status,
    ...(Object.keys(modes).length > 0 && { modes }),
    ...(Object.keys(blobs).length > 0 && { blobs }),
    binary,
    hunks,
  };
}

/** A file that git tells as deleted and added because it became something else, such as a link. */
function replaced(before: DiffFile, after: DiffFile): DiffFile {
  const removed = before.hunks.flatMap(({ lines }) => lines);
  const added = after.hunks.flatMap(({ lines }) => lines);
  return {
    path: after.path,
    status: 'modified',
    modes: { ...before.modes, ...after.modes },
    ...((before.blobs ?? after.blobs) !== undefined && { blobs: { ...before.blobs, ...after.blobs } }),
    binary: before.binary || after.binary,
    hunks: before.binary || after.binary || removed.length + added.length === 0 ? [] : [wholeHunk(removed, added)],
  };
}

function wholeHunk(removed: readonly DiffLine[], added: readonly DiffLine[]): Hunk {
  return {
    oldStart: Math.min(removed.length, 1),
    oldLines: removed.length,
    newStart: Math.min(added.length, 1),
    newLines: added.length,
    lines: [...removed, ...added],
  };
}

/** `Submodule path 1234567..89abcde:` of `git diff --submodule`. */
function readSubmodule(lines: Lines): Header | undefined {
  const match = /^Submodule (.+) ([0-9a-f]{4,64})\.{2,3}([0-9a-f]{4,64})( \([a-z ]+\))?:?\r?$/.exec(
    (lines.line ?? '').slice(0, 5000),
  );
  if (match === null) return undefined;
  const [, name = '', before = '', after = ''] = match;
  const header = emptyHeader(lines, 'index', { before: name, after: name });
  const [hasBefore, hasAfter] = [!/^0+$/.test(before), !/^0+$/.test(after)];
  if (hasBefore !== hasAfter) header.change = hasAfter ? 'added' : 'deleted';
  header.modes = { ...(hasBefore && { before: '160000' }), ...(hasAfter && { after: '160000' }) };
  header.binary = true;
  lines.advance();
  return header;
}

/** `Binary files a/x and b/x differ` of `diff -r`, where no header stands above. */
function readBinaryFiles(lines: Lines): Header | undefined {
  const [, both] = /^Binary files (.+) differ$/.exec(bare(lines.line ?? '').slice(0, 10_000)) ?? [];
  if (both === undefined) return undefined;
  const header = emptyHeader(lines, 'plain');
  const pairs = [...both.matchAll(/ and /g)].map(({ index }) =>
    headerNames(both.slice(0, index), both.slice(index + ' and '.length), lines.number, false),
  );
  const isSure = ({ before, after }: Names) => before === undefined || after === undefined || before === after;
  header.names = pairs.find(isSure) ?? pairs[0];
  if (header.names?.before === undefined) header.change = 'added';
  else if (header.names.after === undefined) header.change = 'deleted';
  return header;
}
