/**
 * The three kinds of errors: a {@link ToolFailure} is what its caller did wrong or can act on, a lost instance is one that says to call
 * again, and an {@link InternalError} is everything unexpected. One boundary for each kind of client gives them their wire form.
 */

import { type ErrorType, isErrorType, kindOf } from './error-types.ts';
import { logLine } from './log-line.ts';
import { sentences } from './sentences.ts';

/** What a caller is told about a failure. */
export interface Failure {
  readonly errorType: ErrorType;
  /** What was wrong, with the offending value. */
  readonly message: string;
  /** One sentence: what to do next. */
  readonly advice: string;
  /** Whether the same call may succeed later, where that is other than what its type says. */
  readonly retryable?: boolean;
  /** 1-based line of the caller's code, when the fault has one. */
  readonly line?: number;
  /** Whether the instance that worked on the call was lost. */
  readonly lost?: boolean;
  /** Facts for programs, which stand beside the message in HTTP and JSON-RPC answers. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Headers of the HTTP answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tool or route could not do its work for a reason its caller can act on. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The server failed in a way it should not. The cause is in the log, under the reference; nothing here tells of it. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
  readonly reference: string;

  constructor(reference: string) {
    super(`The server failed in a way it should not (reference ${reference}).`);
    this.reference = reference;
  }
}

const INTERNAL_ADVICE = 'Report the reference to whoever runs this server: it finds the cause in the log.';

/** What a caller is told of an internal error. */
export function internalFailure({ message, reference }: InternalError): Failure {
  return { errorType: 'internal_error', message, advice: INTERNAL_ADVICE, details: { reference } };
}

/** Logs an unexpected error as one line with a new reference; one that was logged stays as it is. `where` says what was being done. */
export function internalError(cause: unknown, where: string): InternalError {
  const known = asInternalError(cause);
  if (known !== undefined) return known;
  const reference = crypto.randomUUID();
  console.error(`internal error ${reference} (${where}): ${logLine(cause)}`);
  return new InternalError(reference);
}

/** The failure that an error stands for; one that is unexpected is logged. */
export function failureOf(error: unknown, where: string): Failure {
  return asToolFailure(error)?.failure ?? internalFailure(internalError(error, where));
}

/** What was wrong and what to do next, as one line of text. */
export function wordsOf({ message, advice, line }: Failure): string {
  return sentences(line === undefined ? message : `${message.replace(/(?<![\s.])[\s.]+$/, '')} (line ${line})`, advice);
}

/**
 * The `ToolFailure` that `error` is, or was before it crossed RPC, where fields of errors survive and their classes do not; undefined for
 * any other error, also for one that only looks like one.
 */
export function asToolFailure(error: unknown): ToolFailure | undefined {
  if (error instanceof ToolFailure) return error;
  if (!(error instanceof Error) || error.name !== 'ToolFailure' || !('failure' in error)) return undefined;
  return isFailure(error.failure) ? new ToolFailure(error.failure) : undefined;
}

/** Whether the same call may succeed when it is made again as it is. */
export function isRetryable({ errorType, retryable = kindOf(errorType).retryable }: Failure): boolean {
  return retryable;
}

function asInternalError(error: unknown): InternalError | undefined {
  if (error instanceof InternalError) return error;
  if (!(error instanceof Error) || error.name !== 'InternalError' || !('reference' in error)) return undefined;
  return typeof error.reference === 'string' ? new InternalError(error.reference) : undefined;
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false;
  const { errorType, message, advice, line }: { [field in keyof Failure]?: unknown } = value;
  const isText = typeof message === 'string' && typeof advice === 'string';
  return isErrorType(errorType) && isText && (line === undefined || typeof line === 'number');
}
