/** Replacement fields of f-strings and of `str.format`: https://docs.python.org/3/library/string.html#format-string-syntax */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import { questionAbout } from '../../oracle/operations.ts';
import { settleKnown } from '../../oracle/settle.ts';
import type { StrTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { type PlainValue, strValue, type Value } from '../../values/value.ts';
import type { TextMethod } from '../sequences/texts.ts';
import { toStr } from './conversions.ts';
import { formatValue } from './formatting.ts';
import { toRepr } from './representation.ts';

export type Conversion = 'r' | 's' | 'a';

/** The text of one field. Ends the path where it is none that the engine knows. */
export function fieldText(
  machine: Machine,
  value: Value,
  conversion: Conversion | undefined,
  specification: StrTerm,
): StrTerm {
  const text = machine.dispatch(value, (plain) => {
    const converted = convert(machine, plain, conversion);
    return machine.dispatch(converted, (shown) => formatValue(machine, shown, specification));
  });
  return text.kind === 'str' ? text.term : machine.cut('formatting', 'this replacement field is not modelled');
}

function convert(machine: Machine, value: PlainValue, conversion: Conversion | undefined): Value {
  switch (conversion) {
    case undefined:
      return value;
    case 's':
      return toStr(machine, value);
    case 'r':
      return asked(machine, value, 'repr', () => toRepr(machine, value));
    case 'a':
      return asked(machine, value, 'ascii', () => machine.cut('ascii()', 'the conversion !a is not modelled'));
  }
}

function asked(machine: Machine, value: PlainValue, name: 'repr' | 'ascii', own: () => Value): Value {
  return settleKnown(machine, [value], own, () => questionAbout(machine, value, (source) => `${name}(${source})`));
}

/** Text, or a field with the name, conversion and specification that the template gives it. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly conversion: Conversion | undefined;
      readonly specification: string;
    };

const PIECE = /\{\{|\}\}|\{(?<name>[^{}!:.[\]]*)(?:!(?<conversion>[rsa]))?(?::(?<specification>[^{}]*))?\}|[^{}]+/suy;

/** The pieces of a template; undefined where it is malformed, or uses what is not modelled. */
function parseTemplate(template: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(new RegExp(PIECE.source, 'gsuy'))) {
    end = match.index + match[0].length;
    const { name, conversion, specification } = match.groups ?? {};
    if (name === undefined) pieces.push({ kind: 'text', text: match[0].replace(/^(\{\{|\}\})$/, match[0].charAt(0)) });
    else {
      const known = conversion === 'r' || conversion === 's' || conversion === 'a' ? conversion : undefined;
      pieces.push({ kind: 'field', name, conversion: known, specification: specification ?? '' });
    }
  }
  return end === template.length ? pieces : undefined;
}

/** `template.format(*args, **named)`. */
export const format: TextMethod = (machine, self, args, named) => {
  if (self.kind !== 'str' || self.term.kind !== 'literal') return undefined;
  const pieces = parseTemplate(self.term.value);
  if (pieces === undefined) return undefined;
  const names = pieces.flatMap((piece) => (piece.kind === 'field' ? [piece.name] : []));
  // mixing both kinds of numbering is an error of its own
  if (names.includes('') && names.some((name) => /^\d+$/.test(name))) return undefined;
  const { terms } = machine;
  let next = 0;
  const texts = pieces.map((piece) => {
    if (piece.kind === 'text') return terms.str(piece.text);
    const value = argumentFor(machine, piece.name === '' ? String(next++) : piece.name, args, named);
    return fieldText(machine, value, piece.conversion, terms.str(piece.specification));
  });
  return strValue(terms.concat(...texts));
};

function argumentFor(
  machine: Machine,
  name: string,
  args: readonly (PlainValue | undefined)[],
  named: NamedArguments,
): PlainValue {
  if (/^\d+$/.test(name)) return args[Number(name)] ?? raiseNamed(machine, 'IndexError');
  return named.get(name) ?? raiseNamed(machine, 'KeyError');
}
