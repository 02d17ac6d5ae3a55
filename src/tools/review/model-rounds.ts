/** What a model, or the calling agent, is asked: a question for each pass, then the review with its findings. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import type { Evidence, HandBack } from '../../mcp/hand-back.ts';
import type { QuestionKind } from '../../mcp/stored-hand-backs.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { detailedAnswer, structuralAnswer, takeFindings } from '../../review/model/answer.ts';
import type { Material } from '../../review/model/material.ts';
import { detailedQuestion, type ModelQuestion, structuralQuestion } from '../../review/model/question.ts';
import { type Draft, finishReview, type Review } from '../../review/review.ts';
import { optionsParameter } from './review-options.ts';

const stateSchema = z.object({
  pass: z.enum(['structural', 'detailed']),
  title: z.string(),
  options: optionsParameter,
  /** Who answered the questions before this one. */
  answeredBy: z.array(z.string()).default([]),
  /** Written by this server: it is what the engine gave. */
  draft: z.custom<Draft>((value) => typeof value === 'object' && value !== null),
});

/** What the questions of a review need to go on. */
export type RoundState = z.output<typeof stateSchema>;

const structural = (tool: string): QuestionKind<z.output<typeof structuralAnswer>, RoundState> => ({
  tool,
  answer: structuralAnswer,
  state: stateSchema,
});
const detailed = (tool: string): QuestionKind<z.output<typeof detailedAnswer>, RoundState> => ({
  tool,
  answer: detailedAnswer,
  state: stateSchema,
});

type Asked = Pick<RoundState, 'title' | 'options'> & { readonly draft: Draft };

/** The first question about a draft; its material says how many there are. */
export function askModel({ handBacks }: ToolContext, tool: string, asked: Asked, material: Material): HandBack {
  if (!material.twoPass) {
    return handBacks.ask(detailed(tool), {
      ...toQuestion(detailedQuestion(material), material),
      state: { ...asked, answeredBy: [], pass: 'detailed' },
    });
  }
  return handBacks.ask(structural(tool), {
    ...toQuestion(structuralQuestion(material), material),
    state: { ...asked, answeredBy: [], pass: 'structural' },
  });
}

/** What comes of an answer: the next question, or by `finish` the review. */
export async function takeAnswer<Result extends object>(
  ctx: ToolContext,
  tool: string,
  { handle, answer }: { readonly handle: string; readonly answer: Readonly<Record<string, unknown>> | undefined },
  finish: (review: Review, state: RoundState, answeredBy: string) => Promise<Result>,
): Promise<HandBack | Result> {
  const byWhom = (state: RoundState) => [...new Set([...state.answeredBy, ctx.answeredBy])];
  if (answer !== undefined && 'look_at' in answer) {
    return ctx.handBacks.answer(structural(tool), handle, answer, async ({ look_at }, state) => {
      const material = expectPass(state, 'structural');
      const files = [...new Set(look_at.map(({ file }) => file))].filter((file) =>
        material.hunks.some((hunk) => hunk.file === file),
      );
      if (files.length === 0)
        return finish(
          await finishReview(state.draft, { findings: [], passes: 1, dropped: 0 }),
          state,
          byWhom(state).join(', '),
        );
      return ctx.handBacks.ask(detailed(tool), {
        ...toQuestion(detailedQuestion(material, files), material),
        state: { ...state, pass: 'detailed', answeredBy: byWhom(state) },
      });
    });
  }
  return ctx.handBacks.answer(detailed(tool), handle, answer, async (given, state) => {
    const material = expectPass(state, 'detailed');
    const passes = material.twoPass ? 2 : 1;
    const review = await finishReview(state.draft, { ...takeFindings(material, given), passes });
    return finish(review, state, byWhom(state).join(', '));
  });
}

function expectPass({ pass, draft }: RoundState, answered: RoundState['pass']): Material {
  if (draft.material !== undefined && pass === answered) return draft.material;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The answer is for the ${answered} question, and this one is ${pass}.`,
    advice: pass === 'structural' ? 'Answer with look_at.' : 'Answer with findings.',
  });
}

function toQuestion({ question, evidence, omitted }: ModelQuestion, { workspace, commit }: Material) {
  return {
    question: omitted === 0 ? question : `${question} ${omitted} hunks are not shown.`,
    evidence: evidence.map(({ file, line, text }): Evidence => {
      if (file === undefined) return { source: { kind: 'caller' }, text };
      if (workspace === undefined || commit === undefined) {
        return { source: { kind: 'caller' }, text: `${file}\n${text}` };
      }
      const place = { file, ...(line !== undefined && { line }) };
      return { source: { kind: 'file', workspace, commit, ...place }, text: `${file}\n${text}` };
    }),
  };
}
