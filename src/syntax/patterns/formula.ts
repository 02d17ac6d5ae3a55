/** Evaluates what a rule looks for in one file. Ranges are combined as Semgrep does it. */
import type { RE2JS } from 're2js';
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { allBound, type Bindings, boundTo, unified } from './bindings.ts';
import { contentOf } from './literals.ts';
import { Matcher, TooMuchWork } from './matcher.ts';
import type { Pattern, PatternNode } from './pattern.ts';
import type { Condition } from './service.ts';
import type { Target } from './target.ts';

/** A formula with its patterns compiled; see `Formula`. */
export type Compiled =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'regex'; readonly regex: RE2JS }
  | { readonly kind: 'any'; readonly of: readonly Compiled[] }
  | { readonly kind: 'inside'; readonly of: Compiled }
  | { readonly kind: 'not'; readonly of: Compiled }
  | {
      readonly kind: 'all';
      readonly of: readonly Compiled[];
      readonly conditions: readonly CompiledCondition[];
      readonly focus: readonly string[];
    };

/** See `Condition`. */
export type CompiledCondition =
  | { readonly kind: 'regex'; readonly variable: string; readonly regex: RE2JS }
  | { readonly kind: 'formula'; readonly variable: string; readonly formula: Compiled }
  | Extract<Condition, { kind: 'comparison' }>;

/** A place that was found. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly bindings: Bindings | undefined;
  /** What it was found by, which says how it combines with others. */
  readonly by: 'pattern' | 'inside' | 'regex';
}

/** A part of the text. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly bindings: Bindings | undefined;
}

/** Places that one part of a rule may find. */
const MOST_FOUND = 20_000;
/** Ways in which a pattern may match at one place. */
const MOST_WAYS = 50;
/** Steps that take a unit of work, which is a microsecond. */
const STEPS_A_UNIT = 4;

/** Whether the text has the names that every match has: where it has not, it need not be parsed. */
export function mayMatch(formula: Compiled, text: string): boolean {
  switch (formula.kind) {
    case 'pattern':
      return formula.pattern.needed.every((name) => text.includes(name));
    case 'any':
      return formula.of.some((each) => mayMatch(each, text));
    case 'all':
      return formula.of.every((each) => mayMatch(each, text));
    case 'inside':
      return mayMatch(formula.of, text);
    case 'regex':
    case 'not':
      return true;
  }
}

/** Evaluates the formulas of one file; what patterns find is kept for the next formula that has them. */
export class Evaluation {
  readonly #target: Target | undefined;
  readonly #text: string;
  readonly #matcher: Matcher | undefined;
  readonly #known = new Map<Pattern, readonly Found[]>();
  #budget: WorkBudget;

  /** Without a tree only regular expressions find something. */
  constructor(text: string, target: Target | undefined, budget: WorkBudget) {
    this.#text = text;
    this.#target = target;
    this.#matcher = target && new Matcher(target);
    this.#budget = budget;
  }

