/** A changed file as rules look at it; what needs all of it, or its syntax tree, is asked for once, when a rule wants it. */
import type { LineRange, SyntaxApi } from '../../syntax/api.ts';
import { addedLines, type DiffFile, type Hunk } from '../diff/diff.ts';
import type { SourceTree } from '../source.ts';
import type { Ignorable } from './rule.ts';

/** What is asked of syntax trees. */
export type Trees = Pick<SyntaxApi, 'analyze' | 'textRanges' | 'matchPattern'>;

/** Lines that follow one another in the file after the change, without their ends. */
export interface Run {
  /** Of the first, 1-based. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** Offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A file that is known to its end. */
export interface WholeFile {
  readonly text: string;
  readonly lines: readonly string[];
  /** Where a line begins; lines are 1-based. */
  offsetOf(line: number): number;
}

/** Spans by what they are. */
export type Ignored = { readonly isParsed: boolean } & Readonly<Record<Ignorable, readonly Span[]>>;

/** See the head of this file. */
export class FileView {
  readonly file: DiffFile;
  /** The added lines, as runs. */
  readonly added: readonly Run[];
  /** The added lines, joined. */
  readonly addedText: string;
  readonly addedLines: ReadonlySet<number>;
  /** The lines that the diff shows of the file after the change: a run for each hunk. */
  readonly shown: readonly Run[];
  readonly #after: SourceTree;
  readonly #trees: Trees;
  readonly #shown: ReadonlyMap<number, string>;
  #whole: Promise<WholeFile | undefined> | undefined;
  #ignored: Promise<Ignored | undefined> | undefined;
  #functions: Promise<readonly LineRange[] | undefined> | undefined;

  constructor(file: DiffFile, after: SourceTree, trees: Trees) {
    const added = addedLines(file);
    this.file = file;
    this.added = runsOf(added);
    this.addedText = this.added.map(({ lines }) => lines.join('\n')).join('\n');
    this.addedLines = new Set(added.map(({ line }) => line));
    this.shown = file.hunks.map(shownRun).filter(({ lines }) => lines.length > 0);
    this.#after = after;
    this.#trees = trees;
    this.#shown = new Map(file.hunks.flatMap((hunk) => shownLines(hunk)));
  }

  get path(): string {
    return this.file.path;
  }

  /** The file after the change; undefined when it is not known, or is not what the diff says. */
  whole(): Promise<WholeFile | undefined> {
    this.#whole ??= this.#read();
    return this.#whole;
  }

  /** What is no code; undefined when the file is not known. */
  ignored(): Promise<Ignored | undefined> {
    this.#ignored ??= this.whole().then(async (whole) => {
      if (whole === undefined) return undefined;
      const [facts] = await this.#trees.textRanges([{ path: this.path, text: whole.text }]);
      return facts && { isParsed: facts.language !== 'text', comments: facts.comments, strings: facts.strings };
    });
    return this.#ignored;
  }

  /** Lines of functions and methods; undefined when the file is not known, or has no functions that are. */
  functions(): Promise<readonly LineRange[] | undefined> {
    this.#functions ??= this.whole().then(async (whole) => {
      if (whole === undefined) return undefined;
      const [facts] = await this.#trees.analyze([{ path: this.path, text: whole.text }]);
      if (facts === undefined || facts.language === 'text') return undefined;
      return facts.symbols.filter(({ kind }) => kind === 'function' || kind === 'method');
    });
    return this.#functions;
  }

  /** The lines after the change of the hunk that has a line. */
  hunkOf(line: number): Run | undefined {
    return this.shown.find(({ start, lines }) => line >= start && line < start + lines.length);
  }

  /** A line after the change; undefined when it is not known. */
  async lineAt(line: number): Promise<string | undefined> {
    return this.#shown.get(line) ?? (await this.whole())?.lines[line - 1];
  }

  async #read(): Promise<WholeFile | undefined> {
    const text = await this.#after.read(this.path);
    if (text === undefined) return undefined;
    const lines = text.split('\n').map(withoutReturn);
    for (const [line, shown] of this.#shown) if (lines[line - 1] !== shown) return undefined;
    const offsets = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
    return { text, lines, offsetOf: (line) => offsets[line - 1] ?? text.length };
  }
}

function shownRun({ newStart, lines }: Hunk): Run {
  const shown = lines.filter(({ kind }) => kind !== 'removed');
  return { start: shown[0]?.newLine ?? newStart, lines: shown.map(({ text }) => withoutReturn(text)) };
}

function shownLines(hunk: Hunk): readonly (readonly [number, string])[] {
  const { start, lines } = shownRun(hunk);
  return lines.map((text, index) => [start + index, text]);
}

function runsOf(lines: readonly { readonly line: number; readonly text: string }[]): readonly Run[] {
  const runs: { readonly start: number; readonly lines: string[] }[] = [];
  for (const { line, text } of lines) {
    const last = runs.at(-1);
    if (last !== undefined && last.start + last.lines.length === line) last.lines.push(withoutReturn(text));
    else runs.push({ start: line, lines: [withoutReturn(text)] });
  }
  return runs;
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
