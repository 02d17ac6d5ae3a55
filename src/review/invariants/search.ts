/** Where a regular expression matches in lines, in counted work. */
import type { RE2JS } from 're2js';

/** A match; it begins on `line`. */
export interface Hit {
  /** 1-based, as are the columns, which count UTF-16 units. */
  readonly line: number;
  readonly lineEnd: number;
  readonly column: number;
  /** Behind the last unit, on `lineEnd`. */
  readonly columnEnd: number;
  /** What its groups matched, the whole first; undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
}

/** Work that a check may do; a unit is some ns at most. */
export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(units: number): void {
    this.#left -= units;
  }
}

/** Work of one instruction in a new state. */
const STATE_COST = 60;
/** States at which an automaton may not be used to the end of the text. */
const MANY_STATES = 2_000;

/** Work of one character of text. */
function costOf(regex: RE2JS): number {
  return 4 + Math.ceil(regex.programSize() / 4);
}

/** Whether a text has a match; also `false` when the budget is spent. */
export function matches(text: string, regex: RE2JS, budget: Budget): boolean {
  if (budget.isSpent) return false;
  budget.spend(costOf(regex) * (text.length + 8));
  const before = statesOf(regex);
  const isFound = regex.test(text);
  const after = statesOf(regex);
  // New states of its automaton cost far more than their use; of too many, re2js goes on without it, and far slower.
  const made = after < before ? after : after - before;
  budget.spend(regex.programSize() * STATE_COST * (made + (after > MANY_STATES ? text.length : 0)));
  return isFound;
}

function statesOf(regex: RE2JS): number {
  return regex.re2().dfa.stateCount;
}

/** The matches in a text whose first line is `firstLine`, in order, until the budget is spent. Reads on only when it is asked for more. */
export function* hitsIn(text: string, firstLine: number, regex: RE2JS, budget: Budget): Generator<Hit> {
  // The test is several times faster than finding where.
  if (!matches(text, regex, budget)) return;
  const matcher = regex.matcher(text);
  const place = placer(text, firstLine);
  let next = 0;
  while (!budget.isSpent) {
    // An alternative that fails only at the end of the text is tried again from every match on.
    budget.spend(costOf(regex) * (text.length - next + 8));
    if (!matcher.find()) return;
    const [from, to] = [matcher.start(), matcher.end()];
    // Where it is, is found without the automaton.
    budget.spend(regex.programSize() * STATE_COST * (to - next + 8));
    const [begin, end] = [place(from), place(to)];
    const groups = Array.from({ length: regex.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
    yield { line: begin.line, lineEnd: end.line, column: begin.column, columnEnd: end.column, groups };
    next = to;
  }
}

/** Tells lines and columns of offsets, which have to grow from call to call. */
function placer(text: string, firstLine: number) {
  let [line, lineStart] = [firstLine, 0];
  return (offset: number) => {
    for (let at = text.indexOf('\n', lineStart); at !== -1 && at < offset; at = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = at + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
