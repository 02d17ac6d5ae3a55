/** Methods that make another text of strings and bytes: replacing, stripping, padding. */
import type { Machine } from '../../machine/machine.ts';
import { charactersOf, isSolvable, type Regex } from '../../terms/regex.ts';
import type { IntTerm, StrTerm } from '../../terms/term.ts';
import { ASCII_WHITESPACE, WHITESPACE } from '../../terms/text-functions.ts';
import { exceptionClass } from '../../values/classes.ts';
import { intValue, type PlainValue, type Value } from '../../values/value.ts';
import {
  asSize,
  integerArgument,
  isGiven,
  likeText,
  literalInteger,
  literalText,
  type TextMethod,
  type TextValue,
  textArgument,
} from '../sequences/texts.ts';

/** Replacements of a limited number are unrolled up to this many. */
const MOST_REPLACEMENTS = 8n;

function replace(
  machine: Machine,
  self: TextValue,
  old: StrTerm,
  replacement: StrTerm,
  count: PlainValue | undefined,
): Value | undefined {
  const { terms } = machine;
  const limit = count === undefined ? -1n : literalInteger(intValue(integerArgument(machine, count)));
  if (limit === undefined || limit > MOST_REPLACEMENTS) return undefined;
  if (limit === 0n) return self;
  if (limit === 1n) return likeText(self, terms.replaceFirst(self.term, old, replacement));
  // an empty pattern stands between all characters, which only a text that is known can show
  const whereEmpty = (): Value => {
    if (self.term.kind !== 'literal' || limit > 0n) {
      return machine.cut('str.replace', 'replacing the empty string is not modelled');
    }
    const around = [...self.term.value].map((character) => terms.concat(replacement, terms.str(character)));
    return likeText(self, terms.concat(...around, replacement));
  };
  return machine.choose(terms.same(old, terms.empty), whereEmpty, () =>
    likeText(
      self,
      limit < 0n
        ? terms.replaceAll(self.term, old, replacement)
        : replaceSome(machine, self.term, old, replacement, limit),
    ),
  );
}

/** The first `limit` occurrences replaced, one after the other. */
function replaceSome(machine: Machine, text: StrTerm, old: StrTerm, replacement: StrTerm, limit: bigint): StrTerm {
  const { terms } = machine;
  if (limit === 1n) return terms.replaceFirst(text, old, replacement);
  const at = terms.indexOf(text, old, terms.zero);
  const next = terms.add(at, terms.length(old));
  const rest = terms.substr(text, next, terms.sub(terms.length(text), next));
  const replaced = terms.concat(
    terms.substr(text, terms.zero, at),
    replacement,
    replaceSome(machine, rest, old, replacement, limit - 1n),
  );
  return terms.ite(terms.contains(text, old), replaced, text);
}

/** The characters that `strip` removes; undefined where they are not known. */
function strippedClass(machine: Machine, self: TextValue, characters: PlainValue | undefined): Regex | undefined {
  if (!isGiven(characters)) return self.kind === 'str' ? WHITESPACE : ASCII_WHITESPACE;
  textArgument(machine, self, characters);
  const literal = literalText(characters);
  const regex = literal === undefined ? undefined : charactersOf(literal);
  return regex !== undefined && isSolvable(regex) ? regex : undefined;
}

function stripper(...sides: readonly ('lstrip' | 'rstrip')[]): TextMethod {
  return (machine, self, [characters, ...more]) => {
    if (more.length > 0) return undefined;
    const { terms } = machine;
    const regex = strippedClass(machine, self, characters);
    if (regex === undefined) return undefined;
    return likeText(
      self,
      sides.reduce((text, side) => terms.strip(side, text, regex), self.term),
    );
  };
}

