/** Notebooks: the code of all cells is one program, their Markdown one text. */
import { type Cell, readNotebook } from '../../lib/notebook.ts';
import type { ParsedLanguage } from '../grammar.ts';
import type { Lines } from '../lines.ts';
import { KERNELS } from './languages-in.ts';
import { headingsIn } from './markdown.ts';
import type { Code, Parts } from './parts.ts';
import { type PlacedHeading, sectionsOf } from './sections.ts';

/** Magics after which the cell is still of the kernel's language. */
const SAME_LANGUAGE = /^%%(?:time|timeit|capture|prun)\b/;
/** What IPython reads before Python does: magics, commands of the shell, questions. */
const NO_PYTHON = /^(?:%[a-z%]|!(?!=)|\?)|^[\w.]{1,200}\?{1,2}\s*$/i;

/** The parts of a notebook; undefined where it is none. */
export function notebookParts(lines: Lines): Parts | undefined {
  const notebook = readNotebook(lines.text);
  if (notebook === undefined) return undefined;
  const { cells, kernel = 'python' } = notebook;
  const language = Object.hasOwn(KERNELS, kernel) ? KERNELS[kernel] : undefined;
  const code = language === undefined ? undefined : codeOf(cells, language, lines);
  return {
    ...(code !== undefined && { code }),
    sections: sectionsOf(
      cells.flatMap((cell) => headingsOf(cell, lines)),
      lines,
    ),
    starts: cells.map(({ at }) => lines.at(at)),
  };
}

function codeOf(cells: readonly Cell[], language: ParsedLanguage, lines: Lines): Code | undefined {
  const texts: string[] = [];
  const lineOf: number[] = [];
  for (const cell of cells) {
    if (cell.kind !== 'code') continue;
    const [first] = cell.lines;
    if (first?.text.startsWith('%%') && !SAME_LANGUAGE.test(first.text)) continue;
    for (const { text, at } of cell.lines) {
      texts.push(language === 'python' ? pythonOf(text) : text);
      lineOf.push(lines.at(at));
    }
  }
  return texts.length === 0 ? undefined : { language, text: texts.map((text) => `${text}\n`).join(''), lineOf };
}

/** A statement in place of what is none. */
function pythonOf(line: string): string {
  const text = line.trimStart();
  return NO_PYTHON.test(text) ? `${line.slice(0, line.length - text.length)}pass` : line;
}

/** A heading that begins its cell ends the section before where the cell begins. */
function headingsOf({ kind, at: cellAt, lines: cellLines }: Cell, lines: Lines): readonly PlacedHeading[] {
  if (kind !== 'markdown') return [];
  const first = lines.at(cellAt);
  return headingsIn(cellLines.map(({ text }) => text)).map(({ at, ...heading }) => {
    const line = lines.at(cellLines[at]?.at ?? cellAt);
    const lastOfText = cellLines[at - 1];
    return { ...heading, line, before: lastOfText === undefined ? Math.max(1, first - 1) : lines.at(lastOfText.at) };
  });
}
