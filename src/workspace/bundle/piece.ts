/** The text of a unit, whole or as signatures, under a head that says where it stands. */
import { fenced } from '../../lib/markdown.ts';
import { maskAllSecrets } from '../../lib/secrets/strict.ts';
import { scopeInside } from '../graph/code.ts';
import type { StoredCode } from '../graph/stored-code.ts';
import type { BundledPiece } from './service.ts';
import { membersOf, type Unit } from './unit.ts';

/** A unit in one of its forms. */
export interface Piece {
  readonly unit: Unit;
  readonly form: BundledPiece['form'];
  readonly text: string;
}

/** All lines of a unit. */
export function wholePiece(code: StoredCode, unit: Unit, commit: string): Piece {
  const lines = code.lines(unit.document).slice(unit.lineStart - 1, unit.lineEnd);
  return { unit, form: 'whole', text: textOf(unit, commit, '', lines) };
}

/** The signature of a unit and of the definitions in it, with line numbers; undefined when it has neither. */
export function skeletonPiece(code: StoredCode, unit: Unit, commit: string): Piece | undefined {
  const members = membersOf(code, unit);
  const shown = unit.definition === undefined ? members : [unit.definition, ...members];
  if (shown.length === 0) return undefined;
  const lines = shown.map(({ nameLine, signature, scope }) => {
    const depth = scope === '' ? 0 : scope.split('.').length;
    return `${nameLine}: ${'  '.repeat(depth)}${signature}`;
  });
  return { unit, form: 'skeleton', text: textOf(unit, commit, ', signatures only', lines) };
}

/** What answers say of a piece. */
export function describePiece({ unit: { path, lineStart, lineEnd, definition, role }, form }: Piece): BundledPiece {
  return { path, lineStart, lineEnd, ...(definition !== undefined && { symbol: scopeInside(definition) }), role, form };
}

function textOf(unit: Unit, commit: string, note: string, lines: readonly string[]): string {
  const { path, lineStart, lineEnd, definition, role, language } = unit;
  const symbol = definition === undefined ? '' : `${definition.kind} ${scopeInside(definition)}, `;
  const head = `## ${path}:${lineStart}-${lineEnd}@${commit} (${symbol}${role}${note})`;
  return `${head}\n${fenced(language, maskAllSecrets(lines.join('\n')).text)}\n\n`;
}
