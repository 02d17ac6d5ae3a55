/** `export_plan`: a plan as a document of another tool. */
import { z } from 'zod';
import { fenced } from '../../lib/markdown.ts';
import { outgoing } from '../../lib/secrets/outgoing.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageEnd, roomBeside } from '../../mcp/pages.ts';
import { FORMATS, writeDocument } from '../../planning/formats/formats.ts';
import { detailParameter, planId, tokensOf } from './parameters.ts';

/** Tokens of the lines around the document, twice: in text it stands in a block. */
const AROUND = 60;

export default defineTool({
  name: 'export_plan',
  toolset: 'planning',
  title: 'Export a plan',
  description:
    "Writes a plan as JSON (which save_plan reads without loss), as a Markdown checklist, as EARS requirements, as Task Master's tasks.json " +
    "or as Spec Kit's tasks.md. Completed and skipped steps are ticked off.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    format: z.enum(FORMATS).default('markdown').describe('Of the document.'),
    version: z.int().min(1).optional().describe('An earlier version; the newest by default.'),
    offset: z.int().min(0).default(0).describe('Characters to skip.'),
    detail: detailParameter,
  }),
  output: z.object({
    plan_id: z.string(),
    version: z.int(),
    format: z.enum(FORMATS),
    document: z.string(),
    total_characters: z.int(),
    next_offset: z.int().optional().describe('Where the rest begins.'),
  }),
  tokens: tokensOf,
  async handler({ plan_id, format, version, offset, detail }, { plans }) {
    const { facts, version: of, plan, states } = await plans.open(plan_id).plan.document(version);
    const standing = plan.steps.flatMap(({ number }, index) => {
      const state = states[index];
      return state === undefined ? [] : [[number, state] as const];
    });
    const { commit } = facts;
    const written = {
      ...plan,
      id: plan_id,
      version: of,
      states: new Map(standing),
      ...(commit !== undefined && { commit }),
    };
    const document = outgoing(writeDocument(written, format));
    const known = { plan_id, version: of, format, total_characters: document.length };
    const rest = document.slice(offset);
    const length = pageEnd(rest, roomBeside(known, tokensOf({ detail })) - AROUND);
    const next = offset + length;
    return { ...known, document: rest.slice(0, length), ...(next < document.length && { next_offset: next }) };
  },
  render: ({ plan_id, version, format, document, total_characters, next_offset }) =>
    [
      fenced(format === 'json' || format === 'task-master' ? 'json' : 'md', document),
      `${plan_id}, version ${version}: ${total_characters} characters${next_offset === undefined ? '' : `; offset ${next_offset} goes on`}.`,
    ].join('\n'),
});
