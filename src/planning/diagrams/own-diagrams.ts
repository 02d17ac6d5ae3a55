/** The diagrams that a plan itself holds. */
import type { PlanHead } from '../plan.ts';

/** First words of diagrams that Mermaid knows. */
export const KINDS: ReadonlySet<string> = new Set([
  ...['flowchart', 'flowchart-elk', 'graph', 'sequenceDiagram', 'classDiagram', 'classDiagram-v2', 'stateDiagram'],
  ...['stateDiagram-v2', 'erDiagram', 'gantt', 'journey', 'pie', 'mindmap', 'timeline', 'gitGraph', 'quadrantChart'],
  ...['requirementDiagram', 'C4Context', 'C4Container', 'C4Component', 'C4Dynamic', 'C4Deployment', 'sankey'],
  ...['sankey-beta', 'xychart', 'xychart-beta', 'block', 'block-beta', 'packet', 'packet-beta', 'kanban'],
  ...['architecture', 'architecture-beta', 'radar-beta', 'treemap', 'treemap-beta'],
]);

/** The diagrams that the plan itself holds. */
export interface OwnDiagrams {
  /** As they are, without a fence around them. No parser has seen them: they begin as Mermaid's diagrams do. */
  readonly diagrams: readonly string[];
  /** Places, from 1 on, of those that begin otherwise. */
  readonly others: readonly number[];
}

/** `architecture.diagrams` of a plan. */
export function ownDiagrams({ architecture: { diagrams } }: Pick<PlanHead, 'architecture'>): OwnDiagrams {
  const texts = diagrams.map(unfenced);
  return {
    diagrams: texts.filter(isDiagram),
    others: texts.flatMap((text, index) => (isDiagram(text) ? [] : [index + 1])),
  };
}

function unfenced(text: string): string {
  const trimmed = text.trim();
  const lines = trimmed.split('\n');
  const isFenced = lines.length > 2 && /^```\s*mermaid\s*$/.test(lines[0] ?? '') && lines.at(-1)?.trim() === '```';
  return isFenced ? lines.slice(1, -1).join('\n') : trimmed;
}

function isDiagram(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const from = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  const begin = lines.slice(from).find((line) => line !== '' && !line.startsWith('%%')) ?? '';
  return KINDS.has(/^[\w-]+/.exec(begin)?.[0] ?? '');
}