  /** Every place, in the order of the text. Throws {@link TooMuchWork}; `budget` says how much there may be. */
  *find(formula: Compiled, budget: WorkBudget): Steps<readonly Found[]> {
    this.#budget = budget;
    return inOrder(yield* this.#evaluate(formula, undefined));
  }

  #spend(units: number): void {
    this.#budget.spend(units);
    if (this.#budget.isSpent) throw new TooMuchWork();
  }

  *#evaluate(formula: Compiled, window: Window | undefined): Steps<readonly Found[]> {
    yield;
    switch (formula.kind) {
      case 'pattern': {
        const found = yield* this.#pattern(formula.pattern);
        return window === undefined ? found : found.filter((each) => isIn(each, window));
      }
      case 'regex':
        return this.#regex(formula.regex, window ?? { start: 0, end: this.#text.length, bindings: undefined });
      case 'any': {
        const all: Found[] = [];
        for (const each of formula.of) for (const found of yield* this.#evaluate(each, window)) all.push(found);
        if (all.length > MOST_FOUND) throw new TooMuchWork();
        return all;
      }
      case 'inside':
        return (yield* this.#evaluate(formula.of, window)).map((found) => ({ ...found, by: 'inside' }));
      case 'not':
        return yield* this.#all({ ...formula, kind: 'all', of: [formula], conditions: [], focus: [] }, window);
      case 'all':
        return yield* this.#all(formula, window);
    }
  }

  *#all(formula: Extract<Compiled, { kind: 'all' }>, window: Window | undefined): Steps<readonly Found[]> {
    let found: readonly Found[] | undefined;
    for (const each of formula.of) {
      if (each.kind === 'not') continue;
      const more = yield* this.#evaluate(each, window);
      found = found === undefined ? more : yield* this.#both(found, more);
      if (found.length === 0) return [];
    }
    found ??= window === undefined ? [] : [{ ...window, by: 'pattern' }];
    for (const each of formula.of) {
      if (each.kind !== 'not' || found.length === 0) continue;
      found = yield* this.#without(found, yield* this.#evaluate(each.of, window));
    }
    for (const condition of formula.conditions) {
      const kept: Found[] = [];
      for (const each of found) if (yield* this.#holds(condition, each)) kept.push(each);
      found = kept;
    }
    return formula.focus.length === 0 ? found : found.flatMap((each) => focused(each, formula.focus));
  }

  *#pattern(pattern: Pattern): Steps<readonly Found[]> {
    const known = this.#known.get(pattern);
    if (known !== undefined) return known;
    const found: Found[] = [];
    const target = this.#target;
    const matcher = this.#matcher;
    if (target !== undefined && matcher !== undefined && pattern.needed.every((name) => this.#text.includes(name))) {
      this.#spend(1 + (this.#text.length >> 12));
      const [only, ...others] = pattern.nodes;
      if (only !== undefined && others.length === 0) {
        for (const node of placesOf(only, target)) {
          const ways = new Ways(found);
          this.#spend(matcher.at(only, node, (bindings) => ways.add(node.start, node.end, bindings)) / STEPS_A_UNIT);
          yield;
        }
      } else {
        for (const { children } of target.sequences) {
          const siblings = children.filter(({ named }) => named);
          const last = only?.means.kind === 'ellipsis' ? Math.min(1, siblings.length) : siblings.length;
          for (let at = 0; at < last; at++) {
            const ways = new Ways(found);
            const steps = matcher.from(pattern.nodes, siblings, at, (bindings, next) =>
              ways.add(siblings[at]?.start ?? 0, siblings[Math.max(at, next - 1)]?.end ?? 0, bindings),
            );
            this.#spend(steps / STEPS_A_UNIT);
            yield;
          }
        }
      }
    }
    this.#known.set(pattern, found);
    return found;
  }

  #regex(regex: RE2JS, { start, end, bindings }: Window): readonly Found[] {
    this.#spend((end - start) / 10);
    const found: Found[] = [];
    const matcher = regex.matcher(this.#text.slice(start, end));
    while (matcher.find()) {
      if (matcher.end() === matcher.start()) continue;
      if (found.length === MOST_FOUND) throw new TooMuchWork();
      let groups = bindings;
      for (let group = 1; group <= matcher.groupCount(); group++) {
        const from = matcher.start(group);
        if (from < 0) continue;
        groups = { bound: { name: `$${group}`, start: start + from, end: start + matcher.end(group) }, rest: groups };
      }
      found.push({ start: start + matcher.start(), end: start + matcher.end(), bindings: groups, by: 'regex' });
    }
    return found;
  }

  /** Whichever of two lies in the other, unless only the outer one is what was looked for. */
  *#both(a: readonly Found[], b: readonly Found[]): Steps<readonly Found[]> {
    const both: Found[] = [];
    for (const [inner, outer] of yield* this.#nested(a, b)) {
      if (inner.by === 'inside' && outer.by !== 'inside') continue;
      const bindings = unified(this.#text, inner.bindings, outer.bindings);
      if (bindings !== null) both.push({ ...inner, bindings });
      if (both.length > MOST_FOUND) throw new TooMuchWork();
    }
    return distinct(both);
  }

  *#without(found: readonly Found[], unwanted: readonly Found[]): Steps<readonly Found[]> {
    const dropped = new Set<Found>();
    const kept = new Set(found);
    for (const [inner, outer] of yield* this.#nested(found, unwanted)) {
      const [each, not] = kept.has(inner) ? [inner, outer] : [outer, inner];
      const covers = not.by === 'regex' || (isIn(each, not) && (not.by === 'inside' || isIn(not, each)));
      if (covers && unified(this.#text, each.bindings, not.bindings) !== null) dropped.add(each);
    }
    return found.filter((each) => !dropped.has(each));
  }

  /** Pairs of one of each list, of which the first lies in the second. */
  *#nested(a: readonly Found[], b: readonly Found[]): Steps<readonly (readonly [Found, Found])[]> {
    const pairs: (readonly [Found, Found])[] = [];
    const all = [...a.map((found) => ({ found, list: a })), ...b.map((found) => ({ found, list: b }))];
    all.sort((x, y) => x.found.start - y.found.start || y.found.end - x.found.end);
    let around: typeof all = [];
    for (const each of all) {
      around = around.filter(({ found }) => found.end > each.found.start || found.start === each.found.start);
      this.#spend(around.length / 10);
      yield;
      for (const other of around) {
        if (other.list === each.list) continue;
        if (isIn(each.found, other.found)) pairs.push([each.found, other.found]);
        if (isIn(other.found, each.found)) pairs.push([other.found, each.found]);
      }
      if (pairs.length > 10 * MOST_FOUND) throw new TooMuchWork();
      around.push(each);
    }
    return pairs;
  }

  *#holds(condition: CompiledCondition, { bindings }: Found): Steps<boolean> {
    const bound = boundTo(bindings, condition.variable);
    if (bound === undefined) return false;
    const text = this.#text.slice(bound.start, bound.end);
    switch (condition.kind) {
      case 'regex': {
        this.#spend(1 + text.length / 10);
        return [text, contentOf(text)].some((each) => condition.regex.matcher(each).lookingAt());
      }
      case 'formula':
        this.#spend(5);
        for (const { bindings: inner } of yield* this.#evaluate(condition.formula, { ...bound, bindings })) {
          if (unified(this.#text, bindings, inner) !== null) return true;
        }
        return false;
      case 'comparison':
        return compares(numberOf(text), condition.operator, condition.number);
    }
  }
}

/** The ways in which a pattern matches at one place. */
class Ways {
  readonly #found: Found[];
  #left = MOST_WAYS;

  constructor(found: Found[]) {
    this.#found = found;
  }

  /** Whether that is enough. */
  add(start: number, end: number, bindings: Bindings | undefined): boolean {
    if (this.#found.length >= MOST_FOUND) throw new TooMuchWork();
    this.#found.push({ start, end, bindings, by: 'pattern' });
    return bindings === undefined || --this.#left === 0;
  }
}

/** Where a pattern of one node can match. */
function placesOf({ means, node }: PatternNode, target: Target) {
  if (means.kind !== 'node') return target.nodes;
  return node.type.startsWith('assignment') ? target.assignments : target.ofType(node.type);
}

function isIn(inner: Pick<Found, 'start' | 'end'>, outer: Pick<Found, 'start' | 'end'>): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function focused(found: Found, variables: readonly string[]): readonly Found[] {
  return variables.flatMap((name) => {
    const bound = boundTo(found.bindings, name);
    return bound === undefined ? [] : [{ ...found, start: bound.start, end: bound.end }];
  });
}

function distinct(found: readonly Found[]): readonly Found[] {
  const byKey = new Map(
    found.map((each) => {
      const bound = allBound(each.bindings).map(({ name, start, end }) => `${name}:${start}:${end}`);
      return [[each.start, each.end, each.by, ...bound.sort()].join(), each];
    }),
  );
  return [...byKey.values()];
}

function inOrder(found: readonly Found[]): readonly Found[] {
  const places = new Map<string, Found>();
  for (const each of found) if (!places.has(`${each.start}-${each.end}`)) places.set(`${each.start}-${each.end}`, each);
  return [...places.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function numberOf(text: string): number {
  const plain = text
    .replaceAll('_', '')
    .replace(/(?<![lLuUfF])[lLuUfF]+$/, (suffix) => (/^0x/i.test(text) ? suffix : ''));
  return /^[-+]?(?:0[xXoObB][\da-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?|\d+\.)$/.test(plain)
    ? Number(plain)
    : Number.NaN;
}

function compares(
  value: number,
  operator: Extract<Condition, { kind: 'comparison' }>['operator'],
  other: number,
): boolean {
  if (Number.isNaN(value)) return false;
  switch (operator) {
    case '<':
      return value < other;
    case '<=':
      return value <= other;
    case '>':
      return value > other;
    case '>=':
      return value >= other;
    case '==':
      return value === other;
    case '!=':
      return value !== other;
  }
}
