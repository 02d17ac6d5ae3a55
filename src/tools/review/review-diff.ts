/** `review_diff`: a review of a diff. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters } from '../../mcp/hand-back.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import { invalid } from './invalid.ts';
import { optionsParameter, toReviewOptions } from './review-options.ts';
import { renderResult, reviewMore, reviewOutput, reviewReport, reviewTokens, runReview } from './run-review.ts';
import { tellsFindings } from './tells-findings.ts';
import { workspaceOfPath, workspacePath } from './workspace-path.ts';

export default defineTool({
  name: 'review_diff',
  toolset: 'review',
  title: 'Review a diff',
  description:
    "Reviews a unified diff: secrets, the team's invariants and, with a workspace that has a side of it, inputs for which Python functions " +
    'behave differently, broken public surface, untested changes, and new findings of static analysis.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  runsCode: true,
  input: z.strictObject({
    diff: z
      .string()
      .optional()
      .describe('Output of git diff. A message has at most 4 MB: push what is larger and use review_commit.'),
    workspace_path: workspacePath,
    changed_files: z.array(z.string().min(1).max(3000)).max(1000).default([]).describe('Only these; globs work.'),
    ref: z
      .string()
      .min(1)
      .optional()
      .describe('Commit of the workspace that has either side; the indexed one by default.'),
    options: optionsParameter,
    session_id: conversationParameter,
    ...answerParameters,
  }),
  output: reviewOutput,
  tells: tellsFindings,
  tokens: reviewTokens,
  more: reviewMore,
  handler: ({ diff, workspace_path, changed_files, ref, options, handle, answer }, ctx) =>
    runReview(
      {
        tool: 'review_diff',
        options,
        handle,
        answer,
        request() {
          if (diff === undefined) throw invalid('There is no diff.', 'Give the output of git diff as diff.');
          if (workspace_path === undefined && ref !== undefined) {
            throw invalid('ref names a commit of no workspace.', 'Give workspace_path, or leave ref out.');
          }
          const workspace = workspace_path === undefined ? undefined : workspaceOfPath(workspace_path);
          if (workspace !== undefined) ctx.workspaces.open(workspace);
          return {
            title: workspace === undefined ? 'Review of a diff' : `Review of a diff of ${workspace}`,
            request: {
              owner: ctx.principal.userId,
              ...(workspace !== undefined && { workspace }),
              change: { kind: 'diff', text: diff, ...(ref !== undefined && { ref }) },
              options: toReviewOptions(options, changed_files),
            },
          };
        },
      },
      ctx,
    ),
  render: renderResult,
  report: reviewReport,
});
