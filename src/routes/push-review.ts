/** The review that `git push -o review` asks for: its text follows the push's own answer. */
import type { Context } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { failureOf, wordsOf } from '../lib/errors.ts';
import { enginesOf } from '../mcp/engines.ts';
import { finishReview } from '../review/review.ts';
import { renderReview, toReviewFields } from '../tools/review/review-fields.ts';
import { optionsParameter, toReviewOptions } from '../tools/review/review-options.ts';
import type { PushReview } from '../workspace/push-reviews.ts';
import { visit } from './user-space.ts';

/** Lines for the client of the push of that id; none when it asked for no review. Never throws: the push is done. */
export async function* reviewOfPush(c: Context<AppEnv>, workspace: string, push: string): AsyncGenerator<string> {
  try {
    const asked = await enginesOf(c.env, c.var.principal.userId).workspace(workspace).takePushReview(push);
    if (asked === undefined) return;
    const { branch, base, head } = asked;
    if (base === undefined) {
      yield lines(`${branch} is new: say what to compare it with, git push -o review=<branch>`);
      return;
    }
    yield lines(`reviewing ${base.slice(0, 12)}...${head.slice(0, 12)}`);
    const response = await visit(
      c,
      'run',
      async () => new Response(await review(c, workspace, { branch, base, head })),
    );
    yield lines(await response.text());
  } catch (error) {
    yield lines(`there is no review: ${wordsOf(failureOf(error, 'review of a push'))}`);
  }
}

async function review(
  c: Context<AppEnv>,
  workspace: string,
  { branch, base, head }: Required<PushReview>,
): Promise<string> {
  const started = performance.now();
  const { userId: owner } = c.var.principal;
  const options = optionsParameter.parse(undefined);
  const change = { kind: 'commits', base, head, twoDot: false } as const;
  const request = { owner, workspace, change, options: toReviewOptions(options, []) };
  const answer = await enginesOf(c.env, owner).review.review(request, async () => !c.req.raw.signal.aborted);
  const found = answer.kind === 'review' ? answer.review : await finishReview(answer.draft);
  const durationMs = Math.round(performance.now() - started);
  const fields = await toReviewFields(found, options, {
    title: `Review of ${branch}`,
    tool: 'review_commit',
    durationMs,
  });
  return renderReview(fields);
}

/** Text as git prints it, each line with the server's name. */
function lines(text: string): string {
  return text.replace(/^(?=.)/gm, 'lemma: ').replace(/\n*$/, '\n');
}
