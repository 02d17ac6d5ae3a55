/** A call that continues a conversation: what it found becomes part of the conversation's next turn. */
import { z } from 'zod';
import { missingScope } from '../auth/call-gate.ts';
import { asToolFailure, ToolFailure, wordsOf } from '../lib/errors.ts';
import { maskAllSecrets } from '../lib/secrets/strict.ts';
import { shortened } from '../lib/tokens/cut.ts';
import type { CodePlace, ConversationApi } from '../reasoning/conversation/service.ts';
import { questionIn } from './server-model.ts';
import type { ToolContext } from './tool-context.ts';

/** The parameter of tools that can continue a conversation. */
export const conversationParameter = z.string().min(1).max(100).optional().describe('Conversation to tell.');

/** Tokens of a result that a conversation is told. */
const MOST_TOKENS = 1_500;
const LONGEST_ARGUMENTS = 500;

/** What a tool has to say for its results to become part of a conversation. */
export interface Telling<Args, Facts> {
  readonly session: (args: Args) => string | undefined;
  /** Where the code is that the result rests on; `text` says the result without what differs from run to run, where its text has such. */
  readonly about: (facts: Facts, args: Args) => ToldPlaces & { readonly text?: string };
}

/** Places of code, at a commit of a workspace: the indexed one by default. */
export interface ToldPlaces {
  readonly workspace?: string;
  readonly commit?: string;
  readonly places: readonly CodePlace[];
}

/** A conversation that waits for a result. */
export interface Listener {
  /** Tells it; says of which turn the result is part now, or why of none: the result is there all the same. */
  tell(result: ToldResult): Promise<string>;
  /** The result, where it is a question with the call that answers it continuing the conversation, too. */
  keptIn<Result extends object>(result: Result): Result;
}

/** A result in words. */
export interface ToldResult extends ToldPlaces {
  readonly tool: string;
  readonly args: object;
  readonly text: string;
}

/** What {@link listenerOf} needs of a call's context. */
export interface ListenerContext extends Pick<ToolContext, 'principal'> {
  readonly conversations: {
    open(id: string): { readonly conversation: Pick<ConversationApi, 'expectOpen' | 'tell'> };
  };
}

/**
 * The conversation `id`, asked before the work begins. Throws `ToolFailure` where there is none that goes on, and for a key that may not
 * change conversations, whatever the tool needs.
 */
export async function listenerOf(id: string, tool: string, ctx: ListenerContext): Promise<Listener> {
  const { conversations, principal } = ctx;
  const denial = missingScope(principal, ['run']);
  if (denial !== undefined) {
    throw new ToolFailure({ errorType: denial.reason, message: denial.message, advice: denial.advice });
  }
  const { conversation } = conversations.open(id);
  await conversation.expectOpen();
  return {
    async tell({ args, text, ...told }) {
      const safe = maskAllSecrets(text).text;
      const finding = {
        ...told,
        arguments: maskAllSecrets(JSON.stringify({ ...args, session_id: undefined })).text.slice(0, LONGEST_ARGUMENTS),
        text: shortened(safe, MOST_TOKENS)?.text ?? safe,
      };
      try {
        return `${id} is told: part of turn ${await conversation.tell(finding)}.`;
      } catch (error) {
        // It may have ended, or be full, since the work began.
        const failure = asToolFailure(error)?.failure;
        if (failure === undefined) throw error;
        return `${id} is not told. ${wordsOf(failure)}`;
      }
    },
    keptIn(result) {
      const question = questionIn(result, tool);
      if (question === undefined) return result;
      const { how_to_answer } = question;
      return {
        ...result,
        how_to_answer: { ...how_to_answer, arguments: { ...how_to_answer.arguments, session_id: id } },
      };
    },
  };
}
