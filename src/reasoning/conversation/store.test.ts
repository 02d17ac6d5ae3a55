import { expect, it } from 'vitest';
import { factsOf, takenAnswer } from '../../../test/reasoning/turns.ts';
import { createDatabase } from '../../../test/sqlite.ts';
import { IDLE_MS, MOST_TURNS, TIMEOUT_MS } from './service.ts';
import { CONVERSATION_SCHEMA, ConversationStore } from './store.ts';

const FACTS = factsOf();
const NOTHING = { pieces: [], omitted: [] };

function begun() {
  let now = 1_000_000;
  const database = createDatabase(CONVERSATION_SCHEMA);
  const open = () => new ConversationStore(database, () => now);
  const store = open();
  store.start(FACTS, NOTHING);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const answer = (turn: number, text: string) =>
    store.answer({ turn, answer: takenAnswer({ answer: text }), tokens: { asked: 1, answered: 1 } });
  const ask = (message: string, key?: string) =>
    store.ask({ message, attach: [], withSnippets: false, ...(key !== undefined && { key }) }, NOTHING);
  return { store, open, pass, answer, ask };
}

it('is idle, then over, as time goes by; what is said keeps it open', () => {
  const { store, pass, answer, ask } = begun();
  const status = () => store.read()?.status;
  answer(1, 'a');
  pass(IDLE_MS - 1);
  expect(status()).toBe('active');
  pass(1);
  expect(status()).toBe('idle');
  ask('again');
  expect(status()).toBe('active');
  pass(TIMEOUT_MS - 1);
  expect(store.expire()).toBe(1);
  pass(1);
  // Before the alarm comes, too.
  expect(status()).toBe('timeout');
  expect(store.expire()).toBeUndefined();
  expect(() => answer(2, 'late')).toThrow('24 hours');
  expect(() => ask('more')).toThrow('Session ended');
  store.complete();
  expect(status()).toBe('completed');
});

it('takes a turn once, however often it is asked and answered', () => {
  const { store, open, answer, ask } = begun();
  store.start({ ...FACTS, depth: 5 }, NOTHING);
  expect(store.read()?.facts.depth).toBe(FACTS.depth);
  answer(1, 'first');
  answer(1, 'other');
  expect(ask('two')).toBe(2);
  expect(open().seek({ message: 'two' })?.number).toBe(2);
  expect(ask('two')).toBe(2);
  expect(() => ask('three')).toThrow('Turn 2 waits');
  expect(() => ask('two', 'key')).toThrow('Turn 2 waits');
  answer(2, 'second');
  expect(ask('two', 'key')).toBe(3);
  answer(3, 'third');
  expect(ask('two', 'key')).toBe(3);
  expect(() => ask('other', 'key')).toThrow('whose message is another');
  expect(
    open()
      .read()
      ?.turns.map((turn) => turn.answer?.answer),
  ).toEqual(['first', 'second', 'third']);
});

it('ends at the most turns', () => {
  const { answer, ask } = begun();
  for (let turn = 1; turn < MOST_TURNS; turn++) {
    answer(turn, 'so');
    ask('same');
  }
  answer(MOST_TURNS, 'so');
  expect(() => ask('same')).toThrow(`${MOST_TURNS} turns`);
});
