/** Taking strings and bytes apart and joining them: https://docs.python.org/3/library/stdtypes.html#str.split */
import type { Machine } from '../../machine/machine.ts';
import { ANY_TEXT, classOf, complementRanges, type Regex, repeatOf } from '../../terms/regex.ts';
import type { BoolTerm, IntTerm, StrTerm } from '../../terms/term.ts';
import { ASCII_WHITESPACE, WHITESPACE } from '../../terms/text-functions.ts';
import { exceptionClass } from '../../values/classes.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import { withElements } from '../containers/iteration.ts';
import { use } from '../objects/unmodelled.ts';
import { sequenceOf } from '../sequences/any-length.ts';
import {
  integerArgument,
  isGiven,
  isText,
  likeText,
  type TextMethod,
  type TextValue,
  textArgument,
} from '../sequences/texts.ts';

/** Texts that depend on the inputs are split at most this often. */
const MOST_SPLITS = 6;

/** What comes off a text next, where anything does. */
interface Split {
  readonly condition: BoolTerm;
  readonly piece: StrTerm;
  readonly rest: StrTerm;
}

/** How a text is split at one end. */
interface Splitter {
  readonly next: (rest: StrTerm) => Split;
  /** What is left where nothing comes off any more. */
  readonly remainder: (rest: StrTerm) => readonly StrTerm[];
  /** What is left where nothing may come off any more, though it could. */
  readonly limited: (rest: StrTerm) => StrTerm;
  /** How many pieces there are in all. */
  readonly total: IntTerm;
  /** The piece at a position from the end that is split, as a function of what determines it. */
  readonly pieceAt: (position: IntTerm) => StrTerm;
}

/** The list of pieces: one alternative for every number of them there may be. */
function pieces(machine: Machine, self: TextValue, splitter: Splitter, limit: bigint, fromRight: boolean): Value {
  const { terms } = machine;
  const collect = (rest: StrTerm, done: readonly StrTerm[]): Value => {
    machine.step();
    const end = (last: readonly StrTerm[]): Value => {
      const found = [...done, ...last].map((piece) => likeText(self, piece));
      return { kind: 'tuple', items: fromRight ? found.toReversed() : found };
    };
    const { condition, piece, rest: left } = splitter.next(rest);
    const side = condition.kind === 'literal' ? (condition.value ? 'yes' : 'no') : machine.openSide(condition);
    const goOn = (): Value => {
      if (limit >= 0n && BigInt(done.length) >= limit) return end([splitter.limited(rest)]);
      if (condition !== terms.true && done.length >= MOST_SPLITS) {
        if (limit < 0n) {
          machine.assume(terms.lt(terms.int(done.length), splitter.total));
          return manyPieces(machine, self, splitter, done, fromRight);
        }
        return machine.cut('split', `a text that depends on the inputs is split more than ${MOST_SPLITS} times`);
      }
      return collect(left, [...done, piece]);
    };
    if (side === 'yes') return goOn();
    const finish = (): Value => end(splitter.remainder(rest));
    return side === 'no' ? finish() : machine.choose(condition, goOn, finish);
  };
  return { kind: 'list', object: machine.allocate(collect(self.term, [])) };
}

/** The first pieces, as far as there are so many. */
function firstPieces({ terms }: Machine, text: StrTerm, { next }: Splitter): readonly StrTerm[] {
  const first = next(text);
  const second = next(first.rest);
  return [terms.ite(first.condition, first.piece, text), terms.ite(second.condition, second.piece, first.rest)];
}

/** Any number of pieces, of which these come first, or last. */
function manyPieces(
  machine: Machine,
  self: TextValue,
  { total, pieceAt }: Splitter,
  known: readonly StrTerm[],
  fromRight: boolean,
): PlainValue {
  const { terms } = machine;
  return sequenceOf(machine, total, (position) => {
    const at = fromRight ? terms.sub(total, terms.add(position, terms.one)) : position;
    return likeText(
      self,
      known.reduceRight(
        (behind, piece, index) => terms.ite(terms.eq(at, terms.int(index)), piece, behind),
        pieceAt(at),
      ),
    );
  });
}

function suffixFrom({ terms }: Machine, text: StrTerm, start: IntTerm): StrTerm {
  return terms.substr(text, start, terms.sub(terms.length(text), start));
}

/** At every occurrence of a separator. */
function bySeparator(machine: Machine, text: StrTerm, separator: StrTerm, fromRight: boolean): Splitter {
  const { terms } = machine;
  const next = (rest: StrTerm): Split => {
    const at = fromRight ? terms.lastIndexOf(rest, separator) : terms.indexOf(rest, separator, terms.zero);
    const before = terms.substr(rest, terms.zero, at);
    const after = suffixFrom(machine, rest, terms.add(at, terms.length(separator)));
    return {
      condition: terms.contains(rest, separator),
      piece: fromRight ? after : before,
      rest: fromRight ? before : after,
    };
  };
  const total = terms.add(terms.count(text, separator), terms.one);
  const name = `piece from the ${fromRight ? 'right' : 'left'}`;
  const pieceAt = (position: IntTerm): StrTerm => terms.opaque('str', name, [text, separator, position]);
  return { next, remainder: (rest) => [rest], limited: (rest) => rest, total, pieceAt };
}

