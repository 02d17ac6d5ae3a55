/** Where patterns of rules match in changed files. */
import type { FileView, Ignored, Run, Trees } from './file-view.ts';
import type { Pattern, Rule } from './rule.ts';
import { type Budget, type Hit, hitsIn, matches } from './search.ts';

/** A place that a pattern matches. */
export interface PatternMatch {
  /** 1-based, in the file after the change. */
  readonly line: number;
  readonly lineEnd: number;
  /** Of a regular expression without line ends that was asked for all: its matches on the line. */
  readonly hits: readonly Hit[];
  /** Whether what is to be ignored could not be told apart, since the file's language is not one that is parsed. */
  readonly isUnparsed: boolean;
}

/** Why it is not known whether a pattern matches. */
export interface Unknown {
  readonly unknown: string;
}

/** Lines to look at. */
export interface Region {
  readonly runs: readonly Run[];
  /** All of them, joined by `\n`. */
  readonly text: string;
}

/** A region of one run. */
export function regionOf(run: Run): Region {
  return { runs: [run], text: run.lines.join('\n') };
}

type AstPlaces = readonly { readonly line: number; readonly lineEnd: number }[] | Unknown;

/** Looks for patterns; what the syntax Worker said is remembered. */
export class PlaceSearch {
  readonly #trees: Trees;
  readonly #budget: Budget;
  readonly #ast = new Map<string, Promise<AstPlaces>>();

  constructor(trees: Trees, budget: Budget) {
    this.#trees = trees;
    this.#budget = budget;
  }

  /**
   * Where a pattern matches in a region, in order and at most once a line, until the budget is spent. `each` wants all matches of a line.
   * What begins in a comment or string that the rule ignores is left out.
   */
  async *find(
    view: FileView,
    rule: Rule,
    pattern: Pattern,
    region: Region,
    each = false,
  ): AsyncGenerator<PatternMatch | Unknown> {
    if (pattern.kind === 'ast') yield* this.#findAst(view, pattern.text, region);
    else if (this.#mayMatch(pattern, region)) {
      for (const { start, lines } of region.runs) {
        const texts = pattern.multiline ? [lines.join('\n')] : lines;
        for (const [index, text] of texts.entries()) {
          yield* this.#findIn(view, rule, pattern, { text, line: start + index }, each);
        }
      }
    }
  }

  #mayMatch({ anyLine, regex, multiline }: Pattern & { kind: 'regex' }, { text, runs }: Region): boolean {
    if (!multiline) return anyLine === undefined || matches(text, anyLine, this.#budget);
    return runs.length > 1 || matches(text, regex, this.#budget);
  }

  async *#findIn(
    view: FileView,
    rule: Rule,
    { regex, multiline }: Pattern & { kind: 'regex' },
    { text, line: firstLine }: { readonly text: string; readonly line: number },
    each: boolean,
  ): AsyncGenerator<PatternMatch | Unknown> {
    const hits: Hit[] = [];
    let isUnparsed = false;
    let last = 0;
    for (const hit of hitsIn(text, firstLine, regex, this.#budget)) {
      if (hit.line === last) continue;
      if (rule.ignore.length > 0) {
        const ignored = await view.ignored();
        if (ignored === undefined) {
          const kinds = rule.ignore.join(' and ');
          yield { unknown: `${kinds} cannot be told apart, since the file after the change is not known` };
          return;
        }
        if (await isIgnored(view, rule, ignored, hit)) continue;
        isUnparsed = !ignored.isParsed;
      }
      if (multiline) {
        last = hit.line;
        yield { line: hit.line, lineEnd: hit.lineEnd, hits: [], isUnparsed };
      } else {
        hits.push(hit);
        if (!each) break;
      }
    }
    if (hits.length > 0) yield { line: firstLine, lineEnd: firstLine, hits, isUnparsed };
  }

  async *#findAst(view: FileView, pattern: string, { runs }: Region): AsyncGenerator<PatternMatch | Unknown> {
    const key = `${view.path}\n${pattern}`;
    const asked = this.#ast.get(key) ?? this.#ask(view, pattern);
    this.#ast.set(key, asked);
    const places = await asked;
    if ('unknown' in places) {
      yield places;
      return;
    }
    const lines = new Set<number>();
    for (const { line, lineEnd } of places) {
      const [first] = runs.flatMap(({ start, lines: { length } }) => {
        const begin = Math.max(start, line);
        return begin <= Math.min(start + length - 1, lineEnd) ? [begin] : [];
      });
      if (first === undefined || lines.has(first)) continue;
      lines.add(first);
      yield { line: first, lineEnd, hits: [], isUnparsed: false };
    }
  }

  async #ask(view: FileView, pattern: string): Promise<AstPlaces> {
    const whole = await view.whole();
    if (whole === undefined) return { unknown: 'the file after the change is not known' };
    const report = await this.#trees.matchPattern([{ path: view.path, text: whole.text }], pattern);
    const [file] = report.files;
    const why = report.problems[0]?.why ?? file?.unfinished[0]?.why;
    if (file === undefined || why !== undefined)
      return { unknown: `the ast pattern was not run: ${why ?? 'no answer'}` };
    if (file.language === 'text')
      return { unknown: 'the ast pattern was not run: the file is of no language that is parsed' };
    return file.matches.map(({ range: { lineStart, lineEnd } }) => ({ line: lineStart, lineEnd }));
  }
}

async function isIgnored(view: FileView, { ignore }: Rule, ignored: Ignored, { line, column }: Hit): Promise<boolean> {
  const offset = ((await view.whole())?.offsetOf(line) ?? 0) + column - 1;
  return ignore.some((kind) => {
    const spans = ignored[kind];
    // They are in order and do not overlap: only the last that begins before the place can have it.
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset < (spans[low - 1]?.end ?? 0);
  });
}
