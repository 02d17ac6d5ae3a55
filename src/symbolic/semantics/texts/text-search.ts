/** Searching in strings and bytes: https://docs.python.org/3/library/stdtypes.html#str.find */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm, IntTerm, StrTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { boolValue, intValue, type PlainValue } from '../../values/value.ts';
import { isInteger } from '../numbers/numbers.ts';
import {
  integerArgument,
  isGiven,
  type TextMethod,
  type TextValue,
  textArgument,
  windowOf,
} from '../sequences/texts.ts';

/** What is searched for: in bytes also one byte as an integer. */
export function needleTerm(machine: Machine, self: TextValue, needle: PlainValue): StrTerm {
  if (self.kind === 'str' || !isInteger(needle)) return textArgument(machine, self, needle);
  const { terms } = machine;
  const byte = integerArgument(machine, needle);
  const isByte = terms.and(terms.le(terms.zero, byte), terms.lt(byte, terms.int(256)));
  machine.raiseIf(terms.not(isByte), exceptionClass('ValueError'));
  return terms.fromCode(byte);
}

type Args = readonly (PlainValue | undefined)[];

/** The position of the first or last occurrence, -1 where there is none; undefined without a needle. */
function locate(machine: Machine, self: TextValue, args: Args, side: 'first' | 'last'): IntTerm | undefined {
  const [needle, start, end, ...more] = args;
  if (needle === undefined || more.length > 0) return undefined;
  const { terms } = machine;
  const sought = needleTerm(machine, self, needle);
  const none = terms.int(-1);
  const isOpenEnded = side === 'first' && !isGiven(end);
  if (isOpenEnded) {
    const { start: from } = windowOf(machine, self.term, start);
    const isInside = terms.le(from, terms.length(self.term));
    return terms.ite(isInside, terms.indexOf(self.term, sought, from), none);
  }
  const window = windowOf(machine, self.term, start, end);
  const at = side === 'first' ? terms.indexOf(window.text, sought, terms.zero) : terms.lastIndexOf(window.text, sought);
  if (window.start === terms.zero && window.exists === terms.true) return at;
  const isFound = terms.and(window.exists, terms.le(terms.zero, at));
  return terms.ite(isFound, terms.add(at, window.start), none);
}

function finder(side: 'first' | 'last'): TextMethod {
  return (machine, self, args) => {
    const at = locate(machine, self, args, side);
    return at && intValue(at);
  };
}

function indexer(side: 'first' | 'last'): TextMethod {
  return (machine, self, args) => {
    const at = locate(machine, self, args, side);
    if (at === undefined) return undefined;
    machine.raiseIf(machine.terms.lt(at, machine.terms.zero), exceptionClass('ValueError'));
    return intValue(at);
  };
}

/** `startswith` and `endswith`, of one text or of any text of a tuple. */
function affix(relate: (machine: Machine, affix: StrTerm, text: StrTerm) => BoolTerm): TextMethod {
  return (machine, self, [wanted, start, end, ...more]) => {
    if (wanted === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    const window = windowOf(machine, self.term, start, end);
    if (wanted.kind !== 'tuple') {
      const found = relate(machine, textArgument(machine, self, wanted), window.text);
      return boolValue(terms.and(window.exists, found));
    }
    // a wrong type matters only where no text before it was found
    const options = wanted.items.flatMap((item) => (item.kind === self.kind ? [item.term] : []));
    if (options.length < wanted.items.length) return undefined;
    const found = options.map((option) => relate(machine, option, window.text));
    return boolValue(terms.and(window.exists, terms.or(...found)));
  };
}

/** Methods that strings and bytes share. */
export const SEARCH_METHODS: Readonly<Record<string, TextMethod>> = {
  find: finder('first'),
  rfind: finder('last'),
  index: indexer('first'),
  rindex: indexer('last'),
  count: (machine, self, [needle, start, end, ...more]) => {
    if (needle === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    const sought = needleTerm(machine, self, needle);
    const window = windowOf(machine, self.term, start, end);
    return intValue(terms.ite(window.exists, terms.count(window.text, sought), terms.zero));
  },
  startswith: affix(({ terms }, prefix, text) => terms.prefixOf(prefix, text)),
  endswith: affix(({ terms }, suffix, text) => terms.suffixOf(suffix, text)),
};
