/** `review_commit`: a review of a commit, branch or range of a workspace. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters } from '../../mcp/hand-back.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import type { ChangeRequest } from '../../review/service.ts';
import { invalid } from './invalid.ts';
import { optionsParameter, toReviewOptions } from './review-options.ts';
import { renderResult, reviewMore, reviewOutput, reviewReport, reviewTokens, runReview } from './run-review.ts';
import { tellsFindings } from './tells-findings.ts';

const revision = z.string().min(1).max(300).optional();

export default defineTool({
  name: 'review_commit',
  toolset: 'review',
  title: 'Review a commit, branch or range',
  description: 'Reviews a commit, branch or range: inputs that behave differently, broken callers, secrets, rules.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  runsCode: true,
  input: z.strictObject({
    workspace: z.string().default('default').describe('Its name.'),
    commit: revision.describe('The indexed one by default.'),
    branch: revision.describe('A branch, against where it left base.'),
    range: revision.describe('a..b, or a...b: since b left a.'),
    base: revision.describe('For branch (main by default) or head.'),
    head: revision.describe('With base.'),
    paths: z.array(z.string().min(1).max(3000)).max(1000).default([]).describe('Only these globs.'),
    options: optionsParameter,
    session_id: conversationParameter,
    ...answerParameters,
  }),
  output: reviewOutput,
  tells: tellsFindings,
  tokens: reviewTokens,
  more: reviewMore,
  handler: ({ workspace, paths, options, handle, answer, ...named }, ctx) =>
    runReview(
      {
        tool: 'review_commit',
        options,
        handle,
        answer,
        request() {
          const { name } = ctx.workspaces.open(workspace);
          const { change, title } = changeOf(named);
          return {
            title: `Review of ${title} in ${name}`,
            request: {
              owner: ctx.principal.userId,
              workspace: name,
              change,
              options: toReviewOptions(options, paths),
            },
          };
        },
      },
      ctx,
    ),
  render: renderResult,
  report: reviewReport,
});

interface Named {
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly range?: string | undefined;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
}

/** The commits that are meant. Throws `ToolFailure` when several are. */
function changeOf({ commit, branch, range, base, head }: Named): {
  readonly change: ChangeRequest;
  readonly title: string;
} {
  const ways = [commit, branch, range, head].filter((each) => each !== undefined);
  if (ways.length > 1 || (base !== undefined && (commit ?? range) !== undefined)) {
    throw invalid(
      'commit, branch, range and head name different changes.',
      'Give one of: commit; branch, maybe with base; range; base and head.',
    );
  }
  if (range !== undefined) {
    const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)/s.exec(range) ?? [];
    if (from === undefined || from === '' || to === '') {
      throw invalid(
        `${JSON.stringify(range)} is no range.`,
        'Write it as a..b or a...b, with branches, tags or commits.',
      );
    }
    return {
      change: { kind: 'commits', base: from, ...(to !== undefined && { head: to }), twoDot: dots === '..' },
      title: range,
    };
  }
  const tip = branch ?? head;
  const start = base ?? (branch === undefined ? undefined : 'main');
  if (start !== undefined) {
    return {
      change: { kind: 'commits', base: start, ...(tip !== undefined && { head: tip }), twoDot: false },
      title: `${start}...${tip ?? 'the indexed commit'}`,
    };
  }
  const one = commit ?? head;
  return {
    change: { kind: 'commits', ...(one !== undefined && { head: one }), twoDot: false },
    title: one ?? 'the indexed commit',
  };
}
