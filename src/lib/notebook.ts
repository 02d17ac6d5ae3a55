/** Jupyter notebooks: their cells and where these stand in the file, without a tree of the whole. Nothing here throws on what is no notebook. */

/** A part of a text; half-open, in UTF-16 units. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A line of a cell. */
export interface CellLine {
  readonly text: string;
  /** Where the JSON string stands in the file that it begins in. */
  readonly at: number;
}

/** A cell. */
export interface Cell {
  readonly kind: 'code' | 'markdown' | 'other';
  /** Where it stands in the file. */
  readonly at: number;
  readonly lines: readonly CellLine[];
}

/** What is read of a notebook. */
export interface Notebook {
  /** The language of its code in lower case, as its metadata name it; undefined when they do not. */
  readonly kernel: string | undefined;
  readonly cells: readonly Cell[];
}

/** A value in an object or array. */
interface Member extends Part {
  /** Undefined in an array. */
  readonly key: string | undefined;
}

/** What holds results and images, by the key. */
const RESULTS: ReadonlySet<string | undefined> = new Set(['outputs', 'attachments', 'widgets']);
/** What stands before data that is written in letters. */
const DATA = ';base64,';

/** Whether the path is that of a notebook. */
export function isNotebook(path: string): boolean {
  return path.toLowerCase().endsWith('.ipynb');
}

/** The cells of a notebook; undefined when there are none. */
export function readNotebook(text: string): Notebook | undefined {
  const top = membersOf(text, whole(text));
  const cells = cellsIn(text, top).map((cell) => toCell(text, cell));
  return cells.length === 0 ? undefined : { kernel: kernelOf(text, top), cells };
}

/** The same text without outputs and images. Its lines stay where they are, and it is JSON where it was. */
export function withoutResults(text: string): string {
  const top = membersOf(text, whole(text));
  const metadata = top.filter(({ key }) => key === 'metadata').flatMap((each) => membersOf(text, each));
  const results = [...cellsIn(text, top).flatMap((cell) => membersOf(text, cell)), ...metadata]
    .filter(({ key }) => RESULTS.has(key))
    .sort((a, b) => a.start - b.start);
  let kept = '';
  let at = 0;
  for (const { start, end } of results) {
    kept += text.slice(at, start) + emptied(text.slice(start, end));
    at = end;
  }
  return withoutData(kept + text.slice(at));
}

function cellsIn(text: string, top: readonly Member[]): readonly Member[] {
  // Until version 3 of the format, cells stand in sheets.
  const sheets = top.filter(({ key }) => key === 'worksheets').flatMap((each) => membersOf(text, each));
  const holders = [top, ...sheets.map((sheet) => membersOf(text, sheet))];
  return holders.flatMap((members) =>
    members.filter(({ key }) => key === 'cells').flatMap((each) => membersOf(text, each)),
  );
}

function toCell(text: string, cell: Member): Cell {
  const members = membersOf(text, cell);
  const type = members.find(({ key }) => key === 'cell_type');
  const source = members.find(({ key }) => key === 'source' || key === 'input');
  const kind = type === undefined ? '' : stringAt(text, type);
  return {
    kind: kind === 'code' || kind === 'markdown' ? kind : 'other',
    at: cell.start,
    lines: source === undefined ? [] : linesOf(text, source),
  };
}

/** A source is one string, or a list of strings that follow one another. */
function linesOf(text: string, source: Member): readonly CellLine[] {
  const strings = text[source.start] === '[' ? membersOf(text, source) : [source];
  const lines: CellLine[] = [];
  let goesOn = false;
  for (const string of strings) {
    const pieces = stringAt(text, string).split('\n');
    for (const [index, piece] of pieces.entries()) {
      const last = index === 0 && goesOn ? lines.pop() : undefined;
      lines.push({ text: (last?.text ?? '') + piece, at: last?.at ?? string.start });
    }
    goesOn = true;
    if (pieces.at(-1) === '') {
      lines.pop();
      goesOn = false;
    }
  }
  return lines;
}

function kernelOf(text: string, top: readonly Member[]): string | undefined {
  const metadata = top.filter(({ key }) => key === 'metadata').flatMap((each) => membersOf(text, each));
  const named = (group: string, name: string): readonly Member[] =>
    metadata
      .filter(({ key }) => key === group)
      .flatMap((each) => membersOf(text, each))
      .filter(({ key }) => key === name);
  const [first] = [...named('language_info', 'name'), ...named('kernelspec', 'language')];
  return first === undefined ? undefined : stringAt(text, first).toLowerCase();
}

/** A list or object of as many lines with nothing in it. */
function emptied(value: string): string {
  const [first = ''] = value;
  if (first !== '[' && first !== '{') return value;
  return first + '\n'.repeat(value.split('\n').length - 1) + (first === '[' ? ']' : '}');
}

function withoutData(text: string): string {
  let kept = '';
  let at = 0;
  for (let found = text.indexOf(DATA); found >= 0; found = text.indexOf(DATA, at)) {
    kept += text.slice(at, found + DATA.length);
    at = found + DATA.length;
    while (/[\w+/=]/.test(text.charAt(at))) at++;
  }
  return kept + text.slice(at);
}

function whole(text: string): Part {
  return { start: afterSpace(text, 0), end: text.length };
}

/** The values directly in an object or array; none for another value, and those before what is no JSON. */
function membersOf(text: string, { start, end }: Part): readonly Member[] {
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return [];
  const members: Member[] = [];
  for (let at = afterSpace(text, start + 1); at < end; ) {
    let key: string | undefined;
    if (isObject) {
      if (text[at] !== '"') break;
      const name = { start: at, end: endOfString(text, at) };
      at = afterSpace(text, name.end);
      if (text[at] !== ':') break;
      at = afterSpace(text, at + 1);
      key = stringAt(text, name);
    }
    const valueEnd = endOfValue(text, at);
    if (valueEnd === at) break;
    members.push({ key, start: at, end: valueEnd });
    at = afterSpace(text, valueEnd);
    if (text[at] !== ',') break;
    at = afterSpace(text, at + 1);
  }
  return members;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const sign = text.charAt(at);
    if (sign === '"') at = endOfString(text, at);
    else if (depth === 0 && ',:}] \n\t\r'.includes(sign)) return at;
    else {
      if (sign === '{' || sign === '[') depth++;
      if (sign === '}' || sign === ']') depth--;
      at++;
    }
    if (depth === 0 && '"}]'.includes(sign)) return at;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '"') return at + 1;
  }
  return text.length;
}

function stringAt(text: string, { start, end }: Part): string {
  const written = text.slice(start, end);
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' ? value : '';
  } catch {
    // A secret in it was masked, or it is no JSON.
    return written.startsWith('"') ? written.slice(1, -1) : '';
  }
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\t\r'.includes(text.charAt(at))) at++;
  return at;
}
