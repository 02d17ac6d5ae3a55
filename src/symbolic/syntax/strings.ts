/** String and bytes literals, with implicit concatenation. */
import type { Expression, FormatPart } from './ast.ts';
import { decodeBytes, decodeString, locateEscapeError } from './escapes.ts';
import { fstring, mergeText } from './fstrings.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** One literal of a concatenation. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'format'; readonly parts: readonly FormatPart[] }
  | { readonly kind: 'unsupported'; readonly construct: string };

/** The expression of a `string` or `concatenated_string` node. @throws PythonSyntaxError */
export function stringLiteral(node: SyntaxNode): Expression {
  const literals = node.type === 'concatenated_string' ? node.named : [node];
  const pieces = literals.map(readPiece);
  const { span } = node;
  const unsupported = pieces.find((piece) => piece.kind === 'unsupported');
  if (unsupported !== undefined) return { kind: 'unsupported', construct: unsupported.construct, span };
  const bytes = pieces.filter((piece) => piece.kind === 'bytes');
  if (bytes.length > 0) {
    if (bytes.length < pieces.length) node.fail('Cannot mix bytes and nonbytes literals');
    return { kind: 'constant', value: { type: 'bytes', value: concatenate(bytes.map((piece) => piece.bytes)) }, span };
  }
  const parts = mergeText(
    pieces.flatMap((piece) => (piece.kind === 'format' ? piece.parts : piece.kind === 'text' ? [piece] : [])),
  );
  if (pieces.some((piece) => piece.kind === 'format')) return { kind: 'fstring', parts, span };
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return { kind: 'constant', value: { type: 'str', value: text }, span };
}

function readPiece(node: SyntaxNode): Piece {
  const opening = /^([a-z]*)('''|"""|'|")/i.exec(node.text);
  if (opening === null) return node.fail('Backquotes are not Python 3: use repr()');
  const [{ length }, letters = '', quotes = ''] = opening;
  const prefix = letters.toLowerCase();
  if (!/^(?:|r|u|b|br|rb|f|fr|rf|t|tr|rt)$/.test(prefix)) node.fail(`Invalid string prefix ${letters}`);
  if (prefix.includes('t')) return { kind: 'unsupported', construct: 'template string' };
  const isRaw = prefix.includes('r');
  const start = node.start + length;
  // Not where the grammar's end token begins: after r'\\' that token holds the content.
  const end = node.end - quotes.length;
  if (prefix.includes('f')) return fstring(node, { start, end, isRaw });
  const raw = node.source.text.slice(start, end);
  if (prefix.includes('b')) return { kind: 'bytes', bytes: locateEscapeError(node, () => decodeBytes(raw, isRaw)) };
  if (isRaw) return { kind: 'text', text: raw };
  const decoded = locateEscapeError(node, () => decodeString(raw));
  return 'text' in decoded
    ? { kind: 'text', text: decoded.text }
    : { kind: 'unsupported', construct: decoded.unsupported };
}

function concatenate(arrays: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(arrays.flatMap((bytes) => [...bytes]));
}
