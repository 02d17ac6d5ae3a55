/** What stands above the hunks of a file: git's extended header, the lines `---` and `+++`, Subversion's `Index:`. */
import { bare, type Lines, shown, unreadable } from './lines.ts';
import { gitNames, headerNames, type Names, soleName } from './names.ts';

/** What the header of a file says. */
export interface Header {
  /** Its first line in the diff. */
  readonly line: number;
  readonly style: 'git' | 'merge' | 'plain' | 'index' | 'bare';
  /** Whether the lines of the diff itself end with CRLF. */
  readonly crlf: boolean;
  names?: Names | undefined;
  change?: 'added' | 'deleted' | 'renamed' | 'copied';
  modes: { readonly before?: string; readonly after?: string };
  blobs: { readonly before?: string; readonly after?: string };
  binary: boolean;
  /** Whether lines `---` and `+++` say that hunks follow. */
  announcesHunks: boolean;
  /** The line of the diff that begins with `index` and has no ids. */
  unreadIndex?: number;
}

const MODE = /^[0-7]{6}$/;
const NO_BLOB = /^0+$/;
/** Subversion's end of a line `---` of a file that was not there. */
const ABSENT = /\t?\((?:nonexistent|revision 0)\)\s*$/;
/** How diff writes the time of a file that does not exist. */
const EPOCH = /\t(?:1969-12-31|1970-01-01)[ T]\d\d:\d\d:\d\d/;

/** A header in which nothing is said yet. */
export function emptyHeader(lines: Lines, style: Header['style'], names?: Names): Header {
  return {
    line: lines.number,
    style,
    crlf: lines.line?.endsWith('\r') ?? false,
    names,
    modes: {},
    blobs: {},
    binary: false,
    announcesHunks: false,
  };
}

/** Reads the header that begins with `diff --git`, `diff --cc` or `diff --combined`, and goes behind it. */
export function readGitHeader(lines: Lines): Header {
  const [, style, rest = ''] = /^diff --(git|cc|combined) (.*)$/s.exec(bare(lines.line ?? '')) ?? [];
  const isMerge = style !== 'git';
  const header = emptyHeader(lines, isMerge ? 'merge' : 'git');
  if (isMerge) {
    const name = soleName(rest, lines.number);
    header.names = { before: name, after: name };
  } else {
    header.names = gitNames(rest, lines.number);
  }
  lines.advance();
  while (lines.line !== undefined && readExtended(header, bare(lines.line), lines.number)) lines.advance();
  if (lines.startsWith('--- ')) readNames(header, lines);
  return header;
}

/** One line of the extended header; returns whether it is one. */
function readExtended(header: Header, line: string, number: number): boolean {
  const [, key = '', value = ''] =
    /^(old mode|new mode|mode|new file mode|deleted file mode|index|(?:rename|copy) (?:from|to)|(?:dis)?similarity index) (.*)$/s.exec(
      line,
    ) ?? [];
  switch (key) {
    case '':
      return false;
    case 'old mode':
      header.modes = { ...header.modes, before: modeOf(value, number) };
      break;
    case 'new mode':
      header.modes = { ...header.modes, after: modeOf(value, number) };
      break;
    case 'mode': {
      const [before = '', after = ''] = value.split('..');
      header.modes = { before: modeOf(before.split(',')[0] ?? '', number), after: modeOf(after, number) };
      break;
    }
    case 'new file mode':
      header.change = 'added';
      header.modes = { after: modeOf(value, number) };
      break;
    case 'deleted file mode':
      header.change = 'deleted';
      header.modes = { before: modeOf(value.split(',')[0] ?? '', number) };
      break;
    case 'index':
      readIndex(header, value, number);
      break;
    case 'rename from':
    case 'copy from':
      header.names = { before: soleName(value, number), after: header.names?.after };
      break;
    case 'rename to':
    case 'copy to':
      header.change = key === 'copy to' ? 'copied' : 'renamed';
      header.names = { before: header.names?.before, after: soleName(value, number) };
      break;
  }
  return true;
}

/** `1234567..89abcde 100644`, or `1234567,2345678..89abcde` of a merge; what else people write there says nothing. */
function readIndex(header: Header, value: string, line: number): void {
  const match = /^([0-9a-f]{4,64})(?:,[0-9a-f]{4,64})*\.\.([0-9a-f]{4,64})(?: ([0-7]{6}))?$/.exec(value);
  if (match === null) {
    header.unreadIndex = line;
    return;
  }
  const [, before = '', after = '', mode] = match;
  header.blobs = { ...(!NO_BLOB.test(before) && { before }), ...(!NO_BLOB.test(after) && { after }) };
  if (mode !== undefined) header.modes = { before: mode, after: mode };
  if (header.style === 'merge' && NO_BLOB.test(before)) header.change = 'added';
}

function modeOf(value: string, line: number): string {
  if (!MODE.test(value)) throw unreadable(`${shown(value)} is no mode of a file, such as 100644.`, line);
  return value;
}

/** Reads the lines `---` and `+++`, and goes behind them. */
export function readNames(header: Header, lines: Lines): void {
  const { number } = lines;
  const before = bare(lines.line ?? '').slice(4);
  lines.advance();
  // Git tells the names of all parents when asked to.
  while (header.style === 'merge' && lines.startsWith('--- ')) lines.advance();
  if (!lines.startsWith('+++ ')) {
    throw unreadable(`Below the line "--- " stands ${shown(lines.line)} instead of "+++ ".`, lines.number);
  }
  const after = bare(lines.line ?? '').slice(4);
  lines.advance();
  const names = headerNames(before, after, number, header.style === 'git' || header.style === 'merge');
  if (names.before === undefined && names.after === undefined) {
    throw unreadable('Both sides of the change are /dev/null.', number);
  }
  header.names ??= names;
  // Subversion also tells changed properties so, without hunks.
  header.announcesHunks = header.style !== 'index';
  if (header.change !== undefined) return;
  if (names.before === undefined || ABSENT.test(before) || EPOCH.test(before)) header.change = 'added';
  else if (names.after === undefined || ABSENT.test(after) || EPOCH.test(after)) header.change = 'deleted';
}

/** Reads Subversion's header `Index: path`, and goes behind it. */
export function readIndexHeader(lines: Lines): Header {
  const name = bare(lines.line ?? '')
    .slice('Index: '.length)
    .trim();
  const header = emptyHeader(lines, 'index', { before: name, after: name });
  lines.advance();
  // CVS tells more about the file, down to its names.
  while (lines.line !== undefined && /^(?:=+|RCS file: .*|retrieving revision .*|diff .*)\r?$/.test(lines.line))
    lines.advance();
  if (lines.startsWith('Cannot display: ')) {
    header.binary = true;
    lines.advance();
  }
  if (lines.isNamesHeader) readNames(header, lines);
  return header;
}

/** Goes behind `Binary files … differ` or a binary patch, when one stands here. */
export function readBinary(header: Header, lines: Lines): void {
  if (/^Binary files (?:.* )?differ\r?$/s.test(lines.line ?? '')) {
    header.binary = true;
    lines.advance();
  } else if (/^GIT binary patch\r?$/.test(lines.line ?? '')) {
    header.binary = true;
    lines.advance();
    // One block for each direction, both ended by an empty line.
    while (/^(?:literal|delta) \d+\r?$/.test(lines.line ?? '')) {
      while (lines.line !== undefined && bare(lines.line) !== '') lines.advance();
      lines.advance();
    }
  }
}
