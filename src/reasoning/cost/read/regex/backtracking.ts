/**
 * Finds regular expressions that take exponential time on some texts: those that can go round a loop in two ways that read the same, and
 * then fail (exponential ambiguity of automata, after Weber and Seidl). A text that does so is made, and the automaton run on it.
 */
import { type Automaton, automatonOf } from './automaton.ts';
import { parseExpression, type Ranges } from './parse.ts';

/** How an expression is used. */
export interface Use {
  readonly isVerbose: boolean;
  /** Whether all of a text has to match. */
  readonly isWhole: boolean;
}

/** Pairs of places that are looked at. */
const MOST_PAIRS = 20_000;
/** Ends that a text is tried with. */
const ENDS = ['', '!', '\n', '\u0001', 'a', '0', ' '];
const SHOWN = 3;

/** Why an expression takes exponential time, with a text; undefined where it does not, or that is not known. */
export function backtracking(pattern: string, { isVerbose, isWhole }: Use): string | undefined {
  // Without something that repeats there is no loop.
  if (!/^[^*+}|?]*[*+}|?].*[*+}]/s.test(pattern)) return undefined;
  const expression = parseExpression(pattern, isVerbose);
  const automaton = expression && automatonOf(expression);
  if (automaton === undefined) return undefined;
  for (const { at, word } of loops(automaton)) {
    const before = wayTo(automaton, at);
    if (before === undefined) continue;
    const text = before + word.repeat(4);
    const end = ENDS.find((each) => !matches(automaton, text + each, isWhole));
    if (end === undefined) continue;
    const shown = JSON.stringify(`${before}${word.repeat(SHOWN)}`).slice(0, -1);
    return `a part that repeats reads the same text in more than one way: the time at least doubles with each ${JSON.stringify(word)} in ${shown}…${JSON.stringify(end).slice(1)}`;
  }
  return undefined;
}

/** Places that two different ways lead back to with the same word. */
function loops(automaton: Automaton): readonly { readonly at: number; readonly word: string }[] {
  const found: { readonly at: number; readonly word: string }[] = [];
  const size = automaton.places.length;
  let left = MOST_PAIRS;
  for (let at = 0; at < size && found.length < 5 && left > 0; at++) {
    const start = at * size + at;
    // Pairs of places that both ways have come to, with how: whether they have parted, and the word.
    const seen = new Map<string, string>([[`${start} `, '']]);
    const waiting: { readonly pair: number; readonly isParted: boolean }[] = [{ pair: start, isParted: false }];
    for (const { pair, isParted } of waiting) {
      const word = seen.get(`${pair} ${isParted ? 'x' : ''}`) ?? '';
      if (left-- <= 0) break;
      const back = stepsFrom(automaton, pair, isParted, size).find(
        ({ pair: next, isParted: parted }) => parted && next === start,
      );
      if (back !== undefined) {
        found.push({ at, word: word + back.sign });
        break;
      }
      for (const next of stepsFrom(automaton, pair, isParted, size)) {
        const key = `${next.pair} ${next.isParted ? 'x' : ''}`;
        if (seen.has(key)) continue;
        seen.set(key, word + next.sign);
        waiting.push(next);
      }
    }
  }
  return found;
}

function stepsFrom(
  { follow, places }: Automaton,
  pair: number,
  isParted: boolean,
  size: number,
): readonly { readonly pair: number; readonly isParted: boolean; readonly sign: string }[] {
  const [one, other] = [Math.floor(pair / size), pair % size];
  const steps: { readonly pair: number; readonly isParted: boolean; readonly sign: string }[] = [];
  for (const [to, ways] of follow[one] ?? []) {
    for (const beside of follow[other]?.keys() ?? []) {
      const [left, right] = [places[to], places[beside]];
      // An assertion takes no character: two ways part at it only where that is not known.
      const sign = left?.kind === 'set' && right?.kind === 'set' ? common(left.ranges, right.ranges) : undefined;
      if (sign === undefined) continue;
      steps.push({
        pair: to * size + beside,
        isParted: isParted || to !== beside || (one === other && ways > 1),
        sign,
      });
    }
  }
  return steps;
}

/** A character of both sets, one that is easily read if there is one. */
function common(one: Ranges, other: Ranges): string | undefined {
  let any: number | undefined;
  for (const [from, to] of one) {
    for (const [low, high] of other) {
      const [first, last] = [Math.max(from, low), Math.min(to, high)];
      if (first > last) continue;
      const good = [97, 48, 32, 65, 33].find((point) => first <= point && point <= last);
      if (good !== undefined) return String.fromCodePoint(good);
      any ??= first;
    }
  }
  return any === undefined ? undefined : String.fromCodePoint(any);
}

/** A text that leads to a place; undefined where only assertions lead there. */
function wayTo({ places, first, follow }: Automaton, at: number): string | undefined {
  const ways = new Map<number, string>();
  const waiting: number[] = [];
  const enter = (place: number, before: string) => {
    const what = places[place];
    if (what === undefined || ways.has(place)) return;
    const sign = what.kind === 'set' ? common(what.ranges, what.ranges) : '';
    if (sign === undefined) return;
    ways.set(place, before + sign);
    waiting.push(place);
  };
  for (const place of first.keys()) enter(place, '');
  for (const place of waiting) for (const next of follow[place]?.keys() ?? []) enter(next, ways.get(place) ?? '');
  return ways.get(at);
}

/** Whether it matches at the beginning of a text, an assertion other than of the end taken to hold. */
function matches({ places, first, last, follow, isEmpty }: Automaton, text: string, isWhole: boolean): boolean {
  if (isEmpty && !isWhole) return true;
  const signs = [...text];
  let now: ReadonlySet<number> = new Set(first.keys());
  for (let at = 0; at <= signs.length; at++) {
    const open = new Set(now);
    const isEnd = at === signs.length;
    const isAccepted = (place: number) => last.has(place) && (!isWhole || isEnd);
    for (const place of open) {
      const what = places[place];
      if (what?.kind !== 'assertion' || (what.isEnd && !isEnd)) continue;
      if (isAccepted(place)) return true;
      for (const next of follow[place]?.keys() ?? []) open.add(next);
    }
    const point = signs[at]?.codePointAt(0);
    if (point === undefined) return false;
    const after = new Set<number>();
    for (const place of open) {
      const what = places[place];
      if (what?.kind !== 'set' || !what.ranges.some(([from, to]) => from <= point && point <= to)) continue;
      if (last.has(place) && (!isWhole || at === signs.length - 1)) return true;
      for (const next of follow[place]?.keys() ?? []) after.add(next);
    }
    now = after;
  }
  return false;
}