/** At every run of whitespace, with none at the ends. */
function byWhitespace(machine: Machine, { kind, term }: TextValue, fromRight: boolean): Splitter {
  const { terms } = machine;
  const space = kind === 'str' ? WHITESPACE : ASCII_WHITESPACE;
  const word = outside(space);
  const side = fromRight ? 'rstrip' : 'lstrip';
  const next = (rest: StrTerm): Split => {
    const text = terms.strip(side, rest, space);
    const left = terms.strip(side, text, word);
    const length = terms.sub(terms.length(text), terms.length(left));
    return {
      condition: terms.not(terms.inRegex(rest, repeatOf(space, 0))),
      piece: fromRight ? suffixFrom(machine, text, terms.length(left)) : terms.substr(text, terms.zero, length),
      rest: left,
    };
  };
  const total = terms.opaque('int', `words of ${kind}`, [term]);
  const name = `word of ${kind} from the ${fromRight ? 'right' : 'left'}`;
  const pieceAt = (position: IntTerm): StrTerm => terms.opaque('str', name, [term, position]);
  return { next, remainder: () => [], limited: (rest) => terms.strip(side, rest, space), total, pieceAt };
}

function outside(regex: Regex): Regex {
  return regex.kind === 'class' ? classOf(complementRanges(regex.ranges)) : ANY_TEXT;
}

function splitting(fromRight: boolean): TextMethod {
  return (machine, self, args, named) => {
    const [separator = named.get('sep'), most = named.get('maxsplit'), ...more] = args;
    const limit = most === undefined ? undefined : integerArgument(machine, most);
    if (more.length > 0 || (limit !== undefined && limit.kind !== 'literal')) return undefined;
    const times = limit?.value ?? -1n;
    if (!isGiven(separator)) return pieces(machine, self, byWhitespace(machine, self, fromRight), times, fromRight);
    const splitter = bySeparator(machine, self.term, separatorTerm(machine, self, separator), fromRight);
    if (times >= 0n || !machine.limits.isInductive) return pieces(machine, self, splitter, times, fromRight);
    const content = manyPieces(machine, self, splitter, firstPieces(machine, self.term, splitter), fromRight);
    return { kind: 'list', object: machine.allocate(content) };
  };
}

/** A separator; raises ValueError for an empty one. */
function separatorTerm(machine: Machine, self: TextValue, separator: PlainValue): StrTerm {
  const term = textArgument(machine, self, separator);
  machine.raiseIf(machine.terms.same(term, machine.terms.empty), exceptionClass('ValueError'));
  return term;
}

/** `partition` and `rpartition`: what comes before and after one occurrence, with the separator between. */
function partition(side: 'first' | 'last'): TextMethod {
  return (machine, self, [separator, ...more]) => {
    if (separator === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    const by = separatorTerm(machine, self, separator);
    const text = self.term;
    const at = side === 'first' ? terms.indexOf(text, by, terms.zero) : terms.lastIndexOf(text, by);
    const isFound = terms.contains(text, by);
    const before = terms.substr(text, terms.zero, at);
    const after = suffixFrom(machine, text, terms.add(at, terms.length(by)));
    const [first, last] = side === 'first' ? [text, terms.empty] : [terms.empty, text];
    const items = [
      terms.ite(isFound, before, first),
      terms.ite(isFound, by, terms.empty),
      terms.ite(isFound, after, last),
    ];
    return { kind: 'tuple', items: items.map((item) => likeText(self, item)) };
  };
}

/** Where `splitlines` ends a line, in strings and in bytes. */
const LINE_ENDS: Readonly<Record<TextValue['kind'], Regex>> = {
  str: classOf([
    [10, 13],
    [28, 30],
    [0x85, 0x85],
    [0x2028, 0x2029],
  ]),
  bytes: classOf([
    [10, 10],
    [13, 13],
  ]),
};

/** Methods that strings and bytes share. */
export const SPLITTING_METHODS: Readonly<Record<string, TextMethod>> = {
  split: splitting(false),
  rsplit: splitting(true),
  partition: partition('first'),
  rpartition: partition('last'),
  splitlines: (machine, self) => {
    const { terms } = machine;
    const oneLine = terms.inRegex(self.term, repeatOf(outside(LINE_ENDS[self.kind]), 0));
    return machine.choose(
      oneLine,
      () =>
        machine.choose(
          terms.same(self.term, terms.empty),
          () => machine.makeList([]),
          () => machine.makeList([self]),
        ),
      () => machine.cut('splitlines', 'the lines of a text that depends on the inputs are not modelled'),
    );
  },
  join: (machine, self, [iterable, ...more]) => {
    if (iterable === undefined || more.length > 0) return undefined;
    return withElements(machine, iterable, (items) => joinItems(machine, self, items, []));
  },
};

/** The joined texts; raises TypeError where an item is no text of this kind. */
function joinItems(
  machine: Machine,
  self: TextValue,
  [next, ...rest]: readonly Value[],
  done: readonly StrTerm[],
): Value {
  const { terms } = machine;
  if (next === undefined) {
    return likeText(self, terms.concat(...done.flatMap((part, index) => (index === 0 ? [part] : [self.term, part]))));
  }
  return machine.dispatch(next, (item) => {
    if (item.kind === 'unmodelled' || item.kind === 'unbound') return use(machine, item);
    if (!isText(item) && item.kind === 'instance') return machine.cut('join', 'joining objects is not modelled');
    return joinItems(machine, self, rest, [...done, textArgument(machine, self, item)]);
  });
}
