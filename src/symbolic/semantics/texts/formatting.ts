/** The format specification mini-language: https://docs.python.org/3/library/string.html#formatspec */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import { formatQuestion } from '../../oracle/operations.ts';
import { settleKnown } from '../../oracle/settle.ts';
import { FLOAT_OVERFLOW } from '../../terms/floats.ts';
import type { IntTerm, StrTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type PlainValue, strValue, typeName, type Value } from '../../values/value.ts';
import { absolute, integerTerm, isInteger } from '../numbers/numbers.ts';
import { callSpecialFor } from '../objects/special-methods.ts';
import { use } from '../objects/unmodelled.ts';
import { toStr } from './conversions.ts';
import { PADDING_BEFORE, pad } from './text-editing.ts';

/** A specification taken apart; `z`, `#` and grouping are only noted. */
interface Specification {
  readonly fill: string;
  readonly align: '<' | '>' | '^' | '=' | undefined;
  readonly sign: '+' | '-' | ' ' | undefined;
  readonly hasOther: boolean;
  readonly hasZero: boolean;
  readonly width: bigint;
  readonly precision: bigint | undefined;
  readonly type: string;
  readonly text: string;
}

const SPECIFICATION =
  /^(?:(?<fill>.)?(?<align>[<>=^]))?(?<sign>[-+ ])?(?<other>z?#?)(?<zero>0)?(?<width>\d+)?(?<group>[,_])?(?:\.(?<precision>\d+))?(?<type>[a-zA-Z%])?$/su;

/** Wider fields, and more digits, are left undecided. */
const MOST_CHARACTERS = 10_000n;

function parseSpecification(machine: Machine, term: StrTerm): Specification {
  if (term.kind !== 'literal')
    return machine.cut('format specification', 'the format specification depends on the inputs');
  const groups = SPECIFICATION.exec(term.value)?.groups;
  if (groups === undefined) return machine.cut('format specification', `the format ${term.value} is not modelled`);
  const { fill, align, sign, other, zero, width, group, precision, type } = groups;
  const size = { width: BigInt(width ?? 0), precision: precision === undefined ? undefined : BigInt(precision) };
  if (size.width > MOST_CHARACTERS || (size.precision ?? 0n) > MOST_CHARACTERS) {
    return machine.cut('format specification', `a field wider than ${MOST_CHARACTERS} is not modelled`);
  }
  return {
    ...size,
    fill: fill ?? (zero === undefined ? ' ' : '0'),
    align: align === '<' || align === '>' || align === '^' || align === '=' ? align : undefined,
    sign: sign === '+' || sign === '-' || sign === ' ' ? sign : undefined,
    hasOther: other !== '' || group !== undefined,
    hasZero: zero !== undefined,
    type: type ?? '',
    text: term.value,
  };
}

/** `format(value, specification)`. */
export function formatValue(machine: Machine, value: PlainValue, specification: StrTerm): Value {
  const operands = [value, strValue(specification)];
  const question = (): string | undefined => formatQuestion(machine, value, specification);
  return settleKnown(machine, operands, () => formatted(machine, value, specification), question);
}

function formatted(machine: Machine, value: PlainValue, specification: StrTerm): Value {
  if (value.kind === 'unmodelled' || value.kind === 'unbound') return use(machine, value);
  if (value.kind === 'instance') {
    const own = callSpecialFor(machine, value, '__format__', 'str', strValue(specification));
    if (own !== undefined) return own;
  }
  if (specification === machine.terms.empty) return toStr(machine, value);
  const parsed = parseSpecification(machine, specification);
  if (value.kind === 'str') return strValue(formatText(machine, value.term, parsed));
  if (isInteger(value)) return strValue(formatInteger(machine, integerTerm(machine, value), parsed));
  if (value.kind === 'float') {
    if (!/^[eEfFgG%]?$/.test(parsed.type)) return unknownType(machine, parsed);
    return strValue(machine.terms.opaque('str', `format ${parsed.text}`, [value.term]));
  }
  if (value.kind === 'instance' || value.kind === 'foreign' || value.kind === 'singleton') {
    return machine.cut('format specification', `formats of a value of type ${typeName(value)} are not modelled`);
  }
  return raiseNamed(machine, 'TypeError');
}

/** A presentation type that the value's type may not have. */
function unknownType(machine: Machine, { type, text }: Specification): never {
  if (/^[bcdoxXnseEfFgG%]$/.test(type) && type !== 'n') return raiseNamed(machine, 'ValueError');
  return machine.cut('format specification', `the format ${text} is not modelled`);
}

function formatText(machine: Machine, text: StrTerm, specification: Specification): StrTerm {
  const { terms } = machine;
  const { align, sign, hasOther, width, precision, type, fill } = specification;
  if (type !== '' && type !== 's') return unknownType(machine, specification);
  if (align === '=' || sign !== undefined || hasOther) return raiseNamed(machine, 'ValueError');
  const shown = precision === undefined ? text : terms.substr(text, terms.zero, terms.int(precision));
  return aligned(machine, shown, width, fill, align ?? '<');
}

function aligned(machine: Machine, text: StrTerm, width: bigint, fill: string, align: '<' | '>' | '^'): StrTerm {
  if (width === 0n) return text;
  const { terms } = machine;
  // a format gives an odd remainder to the right, whatever the width
  const middle = (_: Machine, padding: IntTerm): IntTerm => terms.floorDiv(padding, terms.int(2));
  const before = align === '<' ? PADDING_BEFORE.left : align === '>' ? PADDING_BEFORE.right : middle;
  return pad(machine, text, terms.int(width), terms.str(fill), before);
}

/** The decimal digits of an integer, and a sign where it has one or one is asked for. */
function formatInteger(machine: Machine, integer: IntTerm, specification: Specification): StrTerm {
  const { terms } = machine;
  const { type, sign, hasOther, hasZero, precision, width, fill, align, text } = specification;
  if (/^[eEfFgG%]$/.test(type)) {
    const isTooLarge = terms.le(terms.int(FLOAT_OVERFLOW), absolute(machine, integer));
    machine.raiseIf(isTooLarge, exceptionClass('OverflowError'), 'integer');
    return terms.opaque('str', `format ${text}`, [integer]);
  }
  if (precision !== undefined && /^[bdoxX]?$/.test(type)) return raiseNamed(machine, 'ValueError');
  if (/^[boxX]$/.test(type) || (hasOther && /^d?$/.test(type))) return terms.opaque('str', `format ${text}`, [integer]);
  if (type !== '' && type !== 'd') {
    return type === 's'
      ? unknownType(machine, specification)
      : machine.cut('format specification', `the format ${text} is not modelled`);
  }
  const digits = decimalText(machine, absolute(machine, integer));
  const plus = sign === '+' || sign === ' ' ? terms.str(sign) : terms.empty;
  const signText = terms.ite(terms.lt(integer, terms.zero), terms.str('-'), plus);
  const whole = terms.concat(signText, digits);
  const where = align ?? (hasZero ? '=' : '>');
  if (where !== '=') return aligned(machine, whole, width, fill, where);
  const padding = terms.repeat(terms.str(fill), terms.sub(terms.int(width), terms.length(whole)));
  return terms.concat(signText, padding, digits);
}

function decimalText(machine: Machine, integer: IntTerm): StrTerm {
  const text = toStr(machine, { kind: 'int', term: integer });
  return text.kind === 'str' ? text.term : machine.cut('format specification', 'the text of an integer is not known');
}
