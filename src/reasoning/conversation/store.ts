/** What is stored of a conversation: what it is about, its turns, and the code that was shown for each. */
import type { SqlDatabase } from '../../lib/sql.ts';
import type { Unseen } from '../service.ts';
import { endedSession, lockedSession, sessionError, unknownSession } from './failures.ts';
import {
  type ConversationFacts,
  type ConversationRecord,
  type EvidencePiece,
  type Finding,
  IDLE_MS,
  isOver,
  LONGEST_SUBJECT,
  MOST_FINDINGS,
  MOST_TURNS,
  type NewAnswer,
  type NewFinding,
  type NewMessage,
  type Overview,
  type Status,
  type TakenAnswer,
  TIMEOUT_MS,
  type Turn,
} from './service.ts';

/** The tables, for the object's migrations. */
export const CONVERSATION_SCHEMA = `
  CREATE TABLE conversation (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- JSON.
    facts TEXT NOT NULL,
    -- open, completed or timeout.
    state TEXT NOT NULL,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    -- When a message or an answer came last.
    active_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE turn (
    number INTEGER PRIMARY KEY,
    message TEXT NOT NULL,
    -- The caller's name of the turn.
    key TEXT UNIQUE,
    asked_at INTEGER NOT NULL,
    -- Id of the commit that was read.
    read_at TEXT,
    -- JSON: what is not shown.
    omitted TEXT NOT NULL,
    -- JSON; NULL while it waits.
    answer TEXT,
    answered_at INTEGER,
    asked_tokens INTEGER,
    answered_tokens INTEGER
  ) STRICT;
  CREATE TABLE evidence (
    turn INTEGER NOT NULL,
    place INTEGER NOT NULL,
    path TEXT NOT NULL,
    line INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    read_at TEXT NOT NULL,
    -- Id of the content of the file.
    blob TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (turn, place)
  ) STRICT;
  CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL,
    tool TEXT NOT NULL,
    -- JSON, which may be cut.
    arguments TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (tool, arguments, text)
  ) STRICT;
`;

/** What was read for a turn. */
export interface Gathered {
  readonly commit?: string;
  readonly pieces: readonly EvidencePiece[];
  readonly omitted: readonly Unseen[];
}

type ConversationRow = { facts: string; state: string; created_at: number; active_at: number };
type TurnRow = {
  number: number;
  message: string;
  key: string | null;
  asked_at: number;
  read_at: string | null;
  omitted: string;
  answer: string | null;
  answered_at: number | null;
  asked_tokens: number | null;
  answered_tokens: number | null;
};
type EvidenceRow = {
  turn: number;
  path: string;
  line: number;
  line_end: number;
  read_at: string;
  blob: string;
  text: string;
};

type FindingRow = { turn: number; tool: string; arguments: string; text: string };

/** The store; each method is one transaction. */
export class ConversationStore {
  readonly #database: SqlDatabase;
  readonly #now: () => number;

  constructor(database: SqlDatabase, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** What the conversation goes by, for what it refuses: objects do not know their names in every process. */
  get #id(): string {
    const [row] = this.#sql.exec<{ id: string }>("SELECT facts ->> '$.id' AS id FROM conversation").toArray();
    return row?.id ?? 'a conversation that was not begun';
  }

