/** F-strings: text, replacement fields, and the fields within their format specifications. */
import type { FormatPart } from './ast.ts';
import { decodeString, locateEscapeError } from './escapes.ts';
import { assigned } from './expressions.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** Where the content of an f-string stands, as UTF-16 indices. */
export interface FormatContent {
  readonly start: number;
  readonly end: number;
  readonly isRaw: boolean;
}

/** The parts of the f-string at `node`, or what cannot be held of it. @throws PythonSyntaxError */
export function fstring(
  node: SyntaxNode,
  content: FormatContent,
):
  | { readonly kind: 'format'; readonly parts: readonly FormatPart[] }
  | { readonly kind: 'unsupported'; readonly construct: string } {
  try {
    return { kind: 'format', parts: formatParts(node, { ...content, doubledBraces: true }) };
  } catch (error) {
    if (error instanceof UnsupportedText) return { kind: 'unsupported', construct: error.construct };
    throw error;
  }
}

/** Leaves the nested walk of an f-string whose text cannot be held; never leaves this file. */
class UnsupportedText extends Error {
  readonly construct: string;
  constructor(construct: string) {
    super(construct);
    this.construct = construct;
  }
}

interface FormatRange extends FormatContent {
  /** `{{` stands for a brace in the string itself, not in a format specification. */
  readonly doubledBraces: boolean;
}

function formatParts(node: SyntaxNode, range: FormatRange): FormatPart[] {
  const parts: FormatPart[] = [];
  let at = range.start;
  const addText = (end: number): void => {
    const raw = node.source.text.slice(at, end);
    parts.push({ kind: 'text', text: formatText(node, raw, range) });
  };
  for (const child of node.named) {
    if (child.type !== 'interpolation' && child.type !== 'format_expression') continue;
    addText(child.start);
    parts.push(formatField(child, range.isRaw));
    at = child.end;
  }
  addText(range.end);
  return mergeText(parts);
}

function formatText(node: SyntaxNode, raw: string, { isRaw, doubledBraces }: FormatRange): string {
  // The braces of \N{...} are no doubled braces, and no text after escapes is one: both go first.
  const pieces = doubledBraces ? raw.split(/(?<=^|[^\\])(\\N\{[^}]{0,200}\})|(\{\{|\}\})/) : [raw];
  return pieces
    .map((piece = '') => {
      if (doubledBraces && (piece === '{{' || piece === '}}')) return piece.charAt(0);
      if (isRaw) return piece;
      const decoded = locateEscapeError(node, () => decodeString(piece));
      if ('unsupported' in decoded) throw new UnsupportedText(decoded.unsupported);
      return decoded.text;
    })
    .join('');
}

function formatField(node: SyntaxNode, isRaw: boolean): FormatPart {
  const expression = node.required('expression');
  const specification = node.optional('format_specifier');
  if (expression.type === 'named_expression') return formatBeginningWithEquals(node, expression);
  const conversion = conversionOf(node);
  const format =
    specification === undefined
      ? []
      : formatParts(specification, {
          start: specification.start + 1,
          end: specification.end,
          isRaw,
          doubledBraces: false,
        });
  const value = assigned(expression);
  if (!node.has('=')) {
    return { kind: 'field', value, format, ...(conversion === undefined ? {} : { conversion }) };
  }
  const close = node.children.find((child) => child.start > expression.end && child.type !== '=');
  const label = node.source.text.slice(node.start + 1, close?.start ?? node.end - 1);
  const shown = conversion ?? (specification === undefined ? 'r' : undefined);
  return { kind: 'field', value, format, label, ...(shown === undefined ? {} : { conversion: shown }) };
}

/** `{x:=5}` is `x` formatted with `=5`, though the grammar reads an assignment expression. */
function formatBeginningWithEquals(node: SyntaxNode, named: SyntaxNode): FormatPart {
  const name = named.required('name');
  const text = node.source.text.slice(name.end, node.end - 1).replace(/^\s*:/, '');
  if (/[{}\\]/.test(text)) throw new UnsupportedText('format specification that begins with = and has fields');
  return { kind: 'field', value: assigned(name), format: [{ kind: 'text', text }] };
}

function conversionOf(node: SyntaxNode): 'r' | 's' | 'a' | undefined {
  const conversion = node.optional('type_conversion');
  switch (conversion?.text) {
    case undefined:
      return undefined;
    case '!r':
      return 'r';
    case '!s':
      return 's';
    case '!a':
      return 'a';
    default:
      return node.fail(`Invalid conversion ${conversion?.text}: expected !s, !r or !a`);
  }
}

/** Joins neighbouring texts and drops empty ones. */
export function mergeText(parts: readonly FormatPart[]): FormatPart[] {
  const merged: FormatPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === 'text' && part.text === '') continue;
    if (part.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { kind: 'text', text: last.text + part.text };
    } else merged.push(part);
  }
  return merged;
}
