/** What conversations refuse, in the words of their contract. */
import { ToolFailure } from '../../lib/errors.ts';

/** The failure of a conversation that is not there, or belongs to somebody else. */
export function unknownSession(id: string): ToolFailure {
  return sessionError(
    id,
    `Session not found: you have no conversation ${JSON.stringify(id.slice(0, 100))}.`,
    'list_conversations names yours; start_conversation begins one.',
  );
}

/** The failure of what an ended conversation does not do. */
export function endedSession(id: string, status: 'completed' | 'timeout'): ToolFailure {
  const why = status === 'completed' ? 'it was finalized' : 'nothing was said in it for 24 hours';
  return sessionError(
    id,
    `Session ended: ${id} takes no more turns, ${why}.`,
    'fork_conversation makes a copy that goes on; finalize_conversation gives its summary.',
  );
}

/** The failure of a start whose key another one has. */
export function otherStart(id: string): ToolFailure {
  return sessionError(id, `The idempotency_key is of ${id}, which began with something else.`, 'Give a new key.');
}

/** The failure of one more conversation than may be open. */
export function tooManyOpen(open: readonly string[]): ToolFailure {
  return new ToolFailure({
    errorType: 'session_error',
    message: `${open.length} conversations are open, which is the most at once: ${open.join(', ')}.`,
    advice:
      'Finalize one with finalize_conversation, or go on in one of them; list_conversations says what they are about.',
    details: { type: 'session_error', open_sessions: open },
  });
}

/** The failure of a message while another one waits for its answer: when that has come, the same call works. */
export function lockedSession(id: string, turn: number, waiting: string): ToolFailure {
  const { failure } = sessionError(
    id,
    `Turn ${turn} waits for its answer: ${JSON.stringify(waiting.slice(0, 200))}`,
    'Answer its question, send that message again to be asked anew, or fork_conversation at the turn before.',
  );
  return new ToolFailure({ ...failure, retryable: true });
}

/** What a conversation refuses to do. */
export function sessionError(id: string, message: string, advice: string): ToolFailure {
  const details = { type: 'session_error', session_id: id.slice(0, 100) };
  return new ToolFailure({ errorType: 'session_error', message, advice, details });
}
