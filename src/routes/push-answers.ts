/** What follows a push's own answer: steps of plans that it completes, and the review that `git push -o review` asks for. */
import type { Context } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { failureOf, wordsOf } from '../lib/errors.ts';
import { enginesOf } from '../mcp/engines.ts';
import { finishReview } from '../review/review.ts';
import { actorOf } from '../tools/planning/parameters.ts';
import { renderReview, toReviewFields } from '../tools/review/review-fields.ts';
import { optionsParameter, toReviewOptions } from '../tools/review/review-options.ts';
import type { PushedStep, PushRequest, PushReview } from '../workspace/push-requests.ts';
import { type Visited, visit } from './user-space.ts';

/** Plans that are told of a push. */
const MOST_PLANS = 20;
/** Scales the work of a check that a push asks for. */
const CHECK_SECONDS = 20;

/** Lines for the client of the push of that id; none when it asked for nothing. Never throws: the push is done. */
export async function* answersToPush(c: Context<AppEnv>, workspace: string, push: string): AsyncGenerator<string> {
  let asked: PushRequest | undefined;
  try {
    asked = await enginesOf(c.env, c.var.principal.userId).workspace(workspace).takePushRequest(push);
  } catch (error) {
    yield lines(`what the push asked for is not known: ${wordsOf(failureOf(error, 'requests of a push'))}`);
  }
  for (const step of asked?.steps ?? []) {
    yield lines(`checking step ${step.step} of ${step.plan} at ${step.commit.slice(0, 12)}`);
    yield lines(await completed(c, workspace, step));
  }
  if (asked?.review !== undefined) yield* reviewOf(c, workspace, asked.review);
}

/** Has the plans of a workspace look at what was pushed, the newest first. */
export async function noticePush(
  c: Context<AppEnv>,
  space: Pick<Visited, 'plansOf'>,
  workspace: string,
): Promise<void> {
  const { plan } = enginesOf(c.env, c.var.principal.userId);
  const ids = await space.plansOf(workspace);
  // A plan that cannot compare now does so when it is asked for its status.
  await Promise.all(
    ids.slice(0, MOST_PLANS).map((id) =>
      plan(id)
        .compareCode()
        .catch(() => undefined),
    ),
  );
}

/** Completes a step if its checks hold; says what came of it. */
async function completed(c: Context<AppEnv>, workspace: string, pushed: PushedStep): Promise<string> {
  const { plan, step } = pushed;
  const name = `step ${step} of ${plan}`;
  try {
    const response = await visit(c, 'run', async (space) => {
      const opened = await space.openPlan(plan);
      if (opened.workspace !== workspace) return new Response(`${plan} is for the workspace ${opened.workspace}`);
      const { done, already, evidence } = await complete(c, pushed);
      const at = evidence.commit?.slice(0, 12) ?? 'no commit';
      if (already) return new Response(`${name} was completed before, at ${at}`);
      const missing = evidence.results.filter(({ outcome }) => outcome !== 'holds');
      const why = missing.map(({ check, outcome, evidence: words }) => `- ${outcome}: ${check}. ${words}`);
      const none = evidence.results.length === 0 ? ['- it has no checks, and nothing else tells'] : [];
      const headline = done ? `${name} is completed: verified at ${at}` : `${name} is not completed at ${at}:`;
      return new Response([headline, ...(done ? [] : [...why, ...none])].join('\n'));
    });
    return await response.text();
  } catch (error) {
    return `${name} is not completed: ${wordsOf(failureOf(error, 'step of a push'))}`;
  }
}

async function complete(c: Context<AppEnv>, { plan, step, commit, agent }: PushedStep) {
  const completion = { step, ref: commit, seconds: CHECK_SECONDS };
  const {
    completed: done,
    already,
    evidence,
  } = await enginesOf(c.env, c.var.principal.userId)
    .plan(plan)
    .complete(
      completion,
      { by: { ...actorOf(agent, c.var.principal), via: 'push' } },
      async () => !c.req.raw.signal.aborted,
    );
  return { done, already, evidence };
}

async function* reviewOf(c: Context<AppEnv>, workspace: string, asked: PushReview): AsyncGenerator<string> {
  const { branch, base, head } = asked;
  if (base === undefined) {
    yield lines(`${branch} is new: say what to compare it with, git push -o review=<branch>`);
    return;
  }
  yield lines(`reviewing ${base.slice(0, 12)}...${head.slice(0, 12)}`);
  try {
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
  return text.replace(/^(?=.)/gm, 'lemma: ').replace(/(?<!\n)\n*$/, '\n');
}
