/** The text of a bundle: each file under a head, its pieces by line under heads that say where they stand. */
import { fenced } from '../../lib/markdown.ts';
import { maskAllSecrets } from '../../lib/secrets/strict.ts';
import { shownPath } from '../../lib/shown-path.ts';
import type { StoredCode } from '../graph/stored-code.ts';
import type { PackedFile } from './packing.ts';
import type { Texts } from './texts.ts';
import { membersOf, type Unit } from './unit.ts';

/** Digits of a commit's id. */
const SHORT_OID = 12;

export function renderPacking(code: StoredCode, texts: Texts, files: readonly PackedFile[], commit: string): string {
  return files
    .map(({ unit, pieces, outlined }) => {
      const { lines } = texts.of(unit.document);
      const shown = pieces.map(({ lineStart, lineEnd, role }) => ({
        lineStart,
        head: `### ${lineStart}-${lineEnd} (${role})`,
        text: lines.slice(lineStart - 1, lineEnd).join('\n'),
      }));
      const outlines = outlined.map((each) => ({
        lineStart: each.lineStart,
        head: `### ${each.lineStart}-${each.lineEnd} (${each.role}, signatures only)`,
        text: outlineOf(code, each),
      }));
      const body = [...shown, ...outlines]
        .sort((left, right) => left.lineStart - right.lineStart)
        .map(({ head, text }) => `${head}\n${fenced(unit.language, maskAllSecrets(text).text)}\n`);
      return `## ${shownPath(unit.path)}@${commit.slice(0, SHORT_OID)}\n${body.join('')}\n`;
    })
    .join('');
}

/** The signature of a unit and of the definitions in it, with line numbers. */
export function outlineOf(code: StoredCode, unit: Unit): string {
  const members = membersOf(code, unit);
  const shown = unit.definition === undefined ? members : [unit.definition, ...members];
  return shown
    .map(({ nameLine, signature, scope }) => {
      const depth = scope === '' ? 0 : scope.split('.').length;
      return `${nameLine}: ${'  '.repeat(depth)}${signature}`;
    })
    .join('\n');
}
