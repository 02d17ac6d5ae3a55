/** What a conversation came to: taken from its turns, with their numbers; nothing is added. */
import type { TurnAnswer } from './answer.ts';
import { answeredTurns } from './questions.ts';
import type { ConversationRecord } from './service.ts';

/** Something that was said in a turn. */
export interface SaidIn {
  readonly text: string;
  readonly turn: number;
}

export interface Summary {
  readonly problem: string;
  /** As all lists: what the latest turns say first, each text once, with the turn that said it last. */
  readonly rootCauses: readonly SaidIn[];
  readonly solutions: readonly (TurnAnswer['solutions'][number] & { readonly turn: number })[];
  readonly risks: readonly SaidIn[];
  /** Of the latest turn that says how to go on: its steps, else its next steps. */
  readonly steps: readonly SaidIn[];
  readonly priority?: { readonly value: 'high' | 'medium' | 'low'; readonly turn: number };
  readonly effort?: SaidIn;
  /** Turns that have an answer. */
  readonly turns: number;
  /** Milliseconds from the beginning to the last message or answer. */
  readonly durationMs: number;
}

/** The summary of a conversation. */
export function summaryOf({ facts, turns, createdAt, activeAt }: ConversationRecord): Summary {
  const answered = answeredTurns(turns).toReversed();
  const newest = <Value>(pick: (answer: (typeof answered)[number]['answer']) => Value | undefined) => {
    for (const { number: turn, answer } of answered) {
      const value = pick(answer);
      if (value !== undefined) return { value, turn };
    }
    return undefined;
  };
  const effort = newest(({ estimated_effort }) => estimated_effort);
  const priority = newest((answer) => answer.priority);
  const steps = newest((answer) => [answer.steps, answer.next_steps].find((list) => list.length > 0));
  const each = (pick: (answer: (typeof answered)[number]['answer']) => readonly string[]) =>
    once(
      answered.flatMap(({ number: turn, answer }) => pick(answer).map((text) => ({ text, turn }))),
      ({ text }) => text,
    );
  return {
    problem: facts.context.stuckDescription,
    rootCauses: each(({ root_causes }) => root_causes),
    solutions: once(
      answered.flatMap(({ number: turn, answer }) => answer.solutions.map((solution) => ({ ...solution, turn }))),
      ({ description }) => description,
    ),
    risks: each((answer) => answer.risks),
    steps: (steps?.value ?? []).map((text) => ({ text, turn: steps?.turn ?? 0 })),
    ...(priority !== undefined && { priority }),
    ...(effort !== undefined && { effort: { text: effort.value, turn: effort.turn } }),
    turns: answered.length,
    durationMs: activeAt - createdAt,
  };
}

function once<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(textOf(item)) && seen.add(textOf(item)));
}
