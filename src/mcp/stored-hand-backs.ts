/** Questions that wait for answers, in the SQLite database of a user's space, bounded in number and age. */
import { z } from 'zod';
import { ToolFailure } from '../lib/errors.ts';
import { outgoing } from '../lib/secrets/outgoing.ts';
import type { Sql } from '../lib/sql.ts';
import type { Evidence, HandBack } from './hand-back.ts';
import { valueJsonSchema } from './json-schema.ts';

/** What a tool asks, the same for all questions of that kind. */
export interface QuestionKind<Answer extends object, State> {
  /** The tool that takes the answers. */
  readonly tool: string;
  readonly answer: z.ZodType<Answer>;
  /** What the tool needs to go on: as JSON. */
  readonly state: z.ZodType<State>;
}

/** One question. */
export interface Question<State> {
  readonly question: string;
  readonly evidence: readonly Evidence[];
  readonly state: State;
  /** Arguments of the second call besides `handle` and `answer`. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** The questions of one user. */
export interface HandBacks {
  /** Keeps a question; what it returns is the tool's result. */
  ask<Answer extends object, State>(kind: QuestionKind<Answer, State>, question: Question<State>): HandBack;
  /**
   * Takes an answer: `work` goes on from it, once. The same answer again gets what came of it; when `work` throws, the question
   * waits on. Throws `ToolFailure` for a handle that does not resolve, an answer that does not fit, and a second, different answer.
   */
  answer<Answer extends object, State, Result extends object>(
    kind: QuestionKind<Answer, State>,
    handle: string,
    answer: unknown,
    work: (answer: Answer, state: State) => Promise<Result>,
  ): Promise<Result>;
}

/** Questions that are kept; the oldest go first. */
export const MOST_QUESTIONS = 50;
/** Milliseconds for which a question waits: 7 days. */
const LIFETIME_MS = 7 * 24 * 3600 * 1000;
/** Pieces of evidence that are shown, and characters of each. */
const MOST_EVIDENCE = 50;
const LONGEST_EVIDENCE = 8_000;

type Row = { state: string; answer: string | null; result: string | null };

/** {@link HandBacks} in a database with the table `hand_back`; `working` has the handles whose answers this instance works on. */
export class StoredHandBacks implements HandBacks {
  readonly #sql: Sql;
  readonly #working: Set<string>;

  constructor(sql: Sql, working: Set<string>) {
    this.#sql = sql;
    this.#working = working;
  }

  ask<Answer extends object, State>(kind: QuestionKind<Answer, State>, question: Question<State>): HandBack {
    const { tool, answer } = kind;
    const handle = `question-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const now = Date.now();
    this.#sql.exec(
      'INSERT INTO hand_back (handle, tool, state, asked_at) VALUES (?, ?, ?, ?)',
      handle,
      tool,
      JSON.stringify(question.state),
      now,
    );
    this.#sql.exec(
      'DELETE FROM hand_back WHERE asked_at < ? OR rowid NOT IN (SELECT rowid FROM hand_back ORDER BY rowid DESC LIMIT ?)',
      now - LIFETIME_MS,
      MOST_QUESTIONS,
    );
    return {
      status: 'hand_back',
      handle,
      question: outgoing(question.question),
      evidence: question.evidence.slice(0, MOST_EVIDENCE).map(shown),
      omitted_evidence: Math.max(0, question.evidence.length - MOST_EVIDENCE),
      answer_schema: valueJsonSchema(answer),
      how_to_answer: { tool, arguments: { ...question.arguments, handle }, answer_parameter: 'answer' },
      expires_at: new Date(now + LIFETIME_MS).toISOString(),
    };
  }

  async answer<Answer extends object, State, Result extends object>(
    kind: QuestionKind<Answer, State>,
    handle: string,
    given: unknown,
    work: (answer: Answer, state: State) => Promise<Result>,
  ): Promise<Result> {
    const row = this.#find(kind.tool, handle);
    const answer = fitting(kind.answer, given);
    const json = JSON.stringify(answer);
    if (row.answer !== null && row.answer !== json && row.result !== null) throw answeredOtherwise(handle);
    // What came of it was the tool's own result.
    if (row.answer !== null && row.result !== null) return JSON.parse(row.result) as Result;
    // Work ends with the instance that does it: what another one began is free.
    if (this.#working.has(handle)) throw workedOn(handle);
    this.#working.add(handle);
    try {
      this.#set(handle, json, null);
      const result = await work(answer, kind.state.parse(JSON.parse(row.state)));
      this.#set(handle, json, JSON.stringify(result));
      return result;
    } catch (error) {
      this.#sql.exec('UPDATE hand_back SET answer = NULL, answered_at = NULL WHERE handle = ?', handle);
      throw error;
    } finally {
      this.#working.delete(handle);
    }
  }

  #find(tool: string, handle: string): Row {
    const [row] = this.#sql
      .exec<Row>(
        'SELECT state, answer, result FROM hand_back WHERE handle = ? AND tool = ? AND asked_at >= ?',
        handle,
        tool,
        Date.now() - LIFETIME_MS,
      )
      .toArray();
    if (row !== undefined) return row;
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `No question '${handle}' of ${tool} waits for an answer.`,
      advice: `Questions wait for 7 days, the newest ${MOST_QUESTIONS} of each user. Call ${tool} without a handle to be asked anew.`,
    });
  }

  #set(handle: string, answer: string, result: string | null): void {
    this.#sql.exec(
      'UPDATE hand_back SET answer = ?, answered_at = ?, result = ? WHERE handle = ?',
      answer,
      Date.now(),
      result,
      handle,
    );
  }
}

/** A piece as it leaves. */
function shown({ source, text: whole }: Evidence): Evidence {
  // What is cut first could cut a secret, of which the rest is not known for one.
  const text = outgoing(whole);
  if (text.length <= LONGEST_EVIDENCE) return { source, text };
  const cut = `\n[cut: ${text.length} characters]`;
  return { source, text: text.slice(0, LONGEST_EVIDENCE).toWellFormed() + cut };
}

function fitting<Answer>(schema: z.ZodType<Answer>, given: unknown): Answer {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The answer does not fit the question: ${z.prettifyError(parsed.error)}`,
    advice: `The question still waits. Answer with an object of this JSON Schema: ${JSON.stringify(valueJsonSchema(schema))}`,
  });
}

function answeredOtherwise(handle: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The question '${handle}' was answered already, and otherwise.`,
    advice: 'The same answer again gets what came of it; to answer otherwise, ask for the question anew.',
  });
}

function workedOn(handle: string): ToolFailure {
  return new ToolFailure({
    errorType: 'RuntimeError',
    message: `An answer to the question '${handle}' is being worked on.`,
    advice: 'Call again with the same answer in a moment: what came of it is kept.',
  });
}
