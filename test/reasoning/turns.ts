/** Conversations for tests of what is derived from them. */
import { userId } from '../../src/lib/object-name.ts';
import { answerSchema } from '../../src/reasoning/conversation/answer.ts';
import type {
  CallerContext,
  ConversationFacts,
  ConversationRecord,
  TakenAnswer,
  Turn,
} from '../../src/reasoning/conversation/service.ts';

const CONTEXT: CallerContext = {
  attemptedApproaches: [],
  partialFindings: [],
  stuckDescription: 'Stuck.',
  files: [],
  entryPoints: [],
  serviceNames: [],
};

/** Facts of a conversation. */
export function factsOf(context: Partial<CallerContext> = {}): ConversationFacts {
  return {
    id: 'c',
    owner: userId('u'),
    workspace: 'shop',
    context: { ...CONTEXT, ...context },
    focus: 'debugging',
    depth: 3,
  };
}

/** An answer with these parts. */
export function takenAnswer(given: Readonly<Record<string, unknown>> = {}): TakenAnswer {
  return { ...answerSchema.parse({ answer: 'said', ...given }), supported: [], unsupported: [], by: 'caller' };
}

/** Turns with these answers; one waits where it is undefined. */
export function turnsOf(...answers: readonly (TakenAnswer | undefined)[]): readonly Turn[] {
  return answers.map((answer, index) => ({
    number: index + 1,
    message: `message ${index + 1}`,
    askedAt: 0,
    omitted: [],
    ...(answer !== undefined && { answer }),
  }));
}

/** A conversation of a minute. */
export function recordOf(turns: readonly Turn[], more: Partial<ConversationRecord> = {}): ConversationRecord {
  return {
    facts: factsOf(),
    status: 'active',
    createdAt: 1000,
    activeAt: 61_000,
    turns,
    evidence: [],
    findings: [],
    ...more,
  };
}
