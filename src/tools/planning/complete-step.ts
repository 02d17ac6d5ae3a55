/** `complete_step`: completes a step if its checks hold. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { actedFields, renderActed, toActedFields } from './change-fields.ts';
import {
  agentParameter,
  changeOf,
  changeParameters,
  openWithCode,
  PLAN_TOKENS,
  planId,
  reasonParameter,
  stepNumberParameter,
} from './parameters.ts';
import { evidenceFields, evidenceSchema, renderCheck, SHORT_ID } from './step-fields.ts';

export default defineTool({
  name: 'complete_step',
  toolset: 'planning',
  title: 'Finish a step of a plan',
  description:
    "Runs a step's checks against a commit, and completes the step if all hold. A step whose check fails stays open; the answer says " +
    'which and why. Files that the step edits or creates must have changed; without checks its Python must run, its review must find ' +
    'nothing above low. An override completes it all the same, and is shown for ever.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: z.strictObject({
    plan_id: planId,
    step_number: stepNumberParameter,
    commit: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe(
        "Branch, tag or commit that the checks run against; by default the tip of the plan's branch, else of the one that it was made for.",
      ),
    override: reasonParameter.optional().describe('Why it is done although its checks do not say so.'),
    timeout_seconds: z.number().min(1).max(120).default(20).describe('Scales the work of each check.'),
    agent: agentParameter,
    expected_version: changeParameters.expected_version,
  }),
  output: z.object({
    completed: z.boolean(),
    already_completed: z.boolean(),
    evidence: evidenceSchema,
    ...actedFields,
  }),
  tokens: () => PLAN_TOKENS,
  more: { 'evidence.checks': () => 'get_plan_status with step_number and detail shows all' },
  async handler({ plan_id, step_number: step, commit, override, timeout_seconds: seconds, ...rest }, ctx) {
    const plan = openWithCode(plan_id, ctx);
    const completion = {
      step,
      seconds,
      ...(commit !== undefined && { ref: commit }),
      ...(override !== undefined && { override }),
    };
    const { completed, already, evidence, acted } = await plan.complete(
      completion,
      changeOf(rest, ctx.principal),
      ctx.onProgress,
    );
    return {
      completed,
      already_completed: already,
      evidence: evidenceFields(evidence),
      ...toActedFields(plan_id, acted),
    };
  },
  render: ({ completed, already_completed, evidence, ...acted }) =>
    [
      headline(completed, already_completed, evidence),
      ...evidence.checks.map(renderCheck),
      ...(evidence.checks.length === 0
        ? ['Nothing was checked: the step has no checks, and nothing else tells. update_plan adds checks.']
        : []),
      renderActed(acted),
    ].join('\n'),
});

function headline(
  completed: boolean,
  already: boolean,
  { outcome, commit, branch, reason }: z.output<typeof evidenceSchema>,
): string {
  const at =
    commit === undefined
      ? ''
      : ` at ${commit.slice(0, SHORT_ID)}${branch === undefined ? '' : plain(`, the tip of ${branch}`)}`;
  if (already) return `It was completed before${at}.`;
  if (!completed)
    return `Not completed${at}: these checks do not hold. Mend it and call again, or give override with a reason.`;
  return outcome === 'passed' ? `Completed: verified${at}.` : `Completed by override${at}: ${plain(reason ?? '')}`;
}
