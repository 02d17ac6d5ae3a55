/** The background work of certifications: a model of the server answers their tests, some at once. */
import type { Turn } from '../../lib/background.ts';
import { logLine } from '../../lib/log-line.ts';
import type { Ending, ModelRequest, Usage } from '../../models/api.ts';
import type { StoredCertifications } from './certifications.ts';
import type { CertificationApi, OpenTest, Outcome } from './service.ts';

/** What came of a question to a model. */
export type TestReply =
  | { readonly kind: 'replied'; readonly ending: Ending; readonly usage?: Usage }
  /** Nothing was sent; it may be possible again after so many milliseconds. */
  | { readonly kind: 'not-asked'; readonly why: string; readonly after: number };

/** Asks the model of that name. */
export type AskModel = (name: string, request: ModelRequest) => Promise<TestReply>;

/** Milliseconds before tests are asked again that a model failed at: a provider's limits count by the minute. */
const PAUSE_MS = 20_000;

/** Milliseconds before a certification is tried again that could not be reached. */
const LOST_MS = 60_000;

/** Gives every certification at work a batch of answers. What waits is done by the next turn. */
export async function certificationTurn(
  list: Pick<StoredCertifications, 'atWork' | 'finish'>,
  ask: AskModel,
): Promise<Turn> {
  const waits = await Promise.all(
    list.atWork().map(async ({ id, certification }) => {
      try {
        const after = await answerBatch(certification, ask);
        if (after === undefined) list.finish(id);
        return after ?? 0;
      } catch (error) {
        // One that fails holds up no other.
        console.error(`The certification '${id}' could not go on: ${logLine(error)}`);
        return LOST_MS;
      }
    }),
  );
  return waits.length === 0 ? 'done' : { after: Math.min(...waits) };
}

/** Has a model answer some tests. Milliseconds until more can be done; undefined when nothing is left. */
export async function answerBatch(certification: CertificationApi, ask: AskModel): Promise<number | undefined> {
  const { facts, state } = await certification.status();
  const { by } = facts;
  if (state !== 'open' || by.kind !== 'model') return undefined;
  const tests = await certification.next(by.parallel);
  const answers = await Promise.all(tests.map(async (test) => ({ test, asked: await ask(by.name, test.request) })));
  const outcomes = answers.flatMap(({ test, asked }) => (asked.kind === 'replied' ? outcomeOf(test, asked) : []));
  const after = await certification.take(outcomes);
  const unasked = answers.flatMap(({ asked }) => (asked.kind === 'not-asked' ? [asked] : []));
  const [held] = unasked;
  if (held !== undefined) {
    await certification.note(held.why);
    return held.after;
  }
  if (after.state !== 'open') return undefined;
  return outcomes.some((outcome) => outcome.kind === 'missed' && outcome.again) ? PAUSE_MS : 0;
}

function outcomeOf({ id }: OpenTest, { ending, usage }: Extract<TestReply, { kind: 'replied' }>): Outcome {
  const about = { id, ...(usage !== undefined && { usage }) };
  switch (ending.kind) {
    case 'answered':
      return { ...about, kind: 'text', text: ending.text };
    case 'failed':
      return { ...about, kind: 'missed', why: `failed: ${ending.why}`, again: true };
    case 'refused':
    case 'cut':
      return { ...about, kind: 'missed', why: `${ending.kind}: ${ending.why}`, again: false };
  }
}
