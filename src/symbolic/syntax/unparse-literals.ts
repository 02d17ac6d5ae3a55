/** Literals back to Python text, as `repr` writes them. */
import type { ConstantValue, Expression, FormatPart } from './ast.ts';

/** The text of a literal. Infinite floats, which have no literal, are written `1e309`, as `ast.unparse` does. */
export function unparseConstant(value: ConstantValue): string {
  switch (value.type) {
    case 'none':
      return 'None';
    case 'ellipsis':
      return '...';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return value.value.toString();
    case 'float':
      return floatText(value.value);
    case 'complex':
      return `${floatText(value.imaginary).replace(/\.0$/, '')}j`;
    case 'str':
      return stringText(value.value);
    case 'bytes':
      return bytesText(value.value);
  }
}

/** Python and JavaScript print the same shortest digits and differ in when they use an exponent. */
function floatText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '1e309';
  if (Object.is(value, -0)) return '-0.0';
  const [, digits = '0', exponentText = '0'] = /^(.*)e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const text = exponent < 0 ? value.toFixed(digits.replace('.', '').length - 1 - exponent) : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

function stringText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  return quote + escapeText(value, quote) + quote;
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeText(value: string, quote: string): string {
  let text = '';
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (character === quote) text += `\\${quote}`;
    else if (isPrintable(character)) text += NAMED_ESCAPES[character] ?? character;
    else text += NAMED_ESCAPES[character] ?? hexEscape(code);
  }
  return text;
}

function isPrintable(character: string): boolean {
  return character === ' ' || /^[^\p{C}\p{Z}]$/u.test(character);
}

function hexEscape(code: number): string {
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}

function bytesText(value: Uint8Array): string {
  const text = String.fromCharCode(...value);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = Array.from(text, (character) => {
    if (character === quote) return `\\${quote}`;
    const plain = /^[ -~]$/.test(character) ? character : hexEscape(character.charCodeAt(0));
    return NAMED_ESCAPES[character] ?? plain;
  });
  return `b${quote}${escaped.join('')}${quote}`;
}

/** The text of an f-string; `unparse` writes the expressions in its fields. */
export function unparseFormatted(parts: readonly FormatPart[], unparse: (expression: Expression) => string): string {
  const fields = parts.filter((part) => part.kind === 'field');
  const quote = formatParts(fields, { quote: "'", unparse }).includes("'") ? '"' : "'";
  return `f${quote}${formatParts(parts, { quote, unparse })}${quote}`;
}

interface FormatStyle {
  readonly quote: string;
  readonly unparse: (expression: Expression) => string;
}

function formatParts(parts: readonly FormatPart[], style: FormatStyle): string {
  return parts.map((part) => (part.kind === 'text' ? formatText(part.text, style) : formatField(part, style))).join('');
}

function formatText(text: string, { quote }: FormatStyle): string {
  return escapeText(text, quote).replace(/[{}]/g, '$&$&');
}

function formatField(part: FormatPart & { kind: 'field' }, style: FormatStyle): string {
  const { value, conversion, format, label } = part;
  const text = style.unparse(value);
  // A lambda's colon would begin the format, and `{{` would be a brace.
  const shown = value.kind === 'lambda' || value.kind === 'named' ? `(${text})` : text.replace(/^\{/, ' {');
  const prefix = label === undefined ? '' : formatText(label, style);
  const suffix = conversion === undefined ? '' : `!${conversion}`;
  const inner = format.map((piece) =>
    piece.kind === 'text' ? escapeText(piece.text, style.quote) : formatField(piece, style),
  );
  return `${prefix}{${shown}${suffix}${inner.length === 0 ? '' : `:${inner.join('')}`}}`;
}
