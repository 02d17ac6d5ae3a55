/** `start_reactive_review`: reviews a large change in the background. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { expectSupply } from '../../mcp/supply.ts';
import { DEFAULT_CONFIG, MOST_CONCURRENT } from '../../review/reactive/service.ts';
import { optionsParameter, toReviewOptions } from './review-options.ts';
import { controlSchema, renderControl, toControl } from './session-fields.ts';

const revision = z.string().min(1).max(300);

export default defineTool({
  name: 'start_reactive_review',
  toolset: 'review',
  title: 'Review a pull request in the background',
  description:
    'Starts a review of a branch in the background, for changes too large for one call. It reviews files in the order of risk, step by ' +
    'step. You can pause, resume and cancel it; get_reactive_findings has what it finds.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    pr_metadata: z
      .strictObject({
        pr_number: z.int().min(0).describe('Its number.'),
        title: z.string().max(1000).describe('Its title.'),
        description: z.string().max(20_000).optional().describe('What it says of itself.'),
        base_branch: revision.describe('In the workspace.'),
        head_branch: revision.describe('In the workspace.'),
        author: z.string().max(200).optional().describe('Who made it.'),
      })
      .describe('The pull request.'),
    options: z
      .strictObject({
        max_concurrent_steps: z
          .int()
          .min(1)
          .max(MOST_CONCURRENT)
          .default(DEFAULT_CONFIG.maxConcurrentSteps)
          .describe('Steps at once.'),
        step_timeout_ms: z
          .int()
          .min(1000)
          .max(600_000)
          .default(DEFAULT_CONFIG.stepTimeoutMs)
          .describe('A step that takes longer is tried again.'),
        enable_static_analysis: z.boolean().default(false).describe('Run analyzers, too.'),
        enable_llm_review: z.boolean().default(false).describe('Not possible in the background: use review_commit.'),
      })
      .describe('How it goes on.')
      .prefault({}),
    review_options: optionsParameter.describe('As options of review_commit.'),
    workspace: z.string().default('default').describe('Name of the workspace.'),
  }),
  output: controlSchema,
  async handler({ pr_metadata: pr, options, review_options, workspace }, ctx) {
    const { principal, workspaces, reviewSessions } = ctx;
    expectSupply(review_options.supply, ctx);
    const { name, workspace: repository } = workspaces.open(workspace);
    const found = await repository.compare({
      base: pr.base_branch,
      head: pr.head_branch,
      twoDot: false,
      paths: [],
      excludePaths: [],
      context: 0,
      withLines: false,
      offset: 0,
      limit: 1,
      hunkOffset: 0,
      mostTokens: 1000,
    });
    const enable_static_analysis = options.enable_static_analysis || review_options.enable_static_analysis;
    const wanted = { ...review_options, enable_static_analysis, enable_llm_review: false };
    const { id, session } = await reviewSessions.create();
    try {
      const status = await session.start({
        id,
        pullRequest: {
          number: pr.pr_number,
          title: pr.title,
          ...(pr.description !== undefined && { description: pr.description }),
          baseBranch: pr.base_branch,
          headBranch: pr.head_branch,
          ...(pr.author !== undefined && { author: pr.author }),
        },
        review: {
          owner: principal.userId,
          workspace: name,
          change: { kind: 'commits', base: found.base ?? found.from, head: found.head, twoDot: true },
          message: [pr.title, pr.description ?? ''].join('\n\n').trim(),
          options: toReviewOptions(wanted, []),
        },
        config: {
          ...DEFAULT_CONFIG,
          maxConcurrentSteps: options.max_concurrent_steps,
          stepTimeoutMs: options.step_timeout_ms,
        },
      });
      const asksModel = options.enable_llm_review || review_options.enable_llm_review;
      return toControl(
        status,
        `${found.totalFiles} changed files of ${pr.head_branch} at ${found.head.slice(0, 12)}. get_reactive_status tells how far it is.` +
          (asksModel ? ' No model is asked in the background; review_commit asks you.' : ''),
      );
    } catch (error) {
      reviewSessions.remove(id);
      throw error;
    }
  },
  render: renderControl,
});
