/** Number literals: integers of any size and base, floats, imaginary numbers. */
import type { ConstantValue } from './ast.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** Decimal digits that CPython converts at most (`sys.get_int_max_str_digits()`); other bases have no limit. */
const MAX_DECIMAL_DIGITS = 4300;

const DIGITS = '\\d(?:_?\\d)*';
const BASED = /^0(?:[xX](?:_?[\da-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)$/;
const DECIMAL = /^(?:0(?:_?0)*|[1-9](?:_?\d)*)$/;
const FLOAT = new RegExp(
  `^(?:${DIGITS}\\.(?:${DIGITS})?(?:[eE][+-]?${DIGITS})?|\\.${DIGITS}(?:[eE][+-]?${DIGITS})?|${DIGITS}[eE][+-]?${DIGITS})$`,
);
const WHOLE = new RegExp(`^${DIGITS}$`);

/** The value of an `integer` or `float` node. @throws PythonSyntaxError for Python 2 forms such as `0777` and `10L`. */
export function numberValue(node: SyntaxNode): ConstantValue {
  const { text } = node;
  const plain = text.replaceAll('_', '');
  if (BASED.test(text)) return { type: 'int', value: BigInt(plain.toLowerCase()) };
  if (DECIMAL.test(text)) {
    if (plain.length > MAX_DECIMAL_DIGITS) {
      node.fail(`CPython refuses decimal integers of more than ${MAX_DECIMAL_DIGITS} digits: write it in hexadecimal`);
    }
    return { type: 'int', value: BigInt(plain) };
  }
  if (FLOAT.test(text)) return { type: 'float', value: Number(plain) };
  const imaginary = /^(.*)[jJ]$/.exec(text)?.[1];
  if (imaginary !== undefined && (FLOAT.test(imaginary) || WHOLE.test(imaginary))) {
    return { type: 'complex', imaginary: Number(imaginary.replaceAll('_', '')) };
  }
  if (/^0\d+$/.test(text)) node.fail(`Leading zeros in ${text} are not permitted: write 0o… for an octal integer`);
  return node.fail(`Invalid number ${text}`);
}
