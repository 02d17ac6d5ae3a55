/** Writes graphs of calls as Mermaid flowcharts. */
import type { CallEdge, CallGraphAnswer } from './service.ts';

/** A flowchart: `-->` for calls that are certain, `-.->` for those of which only the name tells. */
export function toMermaid({
  nodes,
  edges,
}: Pick<CallGraphAnswer, 'nodes'> & { readonly edges: readonly Omit<CallEdge, 'places'>[] }): string {
  const lines = ['flowchart LR'];
  for (const { id, scope, name, path, lineStart, distance } of nodes) {
    const label = `${scope === '' ? '' : `${scope}.`}${name}`;
    const text = `"${escaped(label)}<br/>${escaped(`${path}:${lineStart}`)}"`;
    lines.push(distance === 0 ? `  ${id}([${text}])` : `  ${id}[${text}]`);
  }
  for (const { from, to, certainty } of edges) {
    lines.push(`  ${from} ${certainty === 'resolved' ? '-->' : '-.->'} ${to}`);
  }
  return lines.join('\n');
}

/** Mermaid reads `#name;` and `#code;` as characters, and its labels as Markdown and HTML. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:/_-]/gu, (char) => `#${char.codePointAt(0)};`);
}
