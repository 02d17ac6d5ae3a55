/** Conversations about code: what one of them answers. Methods throw `ToolFailure`. */
import type { UserId } from '../../lib/object-name.ts';
import type { SupportedClaim, UnsupportedClaim } from '../claims/service.ts';
import type { EntryPoint, Unseen } from '../service.ts';
import type { TurnAnswer } from './answer.ts';

export const FOCUSES = ['debugging', 'optimization', 'architecture', 'testing'] as const;
export type Focus = (typeof FOCUSES)[number];

/** Where a conversation is. `error`: its workspace cannot be read. */
export const STATUSES = ['active', 'idle', 'completed', 'error', 'timeout'] as const;
export type Status = (typeof STATUSES)[number];

/** Whether a conversation takes no more turns. */
export function isOver(status: Status): status is 'completed' | 'timeout' {
  return status === 'completed' || status === 'timeout';
}

/** Milliseconds without a message after which a conversation is idle, and after which it ends. */
export const IDLE_MS = 5 * 60_000;
export const TIMEOUT_MS = 24 * 3600_000;
/** Turns of a conversation. */
export const MOST_TURNS = 50;

/** What the caller hands over; secrets in its texts are masked. */
export interface CallerContext {
  readonly attemptedApproaches: readonly string[];
  /** Each as JSON. */
  readonly partialFindings: readonly string[];
  readonly stuckDescription: string;
  readonly files: readonly string[];
  readonly entryPoints: readonly EntryPoint[];
  readonly serviceNames: readonly string[];
}

/** What is the same for the whole conversation. */
export interface ConversationFacts {
  readonly id: string;
  readonly owner: UserId;
  readonly workspace: string;
  /** A branch, tag or commit; absent: what is indexed when it is read. */
  readonly ref?: string;
  readonly context: CallerContext;
  readonly focus: Focus;
  /** 1 to 5: more code is shown at the beginning. */
  readonly depth: number;
  /** The conversation that it is a copy of, up to that turn. */
  readonly forkOf?: { readonly id: string; readonly turn: number };
}

/** Lines of a file, as they were read for a turn. */
export interface EvidencePiece {
  readonly turn: number;
  readonly path: string;
  /** 1-based, both included. */
  readonly line: number;
  readonly lineEnd: number;
  readonly commit: string;
  /** Id of the content of the whole file. */
  readonly blob: string;
  readonly text: string;
}

/** Lines of a file of a workspace. */
export interface CodePlace {
  readonly file: string;
  /** 1-based, both included. */
  readonly line: number;
  readonly lineEnd?: number;
}

/** What a tool found out, told for the turn that came next. */
export interface Finding {
  readonly turn: number;
  readonly tool: string;
  /** JSON, which may be cut. */
  readonly arguments: string;
  /** The answer in words. */
  readonly text: string;
}

/** Findings of a conversation, and places of one of which the code is kept. */
export const MOST_FINDINGS = 100;
export const MOST_PLACES = 10;

/** A finding that is reported; its secrets are masked. */
export interface NewFinding extends Omit<Finding, 'turn'> {
  /** Of the places; absent where they are in none. */
  readonly workspace?: string;
  /** That the places are of; absent: what is indexed. */
  readonly commit?: string;
  readonly places: readonly CodePlace[];
}

/** What was answered, after its claims were checked. */
export interface TakenAnswer extends TurnAnswer {
  readonly supported: readonly SupportedClaim[];
  readonly unsupported: readonly UnsupportedClaim[];
  /** Who answered: `caller`, or a model. */
  readonly by: string;
}

/** A message and, once there is one, the answer to it. */
export interface Turn {
  /** From 1. */
  readonly number: number;
  readonly message: string;
  /** The caller's name of the turn. */
  readonly key?: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** The commit that was read for it; absent where the workspace has none. */
  readonly commit?: string;
  /** What was to be shown and is not. */
  readonly omitted: readonly Unseen[];
  readonly answer?: TakenAnswer;
  /** Milliseconds since 1970. */
  readonly answeredAt?: number;
  /** Tokens of question and answer, as they are counted here, before the question is cut to the size of who answers. */
  readonly tokens?: { readonly asked: number; readonly answered: number };
}

/** A whole conversation. */
export interface ConversationRecord {
  readonly facts: ConversationFacts;
  readonly status: Status;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly activeAt: number;
  /** In their order; only the last one may be without an answer. */
  readonly turns: readonly Turn[];
  readonly evidence: readonly EvidencePiece[];
  readonly findings: readonly Finding[];
}

/** A conversation without what was said and shown. */
export interface Overview extends Pick<ConversationRecord, 'status' | 'activeAt'> {
  readonly facts: Omit<ConversationFacts, 'context'>;
  /** The first {@link LONGEST_SUBJECT} characters of where the caller was stuck. */
  readonly subject: string;
  /** Turns that have an answer. */
  readonly answered: number;
}

export const LONGEST_SUBJECT = 200;

/** Something that stands in the conversation and no longer in the workspace. */
export interface StalePiece {
  readonly turn: number;
  /** Code that was shown, or that a claim quotes. */
  readonly what: 'evidence' | 'quote';
  readonly path: string;
  readonly line?: number;
}

/** What was compared with the workspace as it is now. */
export interface Freshness {
  readonly stale: readonly StalePiece[];
  /** Why nothing could be compared. */
  readonly error?: string;
}

/** A message to a conversation. */
export interface NewMessage {
  readonly message: string;
  readonly key?: string;
  /** Paths. */
  readonly attach: readonly string[];
  /** Whether code that fits the message is looked for. */
  readonly withSnippets: boolean;
}

/** The turn that a message is, and everything that is known; the turn may be answered already. */
export interface AskedTurn {
  readonly turn: Turn;
  readonly record: ConversationRecord;
}

/** An answer to a turn. */
export interface NewAnswer {
  readonly turn: number;
  readonly answer: TakenAnswer;
  readonly tokens: { readonly asked: number; readonly answered: number };
}

/** One conversation: all of it is stored before and after somebody is asked. */
export interface ConversationApi {
  /** Begins it with its first turn. Begun before: that turn as it is. */
  start(facts: ConversationFacts): Promise<AskedTurn>;
  /**
   * Adds a turn. The message of the turn that waits for its answer, and a key that a turn has, are that turn. Throws when it has ended, has
   * {@link MOST_TURNS}, another message waits, or the key is of another message.
   */
  ask(message: NewMessage): Promise<AskedTurn>;
  /** Answers a turn; one that was answered before stays as it is. Throws when the conversation has ended. */
  answer(given: NewAnswer): Promise<AskedTurn>;
  /** Throws when it takes no more. */
  expectOpen(): Promise<void>;
  /**
   * Adds a finding, with the code of its places where they are in the conversation's workspace; one that was told before is told already.
   * Returns the turn that it is part of. Throws when the conversation has ended or has {@link MOST_FINDINGS}.
   */
  tell(finding: NewFinding): Promise<number>;
  /** Everything. Throws when nothing was begun, as all that follow. */
  record(): Promise<ConversationRecord>;
  overview(): Promise<Overview>;
  /** Compares what was shown and quoted with the workspace. */
  freshness(): Promise<Freshness>;
  /** Ends it; again changes nothing. */
  finalize(): Promise<ConversationRecord>;
  /** Takes the turns of another one. Taken before: nothing changes. */
  adopt(record: ConversationRecord): Promise<ConversationRecord>;
  /** Deletes everything; the next call finds an empty object. */
  erase(): Promise<void>;
}
