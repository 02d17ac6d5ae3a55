/** The server's own model answers what a tool would hand back; where it does not, the question says why. */
import { hasPassed } from '../lib/passed.ts';
import type { ModelQuestion } from '../models/prompt.ts';
import { type Answer, type OpenQuestion, type Said, take } from './asking.ts';
import { type HandBack, handBackSchema, renderSource } from './hand-back.ts';
import type { ToolContext } from './tool-context.ts';

/** Questions of one call that the model answers; each may lead to the next. */
const MOST_QUESTIONS = 10;
/** Milliseconds between two notices of an answer's length. */
const NOTICE_MS = 500;

/** `result` as it is, or what came of the model's answers; `answer` gives one to the tool that asked. */
export async function answeredByServer<Result extends object>(
  result: Result,
  tool: string,
  ctx: ToolContext,
  answer: Answer<Result>,
): Promise<Result> {
  let at = result;
  for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
    const handBack = questionIn(at, tool);
    if (handBack === undefined) return at;
    const came = await putToModel(handBack, ctx, answer);
    if ('reasons' in came) return came.reasons.length === 0 ? at : { ...at, asked_before: came.reasons };
    at = came.result;
  }
  return at;
}

/** The question that a result of `tool` is; undefined for any other, and for one that another tool takes the answer to. */
export function questionIn(result: unknown, tool: string): HandBack | undefined {
  if (typeof result !== 'object' || result === null || !('status' in result) || result.status !== 'hand_back')
    return undefined;
  const parsed = handBackSchema.loose().safeParse(result);
  return parsed.success && parsed.data.how_to_answer.tool === tool ? parsed.data : undefined;
}

async function putToModel<Result>(
  handBack: HandBack,
  ctx: ToolContext,
  answer: Answer<Result>,
): Promise<{ readonly result: Result } | { readonly reasons: readonly string[] }> {
  let question: OpenQuestion = { handBack };
  for (;;) {
    const said = await say(question, ctx);
    if (said === undefined) return { reasons: [] };
    const next = await take(question, said, answer);
    switch (next.kind) {
      case 'result':
        return { result: next.result };
      case 'handed-back':
        return { reasons: next.handBack.asked_before ?? [] };
      case 'repair':
        question = next.question;
    }
  }
}

/** What the model says; undefined when there is none. */
async function say(question: OpenQuestion, ctx: ToolContext): Promise<Said | undefined> {
  let noticed = 0;
  const asked = await ctx.models.ask(questionFor(question), {
    signal: ctx.signal,
    onText(length) {
      if (!hasPassed(NOTICE_MS, noticed)) return;
      noticed = Date.now();
      void ctx.announce(`the model answers (${length} characters)`).catch(() => undefined);
    },
  });
  if (asked.kind === 'not-asked') return asked.why === undefined ? undefined : { silent: asked.why };
  const { ending } = asked.reply;
  if (ending.kind !== 'answered') return { silent: ending.why };
  const left = asked.omitted === 0 ? '' : `, which saw all but ${asked.omitted} pieces of evidence`;
  return { text: ending.text, by: `server model ${asked.model.name}${left}` };
}

/** The question as models are asked. */
export function questionFor({ handBack, fault }: OpenQuestion): ModelQuestion {
  const { question, evidence, omitted_evidence, answer_schema } = handBack;
  return {
    question:
      omitted_evidence === 0 ? question : `${question} ${omitted_evidence} further pieces of evidence are left out.`,
    evidence: evidence.map(({ source, text }) => ({ place: renderSource(source), text })),
    schema: answer_schema,
    ...(fault !== undefined && { fault }),
  };
}
