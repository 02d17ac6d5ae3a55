/** What `review_diff` and `review_commit` have in common: a review, or a question, with its report. */
import { z } from 'zod';
import { MOST_ANSWER_TOKENS, tokensFor } from '../../mcp/answer-size.ts';
import type { ReportDefinition } from '../../mcp/define-tool.ts';
import { type HandBack, orHandBack, renderHandBack } from '../../mcp/hand-back.ts';
import { expectSupply } from '../../mcp/supply.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { finishReview, type Review } from '../../review/review.ts';
import type { ReviewRequest } from '../../review/service.ts';
import { askModel, takeAnswer } from './model-rounds.ts';
import { reviewDocument } from './review-document.ts';
import { type ReviewFields, renderReview, reviewSchema, toReviewFields } from './review-fields.ts';
import type { OptionFields } from './review-options.ts';

/** What such a tool answers. */
export const reviewOutput = orHandBack(reviewSchema);

/** A review with what its report is made of. */
export type ReviewResult = ReviewFields & { readonly title: string; readonly review: Review };

/** A call: either of a change, or with the answer to a question. */
export interface ReviewCall {
  readonly tool: string;
  readonly options: OptionFields;
  readonly handle: string | undefined;
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  /** What is reviewed, and what that is called; asked only without a handle. Throws `ToolFailure`. */
  readonly request: () => { readonly title: string; readonly request: ReviewRequest };
}

/** Reviews, or asks, or takes an answer. */
export async function runReview(call: ReviewCall, ctx: ToolContext): Promise<ReviewResult | HandBack> {
  const { tool, options, handle, answer } = call;
  const started = performance.now();
  const finish = async (
    review: Review,
    title: string,
    wanted: OptionFields,
    answeredBy?: string,
  ): Promise<ReviewResult> => {
    const durationMs = Math.round(performance.now() - started);
    const fields = await toReviewFields(review, wanted, { title, tool, durationMs, answeredBy });
    return { ...fields, title, review };
  };
  if (handle !== undefined) {
    return takeAnswer(ctx, tool, { handle, answer }, (review, state, answeredBy) =>
      finish(review, state.title, state.options, answeredBy),
    );
  }
  expectSupply(options.supply, ctx);
  const { title, request } = call.request();
  const answered = await ctx.review.review(request, ctx.onProgress);
  if (answered.kind === 'review') return finish(answered.review, title, options);
  const { draft } = answered;
  if (draft.material === undefined) return finish(await finishReview(draft), title, options);
  return askModel(ctx, tool, { title, options, draft }, draft.material);
}

/** Either form as text. */
export function renderResult(facts: z.output<typeof reviewOutput>): string {
  return facts.status === 'hand_back' ? renderHandBack(facts) : renderReview(facts);
}

/** Tokens of an answer. */
export function reviewTokens({
  options,
  handle,
}: {
  readonly options: OptionFields;
  readonly handle?: string | undefined;
}): number {
  const { enable_llm_review, include_sarif, include_markdown, max_findings } = options;
  const asksMore = handle !== undefined || enable_llm_review || include_sarif || include_markdown;
  return asksMore ? MOST_ANSWER_TOKENS : tokensFor(max_findings, 50);
}

const inReport = () => 'all of it in the report that the result links to';

/** How to get what is cut off. */
export const reviewMore = {
  findings: inReport,
  'findings[].description': inReport,
  'findings[].test': inReport,
  changes: inReport,
  omitted: inReport,
  markdown: inReport,
  sarif: () => 'all of it at the address of the report with .sarif behind it',
};

const keptSchema = z.object({
  /** Of what is kept below. */
  format: z.literal(1),
  title: z.string(),
  review: z.custom<Review>((value) => typeof value === 'object' && value !== null),
});

/** The report of a review; none of a question. */
export const reviewReport: ReportDefinition<
  unknown,
  z.output<typeof reviewOutput>,
  ReviewResult | HandBack,
  z.output<typeof keptSchema>
> = {
  kept: keptSchema,
  keep: (_args, _output, result) => {
    if (result.status === 'hand_back') return undefined;
    // Equal runs have one report, so that times have no place in it.
    const stages = result.review.stages.map((stage) => ({ ...stage, ms: 0 }));
    return { format: 1, title: result.title, review: { ...result.review, stages, timings: {} } };
  },
  document: ({ title, review }) => reviewDocument(title, review),
};
