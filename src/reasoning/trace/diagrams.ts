/** Writes traces as Mermaid diagrams. */
import type { TraceAnswer, TracedCall, TracedFunction } from './service.ts';

/** What a diagram is of. */
type Drawn = Pick<TraceAnswer, 'functions' | 'calls'>;

/** Units of a label. */
const LABEL = 60;

/** A sequence diagram: a participant for each function, dashed arrows where only the name tells. */
export function sequenceDiagram({ functions, calls }: Drawn): string {
  const lines = ['sequenceDiagram'];
  const shown = functionsIn(calls);
  for (const id of shown) lines.push(`  participant f${id} as ${label(functions[id])}`);
  for (const { from, to, line, loops, branches, certainty, isRecursive, shownAt } of calls) {
    const marks = [
      `line ${line}`,
      ...(loops > 0 ? ['in a loop'] : branches.length > 0 ? ['under conditions'] : []),
      ...(isRecursive ? ['recursion'] : shownAt !== undefined ? ['as above'] : []),
    ];
    lines.push(`  f${from}${certainty === 'name' ? '-->>' : '->>'}f${to}: ${marks.join(', ')}`);
  }
  return lines.join('\n');
}

/** A flowchart: conditions stand on the arrows, dotted where only the name tells. */
export function flowDiagram({ functions, calls }: Drawn): string {
  const lines = ['flowchart TD'];
  for (const id of functionsIn(calls)) {
    const text = `"${label(functions[id])}"`;
    lines.push(id === 0 ? `  f${id}([${text}])` : `  f${id}[${text}]`);
  }
  const drawn = new Set<string>();
  for (const { from, to, branches, certainty } of calls) {
    const text = escaped(branches.at(-1) ?? '');
    const arrow = certainty === 'name' ? '-.->' : '-->';
    const edge = `  f${from} ${arrow}${text === '' ? '' : `|"${text}"|`} f${to}`;
    if (!drawn.has(edge)) lines.push(edge);
    drawn.add(edge);
  }
  return lines.join('\n');
}

function functionsIn(calls: readonly TracedCall[]): readonly number[] {
  return [...new Set([0, ...calls.flatMap(({ from, to }) => [from, to])])];
}

function label(of: TracedFunction | undefined): string {
  return of === undefined ? '' : escaped(`${of.name} ${of.path.split('/').at(-1)}:${of.line}`);
}

/** Mermaid reads `#code;` as a character, and much else as its syntax. */
function escaped(text: string): string {
  const cut = text.length > LABEL ? `${text.slice(0, LABEL - 1)}…` : text;
  return cut.replace(/[^\p{L}\p{N} .,/_…-]/gu, (char) => `#${char.codePointAt(0)};`);
}
