/** `template % values`: https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import type { StrTerm } from '../../terms/term.ts';
import { type PlainValue, strValue, type Value } from '../../values/value.ts';
import type { TextValue } from '../sequences/texts.ts';
import { fieldText } from './format-fields.ts';

const PIECE = /%(?<flags>[-0+ ]*)(?<width>[1-9]\d*)?(?:\.(?<precision>\d+))?(?<type>[sdirfeg%])|[^%]+/suy;

/** `template % right`. */
export function formatPercent(machine: Machine, template: TextValue, right: PlainValue): Value {
  if (template.kind !== 'str' || template.term.kind !== 'literal') return unmodelled(machine);
  // a mapping is looked up by name, and may go unused
  if (right.kind !== 'tuple' && !['str', 'int', 'float', 'bool', 'none'].includes(right.kind))
    return unmodelled(machine);
  const values: readonly Value[] = right.kind === 'tuple' ? right.items : [right];
  const source = template.term.value;
  const { terms } = machine;
  const texts: StrTerm[] = [];
  let [end, used] = [0, 0];
  for (const match of source.matchAll(new RegExp(PIECE.source, 'gsuy'))) {
    end = match.index + match[0].length;
    const groups = match.groups ?? {};
    if (groups.type === undefined) texts.push(terms.str(match[0]));
    else if (groups.type === '%') texts.push(terms.str('%'));
    else texts.push(conversion(machine, values[used++] ?? raiseNamed(machine, 'TypeError'), groups));
  }
  if (end < source.length) return unmodelled(machine);
  if (used < values.length) return raiseNamed(machine, 'TypeError');
  return strValue(terms.concat(...texts));
}

function unmodelled(machine: Machine): never {
  return machine.cut('% formatting', 'this printf-style formatting is not modelled');
}

/** One conversion, as the format specification that means the same. */
function conversion(machine: Machine, value: Value, groups: Readonly<Record<string, string | undefined>>): StrTerm {
  const { flags = '', width = '', precision, type = '' } = groups;
  const { terms } = machine;
  const isLeft = flags.includes('-');
  if (type === 's' || type === 'r') {
    const specification = `${isLeft ? '<' : '>'}${width}${precision === undefined ? '' : `.${precision}`}`;
    const isBare = specification.length === 1;
    return fieldText(machine, value, type, terms.str(isBare ? '' : specification));
  }
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const zero = flags.includes('0') && !isLeft ? '0' : '';
  const isWhole = type === 'd' || type === 'i';
  // precision of integers is a number of digits, which formats do not have; floats are truncated
  const text = machine.dispatch(value, (plain) => {
    const isInteger = plain.kind === 'int' || plain.kind === 'bool';
    if (isWhole ? !isInteger || precision !== undefined : !isInteger && plain.kind !== 'float') {
      if (['str', 'none', 'tuple', 'list', 'dict'].includes(plain.kind)) return raiseNamed(machine, 'TypeError');
      return unmodelled(machine);
    }
    const digits = precision === undefined ? '' : `.${precision}`;
    // without a precision, six digits
    const defaulted = isWhole || precision !== undefined ? digits : '.6';
    const specification = `${isLeft ? '<' : ''}${sign}${zero}${width}${defaulted}${isWhole ? 'd' : type}`;
    return strValue(fieldText(machine, plain, undefined, terms.str(specification)));
  });
  return text.kind === 'str' ? text.term : unmodelled(machine);
}