/** `ljust`, `rjust` and `center`: `before` is how much of the padding comes first. */
function justifier(before: (machine: Machine, padding: IntTerm, width: IntTerm) => IntTerm): TextMethod {
  return (machine, self, [width, fill, ...more]) => {
    if (width === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    const wanted = asSize(machine, integerArgument(machine, width));
    const character = fill === undefined ? terms.str(' ') : textArgument(machine, self, fill);
    machine.raiseIf(terms.not(terms.eq(terms.length(character), terms.one)), exceptionClass('TypeError'));
    return likeText(self, pad(machine, self.term, wanted, character, before));
  };
}

/** The text with `character` around it, so that it is at least `width` long. */
export function pad(
  machine: Machine,
  text: StrTerm,
  width: IntTerm,
  character: StrTerm,
  before: (machine: Machine, padding: IntTerm, width: IntTerm) => IntTerm,
): StrTerm {
  const { terms } = machine;
  const difference = terms.sub(width, terms.length(text));
  const padding = terms.ite(terms.lt(difference, terms.zero), terms.zero, difference);
  const left = before(machine, padding, width);
  return terms.concat(terms.repeat(character, left), text, terms.repeat(character, terms.sub(padding, left)));
}

/** How the three alignments share the padding out; of an odd one, the odd width's left side gets more. */
export const PADDING_BEFORE = {
  left: ({ terms }: Machine): IntTerm => terms.zero,
  right: (_machine: Machine, padding: IntTerm): IntTerm => padding,
  middle: ({ terms }: Machine, padding: IntTerm, width: IntTerm): IntTerm => {
    const two = terms.int(2);
    const isOdd = (term: IntTerm) => terms.eq(terms.mod(term, two), terms.one);
    const extra = terms.boolToInt(terms.and(isOdd(padding), isOdd(width)));
    return terms.add(terms.floorDiv(padding, two), extra);
  },
} as const;

/** The same text with zeros after its sign, so that it is at least `width` long. */
function zeroFill(machine: Machine, text: StrTerm, width: IntTerm): StrTerm {
  const { terms } = machine;
  const length = terms.length(text);
  const zeros = terms.repeat(terms.str('0'), terms.sub(width, length));
  const sign = terms.substr(text, terms.zero, terms.one);
  const rest = terms.substr(text, terms.one, terms.sub(length, terms.one));
  const isSigned = terms.or(terms.prefixOf(terms.str('-'), text), terms.prefixOf(terms.str('+'), text));
  return terms.ite(isSigned, terms.concat(sign, zeros, rest), terms.concat(zeros, text));
}

/** Methods that strings and bytes share. */
export const EDITING_METHODS: Readonly<Record<string, TextMethod>> = {
  replace: (machine, self, [old, replacement, count, ...more], named) => {
    if (old === undefined || replacement === undefined || more.length > 0) return undefined;
    const [from, to] = [textArgument(machine, self, old), textArgument(machine, self, replacement)];
    return replace(machine, self, from, to, count ?? named.get('count'));
  },
  removeprefix: (machine, self, [prefix, ...more]) => {
    if (prefix === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    const removed = textArgument(machine, self, prefix);
    const length = terms.length(removed);
    const rest = terms.substr(self.term, length, terms.sub(terms.length(self.term), length));
    return likeText(self, terms.ite(terms.prefixOf(removed, self.term), rest, self.term));
  },
  removesuffix: (machine, self, [suffix, ...more]) => {
    if (suffix === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    const removed = textArgument(machine, self, suffix);
    const kept = terms.sub(terms.length(self.term), terms.length(removed));
    const rest = terms.substr(self.term, terms.zero, kept);
    return likeText(self, terms.ite(terms.suffixOf(removed, self.term), rest, self.term));
  },
  strip: stripper('lstrip', 'rstrip'),
  lstrip: stripper('lstrip'),
  rstrip: stripper('rstrip'),
  ljust: justifier(PADDING_BEFORE.left),
  rjust: justifier(PADDING_BEFORE.right),
  center: justifier(PADDING_BEFORE.middle),
  zfill: (machine, self, [width, ...more]) => {
    if (width === undefined || more.length > 0) return undefined;
    return likeText(self, zeroFill(machine, self.term, asSize(machine, integerArgument(machine, width))));
  },
  expandtabs: (machine, self) => {
    const { terms } = machine;
    if (terms.contains(self.term, terms.str('\t')) === terms.false) return self;
    return machine.choose(
      terms.contains(self.term, terms.str('\t')),
      () => machine.cut('expandtabs', 'the columns of tabs are not modelled'),
      () => self,
    );
  },
};
