import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseGantt, parseMermaid } from '../../../test/mermaid.ts';
import { step } from '../../../test/planning/drawn-plans.ts';
import { plansOf } from '../../../test/planning/plan-stand-in.ts';
import { toolContext } from '../../../test/tool-context.ts';
import { userId } from '../../lib/object-name.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { headSchema, type Step } from '../../planning/plan.ts';
import type { Progress } from '../../planning/records.ts';
import type { PlanDocument } from '../../planning/service.ts';
import visualizePlan from './visualize-plan.ts';

const CREATED = Date.UTC(2026, 0, 5, 9, 30, 20);

function documentOf(steps: readonly Step[], diagrams: readonly string[] = []): PlanDocument {
  return {
    facts: { id: 'plan-1', owner: userId('tester'), workspace: 'default', branch: 'lemma/plan-1' },
    version: 7,
    createdAt: CREATED,
    updatedAt: CREATED,
    plan: { head: headSchema.parse({ goal: 'A goal', architecture: { diagrams } }), steps },
    states: steps.map(() => 'pending'),
    progress: steps.map(() => undefined),
  };
}

const answerSchema = z.object({
  mermaid: z.string(),
  plan_diagrams: z.array(z.string()).default([]),
  begins_at: z.string().optional(),
  shown_steps: z.array(z.int()),
  total_steps: z.int(),
  omitted: z.array(z.string()),
  shortened: z.undefined().optional(),
});

async function visualize(document: PlanDocument, args: Readonly<Record<string, unknown>> = {}) {
  const plans = plansOf({ document: async () => document });
  const { structuredContent, content } = await visualizePlan.call(
    { plan_id: 'plan-1', ...args },
    toolContext({ plans }),
  );
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  const tokens = Math.max(countTokens(JSON.stringify(structuredContent)), countTokens(text));
  return { ...answerSchema.parse(structuredContent), text, tokens };
}

const steps = [
  step(1, { files_affected: ['src/a.ts'] }),
  step(2, { dependencies: [1], files_affected: ['src/b.ts'] }),
  step(3, { dependencies: [2] }),
];

it('draws the graph of a plan, or some steps of it with their neighbours', async () => {
  const { mermaid, text, ...rest } = await visualize(documentOf(steps));
  expect(rest).toMatchObject({ shown_steps: [1, 2, 3], total_steps: 3, omitted: [] });
  expect(text).toBe(`\`\`\`mermaid\n${mermaid}\n\`\`\`\nplan-1, version 7: 3 of 3 steps shown.`);
  const part = await visualize(documentOf(steps), { steps: [1] });
  expect(part).toMatchObject({ shown_steps: [1, 2], omitted: ['1 more step'] });
  await expect(visualize(documentOf(steps), { steps: [9] })).rejects.toThrow('The plan has no step 9.');
});

it('counts dates from the first start, else from when the plan was made', async () => {
  const document = documentOf(steps);
  expect((await visualize(document, { kind: 'gantt' })).begins_at).toBe('2026-01-05T09:30:00.000Z');
  const started: Progress = {
    recorded: 'executing',
    work: 'w',
    by: { user: 'u' },
    attempts: 1,
    startedAt: CREATED + 120_000,
  };
  const later = { ...document, progress: [undefined, started, undefined] };
  const { mermaid, begins_at } = await visualize(later, { kind: 'gantt' });
  expect(begins_at).toBe('2026-01-05T09:32:00.000Z');
  expect(await parseGantt(mermaid)).toHaveLength(3);
});

it('draws files, beside the diagrams that the plan holds', async () => {
  const own = ['sequenceDiagram\n  A->>B: hi', 'no diagram', `flowchart TD\n${'  a --> b\n'.repeat(1_500)}`];
  const { mermaid, plan_diagrams, omitted, tokens } = await visualize(documentOf(steps, own), { kind: 'architecture' });
  expect(mermaid).toContain('a.ts (step 1)');
  expect(plan_diagrams).toEqual([own[0]]);
  expect(omitted).toEqual([
    '1 step with no file shown',
    "1 of the plan's own diagrams, which load_plan returns",
    "diagram 2 of the plan, which does not begin as Mermaid's do",
  ]);
  expect(tokens).toBeLessThanOrEqual(1_000);
});

it.each(['graph', 'gantt', 'architecture'])('kind %s of a large plan fits whole, whatever its texts', async (kind) => {
  for (const description of [
    'Rewrite the reader of session cookies and its tests',
    '"`#'.repeat(100),
    '漢字👩‍👧 עברית'.repeat(9),
  ]) {
    const large = Array.from({ length: 300 }, (_, index) =>
      step(index + 1, {
        description: `${index}${description}`,
        dependencies: index === 0 ? [] : [index],
        group: `${index}${description}`.slice(0, 100),
        files_affected: [`${index}${description}`.slice(0, 500)],
      }),
    );
    for (const [args, most] of [
      [{}, 1_000],
      [{ max_nodes: 100, detail: true }, 6_000],
    ] as const) {
      const { mermaid, tokens, shown_steps } = await visualize(documentOf(large), { kind, ...args });
      expect(tokens).toBeLessThanOrEqual(most);
      expect(shown_steps.length).toBeGreaterThan(2);
      await parseMermaid(mermaid);
    }
  }
});
