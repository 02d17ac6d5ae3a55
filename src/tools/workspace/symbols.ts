/** How answers show definitions. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { SYMBOL_KINDS } from '../../lib/symbol-kinds.ts';
import type { SymbolEntry } from '../../workspace/graph/service.ts';

/** Kinds of definitions. */
export const symbolKind = z.enum(SYMBOL_KINDS);

/** A definition on the wire. */
export const symbolFields = {
  file: z.string(),
  name: z.string(),
  kind: symbolKind,
  scope: z.string().describe('Names of the definitions around it, with dots; empty at the top.'),
  line_start: z.int(),
  line_end: z.int(),
  signature: z.string(),
};

/** Whether a match rests on scopes, imports and types, or on an equal name alone. */
export const certaintyField = z.enum(['resolved', 'approximate']).describe('approximate: only the name tells.');

/** Which symbol is meant. */
export const symbolParameters = {
  name: z.string().min(1).max(500).describe('Such as `f`, `Class.method`, `module::f`.'),
  file: z.string().max(4096).optional().describe('Defines it; the end of its path will do.'),
  line: z.int().min(1).optional().describe('Of its definition.'),
};

/** The wire form of a definition. */
export function symbolFacts({ path, name, kind, scope, lineStart, lineEnd, signature }: SymbolEntry) {
  return { file: path, name, kind, scope, line_start: lineStart, line_end: lineEnd, signature };
}

/** One line that shows a definition. */
export function renderSymbol(symbol: z.output<z.ZodObject<typeof symbolFields>>): string {
  const { file, name, kind, scope, line_start, line_end, signature } = symbol;
  return `${shownPath(file)}:${line_start}-${line_end} ${kind} ${scope === '' ? name : `${scope}.${name}`}: ${signature}`;
}
