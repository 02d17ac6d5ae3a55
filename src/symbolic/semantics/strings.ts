/** Strings: indexing, slicing and methods (https://docs.python.org/3/library/stdtypes.html#string-methods). */
import type { NamedArguments } from '../execute/calls.ts';
import type { Machine } from '../execute/machine.ts';
import type { IntTerm, StrTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, intValue, type PlainValue, strValue, type Value } from '../values/value.ts';
import { checkedPosition, fromEnd } from './sequences.ts';

/** `text[index]`; raises IndexError outside the string. */
export function characterAt(machine: Machine, text: StrTerm, index: IntTerm): Value {
  const { terms } = machine;
  const position = checkedPosition(machine, index, terms.length(text));
  return strValue(terms.substr(text, position, terms.one));
}

/** `text[lower:upper]`; absent bounds are the ends. */
export function substring(machine: Machine, text: StrTerm, lower?: IntTerm, upper?: IntTerm): Value {
  const { terms } = machine;
  const length = terms.length(text);
  const start = lower === undefined ? terms.zero : clamp(machine, lower, length);
  const end = upper === undefined ? length : clamp(machine, upper, length);
  return strValue(terms.substr(text, start, terms.sub(end, start)));
}

/** A slice bound as a position from 0 to the length. */
function clamp(machine: Machine, bound: IntTerm, length: IntTerm): IntTerm {
  const { terms } = machine;
  const position = fromEnd(machine, bound, length);
  const atLeastZero = terms.ite(terms.lt(position, terms.zero), terms.zero, position);
  return terms.ite(terms.lt(length, atLeastZero), length, atLeastZero);
}

type Method = (machine: Machine, text: StrTerm, args: readonly PlainValue[]) => Value | undefined;

/** Methods that cannot fail on a string alone, and whose result the solver knows only to be a function of it. */
function opaqueMethod(name: string, sort: 'str' | 'bool'): Method {
  return ({ terms }, text, args) => {
    if (args.length > 0) return undefined;
    return sort === 'str'
      ? strValue(terms.opaque('str', `str.${name}`, [text]))
      : boolValue(terms.opaque('bool', `str.${name}`, [text]));
  };
}

const METHODS: Readonly<Record<string, Method>> = {
  startswith: ({ terms }, text, [prefix, ...more]) =>
    prefix?.kind === 'str' && more.length === 0 ? boolValue(terms.prefixOf(prefix.term, text)) : undefined,
  endswith: ({ terms }, text, [suffix, ...more]) =>
    suffix?.kind === 'str' && more.length === 0 ? boolValue(terms.suffixOf(suffix.term, text)) : undefined,
  find: ({ terms }, text, [needle, ...more]) =>
    needle?.kind === 'str' && more.length === 0 ? intValue(terms.indexOf(text, needle.term, terms.zero)) : undefined,
  index: (machine, text, [needle, ...more]) => {
    const { terms } = machine;
    if (needle?.kind !== 'str' || more.length > 0) return undefined;
    machine.raiseIf(terms.not(terms.contains(text, needle.term)), exceptionClass('ValueError'));
    return intValue(terms.indexOf(text, needle.term, terms.zero));
  },
  replace: (machine, text, [old, replacement, ...more]) => {
    if (old?.kind !== 'str' || replacement?.kind !== 'str' || more.length > 0) return undefined;
    // an empty pattern matches between all characters, which `replaceAll` does not mean
    if (old.term.kind !== 'literal' || old.term.value === '') return undefined;
    return strValue(machine.terms.replaceAll(text, old.term, replacement.term));
  },
  removeprefix: ({ terms }, text, [prefix, ...more]) => {
    if (prefix?.kind !== 'str' || more.length > 0) return undefined;
    const length = terms.length(prefix.term);
    const rest = terms.substr(text, length, terms.sub(terms.length(text), length));
    return strValue(terms.ite(terms.prefixOf(prefix.term, text), rest, text));
  },
  removesuffix: ({ terms }, text, [suffix, ...more]) => {
    if (suffix?.kind !== 'str' || more.length > 0) return undefined;
    const kept = terms.sub(terms.length(text), terms.length(suffix.term));
    return strValue(terms.ite(terms.suffixOf(suffix.term, text), terms.substr(text, terms.zero, kept), text));
  },
  ...Object.fromEntries(
    ['lower', 'upper', 'strip', 'lstrip', 'rstrip', 'title', 'capitalize', 'swapcase', 'casefold'].map((name) => [
      name,
      opaqueMethod(name, 'str'),
    ]),
  ),
  ...Object.fromEntries(
    [
      'isdigit',
      'isalpha',
      'isalnum',
      'isdecimal',
      'isnumeric',
      'isspace',
      'islower',
      'isupper',
      'istitle',
      'isascii',
      'isidentifier',
      'isprintable',
    ].map((name) => [name, opaqueMethod(name, 'bool')]),
  ),
};

/** Whether strings have a method of this name that the engine knows. */
export function isStringMethod(name: string): boolean {
  return Object.hasOwn(METHODS, name);
}

/** Calls a method of a string. */
export function callStringMethod(
  machine: Machine,
  name: string,
  text: StrTerm,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  const result = named.size === 0 && Object.hasOwn(METHODS, name) ? METHODS[name]?.(machine, text, args) : undefined;
  return result ?? machine.cut(`str.${name}`, `str.${name} with these arguments is not modelled`);
}
