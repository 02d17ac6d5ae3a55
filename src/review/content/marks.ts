/** What is wrong with the characters of a text, whatever its language. */
import type { Fault } from './service.ts';

/** The most faults of one rule that are reported. */
const MOST_OF_A_RULE = 20;

/** Marks that turn the direction of text, those that open a turn and those that end one. */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
const OPENS_EMBEDDING = /[\u202A\u202B\u202D\u202E]/gu;
const OPENS_ISOLATE = /[\u2066-\u2068]/gu;
/** Control characters that texts do not have; tabs, line ends, form feeds and escapes are theirs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x01-\x08\x0B\x0E-\x1A\x1C-\x1F\x7F]/;
/** What cannot be seen between the letters of a name. */
const INVISIBLE = /\w[\u200B-\u200D\u2060\u00AD]\w/u;

interface LineRule {
  readonly rule: string;
  readonly severity: Fault['severity'];
  readonly category: Fault['category'];
  readonly finds: (line: string) => number;
  readonly message: string;
  readonly suggestion: string;
}

const at = (pattern: RegExp) => (line: string) => line.search(pattern);

const LINE_RULES: readonly LineRule[] = [
  {
    rule: 'T1-008',
    severity: 'error',
    category: 'encoding',
    finds: (line) => line.indexOf('\0'),
    message: 'A NUL character: most tools take such a file for a binary one.',
    suggestion: 'Remove it, or write it as an escape.',
  },
  {
    rule: 'T1-008',
    severity: 'warning',
    category: 'encoding',
    finds: at(CONTROL),
    message: 'A control character that cannot be seen.',
    suggestion: 'Remove it, or write it as an escape.',
  },
  {
    rule: 'T1-008',
    severity: 'warning',
    category: 'encoding',
    finds: (line) => line.indexOf('\uFFFD'),
    message: 'U+FFFD: a character was lost, since the text was read in another encoding than it has.',
    suggestion: 'Take the text from its source again, as UTF-8.',
  },
  {
    rule: 'T1-009',
    severity: 'error',
    category: 'security',
    finds: (line) => (BIDI.test(line) && isLeftOpen(line) ? line.search(BIDI) : -1),
    message:
      'A bidirectional control character that is open at the end of the line: the line reads otherwise than it runs.',
    suggestion: 'Remove it, or write it as an escape such as \\u202E.',
  },
  {
    rule: 'T1-009',
    severity: 'warning',
    category: 'security',
    finds: (line) => (BIDI.test(line) && !isLeftOpen(line) ? line.search(BIDI) : -1),
    message: 'Bidirectional control characters: the line may read otherwise than it runs.',
    suggestion: 'Write them as escapes.',
  },
  {
    rule: 'T1-009',
    severity: 'warning',
    category: 'security',
    finds: at(INVISIBLE),
    message: 'An invisible character within a word: it is another name than it looks.',
    suggestion: 'Remove it.',
  },
];

/** Whether a turn of direction goes on at the end of the line. */
function isLeftOpen(line: string): boolean {
  const count = (pattern: RegExp) => line.match(pattern)?.length ?? 0;
  return count(OPENS_EMBEDDING) > count(/\u202C/gu) || count(OPENS_ISOLATE) > count(/\u2069/gu);
}

/** The faults of characters and marks. */
export function markFaults(text: string): readonly Fault[] {
  const lines = text.split('\n');
  return [
    ...LINE_RULES.flatMap((rule) => lineFaults(rule, lines)),
    ...conflicts(lines),
    ...lineEnds(lines),
    ...byteOrderMarks(lines),
  ];
}

function lineFaults({ finds, ...rule }: LineRule, lines: readonly string[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [index, line] of lines.entries()) {
    const column = finds(line);
    if (column >= 0) faults.push({ ...rule, line: index + 1, column: column + 1 });
    if (faults.length === MOST_OF_A_RULE) break;
  }
  return faults;
}

/** Conflicts that git left: a beginning, its middle and its end. */
function conflicts(lines: readonly string[]): readonly Fault[] {
  const faults: Fault[] = [];
  let [start, middle] = [0, 0];
  for (const [index, line] of lines.entries()) {
    if (/^<{7} \S/.test(line)) [start, middle] = [index + 1, 0];
    else if (start > 0 && /^={7}\r?$/.test(line)) middle = index + 1;
    else if (middle > 0 && /^>{7}(?: \S|\r?$)/.test(line)) {
      faults.push({
        rule: 'T1-006',
        severity: 'error',
        category: 'content',
        message: `A merge conflict that is not resolved, to line ${index + 1}.`,
        line: start,
        column: 1,
        suggestion: 'Choose one side, and remove the marks.',
      });
      [start, middle] = [0, 0];
    }
    if (faults.length === MOST_OF_A_RULE) break;
  }
  return faults;
}

/** Line ends of several kinds: the first line that ends as fewer do. */
function lineEnds(lines: readonly string[]): readonly Fault[] {
  const ended = lines.slice(0, -1);
  const isWindows = (line: string) => line.endsWith('\r');
  const windows = ended.filter(isWindows).length;
  const faults: Fault[] = [];
  if (windows > 0 && windows < ended.length) {
    const fewer = windows * 2 <= ended.length;
    const line = ended.findIndex((each) => isWindows(each) === fewer) + 1;
    const counts = `${windows} lines end with CRLF, ${ended.length - windows} with LF`;
    faults.push(lineEndFault(line, `Mixed line ends: ${counts}; this is the first of the fewer.`));
  }
  const alone = lines.findIndex((line) => /\r(?!$)/.test(line));
  if (alone >= 0) faults.push(lineEndFault(alone + 1, 'A carriage return within a line.'));
  return faults;
}

function lineEndFault(line: number, message: string): Fault {
  const suggestion = 'End all lines in one way.';
  return { rule: 'T1-007', severity: 'warning', category: 'encoding', message, line, suggestion };
}

/** A byte order mark is no part of a text but at its beginning. */
function byteOrderMarks(lines: readonly string[]): readonly Fault[] {
  const index = lines.findIndex((line, at) => line.indexOf('\uFEFF', at === 0 ? 1 : 0) >= 0);
  if (index < 0) return [];
  const column = (lines[index] ?? '').lastIndexOf('\uFEFF') + 1;
  const message = 'A byte order mark within the text.';
  return [
    {
      rule: 'T1-008',
      severity: 'warning',
      category: 'encoding',
      message,
      line: index + 1,
      column,
      suggestion: 'Remove it.',
    },
  ];
}
