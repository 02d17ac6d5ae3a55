/** `visualize_plan`: a plan as a diagram of Mermaid. */
import { z } from 'zod';
import { fenced, plain } from '../../lib/markdown.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { askWithin } from '../../mcp/pages.ts';
import { architecture } from '../../planning/diagrams/architecture.ts';
import { type Diagram, type DiagramOptions, type DrawnPlan, MOST_NODES } from '../../planning/diagrams/diagram.ts';
import { beginOf, drawnPlanOf } from '../../planning/diagrams/drawn-plan.ts';
import { flowchart } from '../../planning/diagrams/flowchart.ts';
import { gantt } from '../../planning/diagrams/gantt.ts';
import { ownDiagrams } from '../../planning/diagrams/own-diagrams.ts';
import type { PlanHead } from '../../planning/plan.ts';
import { detailParameter, planId, stepNumber, timeOf, tokensOf } from './parameters.ts';

const KINDS = ['graph', 'gantt', 'architecture'] as const;
type Kind = (typeof KINDS)[number];

/** Of an answer's tokens, what diagrams that the plan itself holds may have. */
const OWN_SHARE = 0.4;

const output = z.object({
  plan_id: z.string(),
  version: z.int(),
  kind: z.enum(KINDS),
  mermaid: z.string(),
  plan_diagrams: z
    .array(z.string())
    .optional()
    .describe('Those that the plan itself holds, as they are; nobody has checked them.'),
  begins_at: z
    .string()
    .optional()
    .describe('Of a Gantt chart: when the first step was started, else when the plan was made.'),
  shown_steps: z.array(z.int()),
  total_steps: z.int(),
  omitted: z.array(z.string()).describe('What is left out.'),
});
type Facts = z.output<typeof output>;

export default defineTool({
  name: 'visualize_plan',
  toolset: 'planning',
  title: 'Diagram of a plan',
  description:
    'Draws a plan as Mermaid: its graph (states by colour, parts as boxes, the critical path thick), a Gantt chart by recorded durations ' +
    'and estimates, or the files that its steps touch by folder, without imports. A large plan shows what matters most, and says what is ' +
    'left out.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    kind: z.enum(KINDS).default('graph').describe('What to draw; architecture: the files.'),
    steps: z.array(stepNumber).min(1).max(MOST_NODES).optional().describe('Only these steps and their neighbours.'),
    max_nodes: z
      .int()
      .min(1)
      .max(MOST_NODES)
      .default(40)
      .describe('Steps or files at most; fewer where they do not fit.'),
    detail: detailParameter,
  }),
  output,
  tokens: tokensOf,
  more: { shown_steps: () => 'steps draws some, and detail more' },
  async handler({ plan_id, kind, steps, max_nodes, detail }, { plans }) {
    const document = await plans.open(plan_id).plan.document();
    const plan = drawnPlanOf(document);
    const begin = beginOf(document);
    const most = tokensOf({ detail });
    const own = kind === 'architecture' ? ownWithin(plan.head, most * OWN_SHARE) : undefined;
    const draw = (size: number): Facts => {
      const options = { most: size, ...(steps !== undefined && { only: steps }) };
      const { mermaid, shown, total, omitted } = diagramOf(kind, plan, options, begin);
      return {
        plan_id,
        version: document.version,
        kind,
        mermaid,
        ...(own !== undefined && own.diagrams.length > 0 && { plan_diagrams: [...own.diagrams] }),
        ...(kind === 'gantt' && { begins_at: timeOf(begin) }),
        shown_steps: [...shown],
        total_steps: total,
        omitted: [...omitted, ...(own?.omitted ?? [])],
      };
    };
    return askWithin(
      { first: max_nodes, least: 1 },
      most,
      async (size) => draw(size),
      (facts) => [JSON.stringify(facts), render(facts)],
    );
  },
  render,
});

function diagramOf(kind: Kind, plan: DrawnPlan, options: DiagramOptions, begin: number): Diagram {
  switch (kind) {
    case 'graph':
      return flowchart(plan, options);
    case 'gantt':
      return gantt(plan, { ...options, begin });
    case 'architecture':
      return architecture(plan, options);
  }
}

/** The diagrams that the plan itself holds, as many as have at most `most` tokens together: half of one is none. */
function ownWithin(
  head: PlanHead,
  most: number,
): { readonly diagrams: readonly string[]; readonly omitted: readonly string[] } {
  const { diagrams, others } = ownDiagrams(head);
  let left = most;
  const fitting = diagrams.filter((diagram) => {
    const tokens = countTokens(JSON.stringify(diagram), left);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  const tooLong = diagrams.length - fitting.length;
  return {
    diagrams: fitting,
    omitted: [
      ...(tooLong > 0 ? [`${tooLong} of the plan's own diagrams, which load_plan returns`] : []),
      ...others.map((place) => `diagram ${place} of the plan, which does not begin as Mermaid's do`),
    ],
  };
}

function render({
  plan_id,
  version,
  mermaid,
  plan_diagrams = [],
  begins_at,
  shown_steps,
  total_steps,
  omitted,
}: Facts): string {
  return [
    fenced('mermaid', mermaid),
    ...plan_diagrams.map((diagram) => fenced('mermaid', diagram)),
    `${plan_id}, version ${version}: ${shown_steps.length} of ${total_steps} steps shown.`,
    ...(begins_at === undefined ? [] : [`Dates count from ${begins_at}, by recorded durations and estimates.`]),
    ...(omitted.length > 0
      ? [`Left out: ${plain(omitted.join('; '))}. steps draws some; a larger max_nodes with detail draws more.`]
      : []),
  ].join('\n');
}
