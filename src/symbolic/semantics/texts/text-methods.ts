/** Methods of strings and bytes (https://docs.python.org/3/library/stdtypes.html#string-methods). */
import type { Machine } from '../../machine/machine.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import type { TextMethod, TextValue } from '../sequences/texts.ts';
import { ENCODING_METHODS } from './encodings.ts';
import { format } from './format-fields.ts';
import { CASE_METHODS } from './text-case.ts';
import { EDITING_METHODS } from './text-editing.ts';
import { SEARCH_METHODS } from './text-search.ts';
import { SPLITTING_METHODS } from './text-splitting.ts';

const METHODS: Readonly<Record<string, TextMethod>> = {
  ...SEARCH_METHODS,
  ...EDITING_METHODS,
  ...SPLITTING_METHODS,
  ...CASE_METHODS,
  ...ENCODING_METHODS,
  format,
};

/** Keyword arguments by method; all other methods are called by position. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  split: ['sep', 'maxsplit'],
  rsplit: ['sep', 'maxsplit'],
  replace: ['count'],
  encode: ['encoding', 'errors'],
  decode: ['encoding', 'errors'],
};

/** Methods that only one of the kinds has. */
const ONLY: Readonly<Record<TextValue['kind'], readonly string[]>> = {
  str: ['casefold', 'encode', 'format', 'isdecimal', 'isidentifier', 'isnumeric', 'isprintable'],
  bytes: ['decode', 'hex'],
};

/** Whether texts of this kind have a method of this name that the engine knows. */
export function isTextMethod(kind: TextValue['kind'], name: string): boolean {
  return Object.hasOwn(METHODS, name) && !ONLY[kind === 'str' ? 'bytes' : 'str'].includes(name);
}

/** Calls a method of a string or bytes. */
export function callTextMethod(
  machine: Machine,
  name: string,
  text: TextValue,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  const isCalledWell = name === 'format' || [...named.keys()].every((keyword) => KEYWORDS[name]?.includes(keyword));
  const method = isCalledWell && isTextMethod(text.kind, name) ? METHODS[name] : undefined;
  const result = method?.(machine, text, args, named);
  return result ?? machine.cut(`${text.kind}.${name}`, `${text.kind}.${name} with these arguments is not modelled`);
}
