/** A turn of a conversation: asked as a question, answered by whoever answers, its claims checked before anybody sees them. */
import { z } from 'zod';
import { fenced, plain } from '../../lib/markdown.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import type { HandBack } from '../../mcp/hand-back.ts';
import { placeText } from '../../mcp/report/document.ts';
import type { QuestionKind } from '../../mcp/stored-hand-backs.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { CheckedClaims } from '../../reasoning/claims/service.ts';
import { answerSchema, type TurnAnswer } from '../../reasoning/conversation/answer.ts';
import { questionOf } from '../../reasoning/conversation/question.ts';
import { openQuestions } from '../../reasoning/conversation/questions.ts';
import type { AskedTurn, ConversationRecord, TakenAnswer, Turn } from '../../reasoning/conversation/service.ts';
import { claimFields, omittedSchema, supportedSchema, unsupportedSchema } from './conversation-fields.ts';

/** What every answered turn says beside the fields of the contract. */
export const turnFields = {
  status: z.literal('answered'),
  session_id: z.string(),
  gemini_response: z.string().describe('The answer, whoever gave it; answered_by says who.'),
  turn: z.int(),
  answered_by: z.string().describe("'caller', or which model of the server or of the client."),
  supported_claims: z.array(supportedSchema).describe('What it says of the code, and holds.'),
  unsupported_claims: z
    .array(unsupportedSchema)
    .describe('What it says of the code, and does not hold or cannot be checked.'),
  open_questions: z.array(z.object({ number: z.int(), question: z.string() })),
  omitted: omittedSchema,
  commit: z.string().optional().describe('That was read; absent for an empty workspace.'),
  note: z.string().optional(),
};

/** A turn with its answer. */
export interface AnsweredTurn {
  readonly answer: TakenAnswer;
  readonly record: ConversationRecord;
  readonly fields: z.output<z.ZodObject<typeof turnFields>>;
}

const stateSchema = z.object({ session_id: z.string(), turn: z.int(), asked_tokens: z.int() });

const questionKind = (tool: string): QuestionKind<TurnAnswer, z.output<typeof stateSchema>> => ({
  tool,
  answer: answerSchema,
  state: stateSchema,
});

/** The question of a turn that waits; `args` are what the tool requires in the call that answers. */
export async function askTurn(
  { turn, record }: AskedTurn,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  { handBacks, conversations }: ToolContext,
): Promise<HandBack> {
  const freshness = await conversations.open(record.facts.id).conversation.freshness();
  const { question, evidence } = questionOf(turn, record, freshness);
  const asked_tokens = countTokens([question, ...evidence.map(({ text }) => text)].join('\n'));
  return handBacks.ask(questionKind(tool), {
    question,
    evidence,
    state: { session_id: record.facts.id, turn: turn.number, asked_tokens },
    arguments: args,
  });
}

/** Takes the answer to a turn; `finish` makes the result of it. */
export function answerTurn<Result extends object>(
  tool: string,
  { handle, answer }: { readonly handle: string; readonly answer: Readonly<Record<string, unknown>> | undefined },
  ctx: ToolContext,
  finish: (answered: AnsweredTurn) => Promise<Result>,
): Promise<Result> {
  return ctx.handBacks.answer(
    questionKind(tool),
    handle,
    answer,
    async (given, { session_id, turn: number, asked_tokens }) => {
      const { conversation } = ctx.conversations.open(session_id);
      const record = await conversation.record();
      const turn = record.turns.find((one) => one.number === number);
      if (turn?.answer !== undefined) return finish(answeredTurn({ turn, record }, turn.answer, given.answer));
      const claims = await checked(given, record.facts.workspace, turn?.commit, ctx);
      const taken: TakenAnswer = { ...given, ...claims, by: ctx.answeredBy };
      const tokens = { asked: asked_tokens, answered: countTokens(JSON.stringify(given)) };
      const asked = await conversation.answer({ turn: number, answer: taken, tokens });
      return finish(answeredTurn(asked, asked.turn.answer ?? taken, given.answer));
    },
  );
}

/** A turn that has an answer; undefined for one that waits. */
export function alreadyAnswered(asked: AskedTurn): AnsweredTurn | undefined {
  const { answer } = asked.turn;
  return answer === undefined ? undefined : answeredTurn(asked, answer, answer.answer);
}

/** A turn with its answer, which may be another one than was `given`. */
function answeredTurn({ turn, record }: AskedTurn, answer: TakenAnswer, given: string): AnsweredTurn {
  const isOther = answer.answer !== given;
  const note = isOther ? `The turn was answered before, by ${answer.by}; that stands.` : undefined;
  return { answer, record, fields: toFields(turn, answer, record, note) };
}

function toFields(turn: Turn, answer: TakenAnswer, { facts, turns }: ConversationRecord, note: string | undefined) {
  return {
    status: 'answered' as const,
    session_id: facts.id,
    gemini_response: answer.answer,
    turn: turn.number,
    answered_by: answer.by,
    ...claimFields(answer),
    open_questions: openQuestions(turns).map(({ number, text: question }) => ({ number, question })),
    omitted: turn.omitted.map((each) => ({ ...each })),
    ...(turn.commit !== undefined && { commit: turn.commit }),
    ...(note !== undefined && { note }),
  };
}

async function checked(
  { claims }: TurnAnswer,
  workspace: string,
  commit: string | undefined,
  ctx: ToolContext,
): Promise<Pick<CheckedClaims, 'supported' | 'unsupported'>> {
  if (claims.length === 0) return { supported: [], unsupported: [] };
  if (commit === undefined) {
    return { supported: [], unsupported: claims.map((claim) => ({ claim, why: 'The workspace was empty.' })) };
  }
  const scope = { owner: ctx.principal.userId, workspace, ref: commit };
  const { supported, unsupported } = await ctx.reasoning.checkClaims({ scope, claims }, ctx.onProgress);
  return { supported, unsupported };
}

/** What an answered turn says, as lines of text. */
export function renderTurn(fields: AnsweredTurn['fields']): readonly string[] {
  const { session_id, turn, answered_by, gemini_response, supported_claims, unsupported_claims } = fields;
  const { open_questions, omitted, note } = fields;
  return [
    `${session_id}, turn ${turn}, answered by ${answered_by}:`,
    // What models say is shown as it is: links and images in it are text.
    fenced('text', gemini_response),
    ...supported_claims.map(
      ({ statement, basis, file, line }) =>
        `Holds (${basis}): ${plain(statement)}${file === undefined ? '' : ` [${placeText({ file, ...(line !== undefined && { line }) })}]`}`,
    ),
    ...unsupported_claims.map(({ statement, why }) => `Unsupported: ${plain(statement)} (${plain(why)})`),
    ...open_questions.map(({ number, question }) => `Open question ${number}: ${plain(question)}`),
    ...omitted.map(({ what, why }) => `Not shown: ${what}: ${why}`),
    ...(note === undefined ? [] : [note]),
  ];
}
