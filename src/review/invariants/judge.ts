/** Whether a changed file breaks a rule, and where. */
import type { FileView } from './file-view.ts';
import { type PatternMatch, type PlaceSearch, type Region, regionOf, type Unknown } from './places.ts';
import type { Demand, Pattern, Rule, RuleScope } from './rule.ts';

/** A rule is broken at a line. */
export interface Violation extends Pick<PatternMatch, 'line' | 'lineEnd' | 'hits' | 'isUnparsed'> {
  /** What was found, or not. */
  readonly says: string;
  /** Of a line that the change took away. */
  readonly side?: 'before';
  /** Why it is about no changed line. */
  readonly offDiff?: string;
}

/** Where a file breaks a rule, line by line, and what could not be told. */
export async function* judge(rule: Rule, view: FileView, search: PlaceSearch): AsyncGenerator<Violation | Unknown> {
  const { demand } = rule;
  switch (demand.kind) {
    case 'deny': {
      const says = `The added code matches ${shown(demand.pattern)}.`;
      for await (const place of search.find(view, rule, demand.pattern, addedRegion(view), demand.fix !== undefined)) {
        yield 'unknown' in place ? place : { ...place, says };
      }
      return;
    }
    case 'require': {
      const missing = await isMissing(rule, demand.require, view, search, 'file');
      if (missing === true)
        yield missingIn(view, `The changed file has nothing that matches ${shown(demand.require)}.`);
      else if (missing !== false) yield missing;
      return;
    }
    case 'when_require':
      yield* judgeWhen(rule, demand, view, search);
  }
}

async function* judgeWhen(
  rule: Rule,
  { when, require, within }: Demand & { kind: 'when_require' },
  view: FileView,
  search: PlaceSearch,
): AsyncGenerator<Violation | Unknown> {
  // Of the whole file the answer is the same for every line.
  let ofFile: boolean | Unknown | undefined;
  for await (const place of search.find(view, rule, when, addedRegion(view))) {
    if ('unknown' in place) {
      yield place;
      continue;
    }
    const missing = ofFile ?? (await isMissing(rule, require, view, search, within, place.line));
    if (within === 'file') ofFile = missing;
    const where = within === 'file' ? 'file' : `${within} around it`;
    if (missing === true) {
      yield {
        ...place,
        says: `The added code matches ${shown(when)}, but nothing in the ${where} matches ${shown(require)}.`,
      };
    } else if (missing !== false) yield missing;
  }
}

/** Whether nothing in a scope matches. What the diff shows is enough to see that something does. */
async function isMissing(
  rule: Rule,
  pattern: Pattern,
  view: FileView,
  search: PlaceSearch,
  scope: RuleScope,
  line = 1,
): Promise<boolean | Unknown> {
  const region = await regionAround(view, scope, line);
  const regions =
    'unknown' in region && scope === 'file' ? view.shown.map(regionOf) : 'unknown' in region ? [] : [region];
  let unknown = 'unknown' in region ? region : undefined;
  for (const each of regions) {
    for await (const place of search.find(view, rule, pattern, each)) {
      if (!('unknown' in place)) return false;
      unknown ??= place;
    }
  }
  return unknown ?? true;
}

async function regionAround(view: FileView, scope: RuleScope, line: number): Promise<Region | Unknown> {
  const whole = async () => {
    const lines = (await view.whole())?.lines;
    return lines === undefined ? { unknown: 'the file after the change is not known' } : regionOf({ start: 1, lines });
  };
  switch (scope) {
    case 'file':
      return whole();
    case 'hunk':
      return regionOf(view.hunkOf(line) ?? { start: line, lines: [] });
    case 'function': {
      const functions = await view.functions();
      if (functions === undefined) return { unknown: 'the functions of the file are not known' };
      const around = functions.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
      const [innermost] = around.toSorted((left, right) => right.lineStart - left.lineStart);
      if (innermost === undefined) return whole();
      const lines = (await view.whole())?.lines.slice(innermost.lineStart - 1, innermost.lineEnd) ?? [];
      return regionOf({ start: innermost.lineStart, lines });
    }
  }
}

/** The file as a whole lacks something: that is shown at its first changed line. */
function missingIn({ file, added }: FileView, says: string): Violation {
  const place = (line: number) => ({ line, lineEnd: line, hits: [], isUnparsed: false, says });
  const [first] = added;
  if (first !== undefined) return place(first.start);
  const removed = file.hunks[0]?.lines.find(({ kind }) => kind === 'removed')?.oldLine;
  if (removed !== undefined) return { ...place(removed), side: 'before' };
  return { ...place(1), offDiff: 'The change gives the file another name or mode, and none of its lines.' };
}

function addedRegion({ added, addedText }: FileView): Region {
  return { runs: added, text: addedText };
}

function shown({ kind, text }: Pattern): string {
  return kind === 'regex' ? text : `the code pattern ${text}`;
}
