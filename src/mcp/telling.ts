/** A call that continues a conversation: what it found becomes part of the conversation's next turn. */
import { z } from 'zod';
import { missingScope } from '../auth/call-gate.ts';
import { ToolFailure } from '../lib/errors.ts';
import { maskSecrets } from '../lib/secrets/mask.ts';
import { shortened } from '../lib/tokens/cut.ts';
import type { CodePlace } from '../reasoning/conversation/service.ts';
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
  /** Where the code is that the result rests on. */
  readonly about: (facts: Facts, args: Args) => { readonly workspace?: string; readonly places: readonly CodePlace[] };
}

/** A conversation that waits for a result. */
export interface Listener {
  /** Tells it; says of which turn the result is part now. */
  tell(result: Told): Promise<string>;
  /** The result, where it is a question with the call that answers it continuing the conversation, too. */
  keptIn<Result extends object>(result: Result): Result;
}

/** A result in words. */
export interface Told {
  readonly tool: string;
  readonly args: object;
  readonly text: string;
  readonly workspace?: string;
  readonly places: readonly CodePlace[];
}

/**
 * The conversation `id`, asked before the work begins. Throws `ToolFailure` where there is none that goes on, and for a key that may not
 * change conversations, whatever the tool needs.
 */
export async function listenerOf(id: string, tool: string, ctx: ToolContext): Promise<Listener> {
  const { conversations, principal } = ctx;
  const denial = missingScope(principal, 'run');
  if (denial !== undefined) {
    throw new ToolFailure({ errorType: denial.reason, message: denial.message, advice: denial.advice });
  }
  const { conversation } = conversations.open(id);
  await conversation.expectOpen();
  return {
    async tell({ args, text, ...told }) {
      const safe = maskSecrets(text).text;
      const turn = await conversation.tell({
        ...told,
        arguments: maskSecrets(JSON.stringify({ ...args, session_id: undefined })).text.slice(0, LONGEST_ARGUMENTS),
        text: shortened(safe, MOST_TOKENS)?.text ?? safe,
      });
      return `${id} is told: part of turn ${turn}.`;
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
