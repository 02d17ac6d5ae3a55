/** Case and classes of characters: exact for ASCII, and for all bytes; beyond, functions of which the solver knows little. */
import type { Machine } from '../../machine/machine.ts';
import { repeatOf } from '../../terms/regex.ts';
import type { BoolTerm, StrTerm } from '../../terms/term.ts';
import {
  ASCII_PREDICATES,
  ASCII_TEXT,
  ASCII_WHITESPACE,
  ofBytes,
  TEXT_MAPS,
  WHITESPACE,
} from '../../terms/text-functions.ts';
import { boolValue } from '../../values/value.ts';
import { likeText, type TextMethod } from '../sequences/texts.ts';

/** Whether a string is ASCII only. */
export function isAsciiText({ terms }: Machine, text: StrTerm): BoolTerm {
  return terms.inRegex(text, ASCII_TEXT);
}

const CONVERSIONS = TEXT_MAPS.map((name): [string, TextMethod] => [
  name,
  ({ terms }, self, args) => {
    if (args.length > 0 || (self.kind === 'bytes' && name === 'casefold')) return undefined;
    return likeText(self, terms.mapText(self.kind === 'str' ? name : ofBytes(name), self.term));
  },
]);

const PREDICATES = Object.entries(ASCII_PREDICATES).map(([name, regex]): [string, TextMethod] => [
  name,
  (machine, self, args) => {
    if (args.length > 0) return undefined;
    const { terms } = machine;
    const onAscii = terms.inRegex(self.term, regex);
    if (self.kind === 'bytes' || name === 'isascii') return boolValue(onAscii);
    const beyond = terms.opaque('bool', `str.${name}`, [self.term]);
    return boolValue(terms.ite(isAsciiText(machine, self.term), onAscii, beyond));
  },
]);

/** Methods that strings and bytes share, each with its own meaning for them. */
export const CASE_METHODS: Readonly<Record<string, TextMethod>> = {
  ...Object.fromEntries(CONVERSIONS),
  ...Object.fromEntries(PREDICATES),
  isspace: ({ terms }, self, args) => {
    if (args.length > 0) return undefined;
    return boolValue(terms.inRegex(self.term, repeatOf(self.kind === 'str' ? WHITESPACE : ASCII_WHITESPACE, 1)));
  },
};