  get #sql() {
    return this.#database.sql;
  }

  /** Everything; undefined when nothing was begun. */
  read(): ConversationRecord | undefined {
    const [row] = this.#sql.exec<ConversationRow>('SELECT * FROM conversation').toArray();
    if (row === undefined) return undefined;
    return {
      // Written by this class.
      facts: JSON.parse(row.facts) as ConversationFacts,
      status: statusAt(row, this.#now()),
      createdAt: row.created_at,
      activeAt: row.active_at,
      turns: this.#sql.exec<TurnRow>('SELECT * FROM turn ORDER BY number').toArray().map(toTurn),
      evidence: this.#sql.exec<EvidenceRow>('SELECT * FROM evidence ORDER BY turn, place').toArray().map(toPiece),
      findings: this.#sql.exec<FindingRow>('SELECT turn, tool, arguments, text FROM finding ORDER BY id').toArray(),
    };
  }

  /** Everything. Throws `ToolFailure` when nothing was begun. */
  expect(): ConversationRecord {
    const record = this.read();
    if (record === undefined) throw unknownSession(this.#id);
    return record;
  }

  /** Of all that is stored, the little that lists tell. Throws `ToolFailure` when nothing was begun. */
  overview(): Overview {
    const [row] = this.#sql.exec<ConversationRow>('SELECT * FROM conversation').toArray();
    if (row === undefined) throw unknownSession(this.#id);
    const { context, ...facts } = JSON.parse(row.facts) as ConversationFacts;
    return {
      facts,
      subject: context.stuckDescription.slice(0, LONGEST_SUBJECT).toWellFormed(),
      status: statusAt(row, this.#now()),
      activeAt: row.active_at,
      answered: this.#sql.exec<{ count: number }>('SELECT count(answer) AS count FROM turn').one().count,
    };
  }

  /** Begins it with its first turn, unless it was begun before. */
  start(facts: ConversationFacts, gathered: Gathered): void {
    this.#database.transactionSync(() => {
      if (this.read() !== undefined) return;
      this.#begin(facts);
      this.#add(1, { message: facts.context.stuckDescription }, gathered);
    });
  }

  /** The turn that a message is already; undefined where it is to be a new one. Throws `ToolFailure` where there can be none. */
  seek({ message, key }: Pick<NewMessage, 'message' | 'key'>): Turn | undefined {
    const { status, turns } = this.expect();
    const id = this.#id;
    const named = key === undefined ? undefined : turns.find((turn) => turn.key === key);
    if (named !== undefined && named.message !== message)
      throw sessionError(
        id,
        `The idempotency_key is of turn ${named.number}, whose message is another.`,
        'Give a new key.',
      );
    if (named !== undefined) return named;
    if (isOver(status)) throw endedSession(id, status);
    const last = turns.at(-1);
    if (last !== undefined && last.answer === undefined) {
      if (last.message === message && key === undefined) return last;
      throw lockedSession(id, last.number, last.message);
    }
    if (turns.length >= MOST_TURNS)
      throw sessionError(id, `The conversation has ${MOST_TURNS} turns, the most.`, 'Call finalize_conversation.');
    return undefined;
  }

  /** Adds a turn, or finds it by {@link seek}; returns its number. */
  ask(message: NewMessage, gathered: Gathered): number {
    return this.#database.transactionSync(() => {
      // Another call may have asked while the code was read.
      const known = this.seek(message);
      if (known !== undefined) return known.number;
      const number = this.expect().turns.length + 1;
      this.#add(number, message, gathered);
      this.#touch();
      return number;
    });
  }

  /** Answers a turn that waits; others stay as they are. Throws `ToolFailure` when the conversation has ended without it. */
  answer({ turn, answer, tokens }: NewAnswer): void {
    this.#database.transactionSync(() => {
      const { status, turns } = this.expect();
      if (turns.find(({ number }) => number === turn)?.answer !== undefined) return;
      if (isOver(status)) throw endedSession(this.#id, status);
      this.#fill(turn, answer, this.#now(), tokens);
      this.#touch();
    });
  }

  /** Throws `ToolFailure` when the conversation has ended. */
  expectOpen(): ConversationRecord {
    const record = this.expect();
    if (isOver(record.status)) throw endedSession(this.#id, record.status);
    return record;
  }

  /** The turn of a finding that was told before; undefined for a new one. Throws `ToolFailure` where there can be none. */
  seekFinding({ tool, arguments: given, text }: Pick<NewFinding, 'tool' | 'arguments' | 'text'>): number | undefined {
    const { findings } = this.expectOpen();
    const known = findings.find((one) => one.tool === tool && one.arguments === given && one.text === text);
    if (known === undefined && findings.length >= MOST_FINDINGS)
      throw sessionError(
        this.#id,
        `The conversation has ${MOST_FINDINGS} findings, the most.`,
        'Call the tool without session_id, or finalize_conversation.',
      );
    return known?.turn;
  }

  /** Adds a finding to the turn that comes next, or finds it by {@link seekFinding}; returns the turn's number. */
  tell(finding: NewFinding, pieceOf: (turn: number) => readonly EvidencePiece[]): number {
    return this.#database.transactionSync(() => {
      // Another call may have told it while its code was read.
      const known = this.seekFinding(finding);
      if (known !== undefined) return known;
      const turn = this.expect().turns.length + 1;
      this.#addFinding({ ...finding, turn });
      this.#addPieces(turn, pieceOf(turn));
      this.#touch();
      return turn;
    });
  }

  /** Takes the turns of another conversation, unless this one was begun before. */
  adopt({ facts, turns, evidence, findings }: ConversationRecord): void {
    this.#database.transactionSync(() => {
      if (this.read() !== undefined) return;
      this.#begin(facts);
      for (const { number, commit, omitted, answer, answeredAt, tokens, askedAt, ...turn } of turns) {
        const pieces = evidence.filter((piece) => piece.turn === number);
        this.#add(number, turn, { ...(commit !== undefined && { commit }), omitted, pieces }, askedAt);
        if (answer !== undefined && answeredAt !== undefined && tokens !== undefined)
          this.#fill(number, answer, answeredAt, tokens);
      }
      for (const finding of findings) this.#addFinding(finding);
    });
  }

  /** Ends it. One that timed out is completed by this, too. */
  complete(): void {
    this.expect();
    this.#sql.exec("UPDATE conversation SET state = 'completed'");
  }

  /** Ends it if nothing was said for {@link TIMEOUT_MS}; else how many milliseconds that is away, undefined for one that has ended. */
  expire(): number | undefined {
    const [row] = this.#sql.exec<ConversationRow>('SELECT * FROM conversation').toArray();
    if (row === undefined || row.state !== 'open') return undefined;
    const left = row.active_at + TIMEOUT_MS - this.#now();
    if (left > 0) return left;
    this.#sql.exec("UPDATE conversation SET state = 'timeout'");
    return undefined;
  }

  #begin(facts: ConversationFacts): void {
    const now = this.#now();
    this.#sql.exec(
      "INSERT INTO conversation (one, facts, state, created_at, active_at) VALUES (1, ?, 'open', ?, ?)",
      JSON.stringify(facts),
      now,
      now,
    );
  }

  #add(
    number: number,
    { message, key }: Pick<NewMessage, 'message' | 'key'>,
    { commit, omitted, pieces }: Gathered,
    askedAt = this.#now(),
  ): void {
    this.#sql.exec(
      'INSERT INTO turn (number, message, key, asked_at, read_at, omitted) VALUES (?, ?, ?, ?, ?, ?)',
      number,
      message,
      key ?? null,
      askedAt,
      commit ?? null,
      JSON.stringify(omitted),
    );
    this.#addPieces(number, pieces);
  }

  #addPieces(turn: number, pieces: readonly EvidencePiece[]): void {
    // A turn that comes may have pieces already, of findings.
    const { next } = this.#sql
      .exec<{ next: number }>('SELECT coalesce(max(place) + 1, 0) AS next FROM evidence WHERE turn = ?', turn)
      .one();
    for (const [index, piece] of pieces.entries())
      this.#sql.exec(
        'INSERT INTO evidence (turn, place, path, line, line_end, read_at, blob, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        turn,
        next + index,
        piece.path,
        piece.line,
        piece.lineEnd,
        piece.commit,
        piece.blob,
        piece.text,
      );
  }

  #addFinding({ turn, tool, arguments: given, text }: Finding): void {
    this.#sql.exec('INSERT INTO finding (turn, tool, arguments, text) VALUES (?, ?, ?, ?)', turn, tool, given, text);
  }

  #fill(number: number, answer: TakenAnswer, answeredAt: number, { asked, answered }: NewAnswer['tokens']): void {
    this.#sql.exec(
      'UPDATE turn SET answer = ?, answered_at = ?, asked_tokens = ?, answered_tokens = ? WHERE number = ?',
      JSON.stringify(answer),
      answeredAt,
      asked,
      answered,
      number,
    );
  }

  #touch(): void {
    this.#sql.exec('UPDATE conversation SET active_at = ?', this.#now());
  }
}

function statusAt({ state, active_at }: ConversationRow, now: number): Status {
  if (state === 'completed' || state === 'timeout') return state;
  const silent = now - active_at;
  if (silent >= TIMEOUT_MS) return 'timeout';
  return silent >= IDLE_MS ? 'idle' : 'active';
}

function toTurn(row: TurnRow): Turn {
  const { number, message, key, asked_at, read_at, omitted, answer, answered_at, asked_tokens, answered_tokens } = row;
  return {
    number,
    message,
    ...(key !== null && { key }),
    askedAt: asked_at,
    ...(read_at !== null && { commit: read_at }),
    // Written by this class, like the answer.
    omitted: JSON.parse(omitted) as Turn['omitted'],
    ...(answer !== null && { answer: JSON.parse(answer) as NonNullable<Turn['answer']> }),
    ...(answered_at !== null && { answeredAt: answered_at }),
    ...(asked_tokens !== null &&
      answered_tokens !== null && { tokens: { asked: asked_tokens, answered: answered_tokens } }),
  };
}

function toPiece({ turn, path, line, line_end, read_at, blob, text }: EvidenceRow): EvidencePiece {
  return { turn, path, line, lineEnd: line_end, commit: read_at, blob, text };
}
