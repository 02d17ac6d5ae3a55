/** Problem details (RFC 9457): what HTTP routes that are not JSON-RPC answer when they cannot do their work. */
import { type ErrorType, kindOf } from './error-types.ts';
import { type Failure, wordsOf } from './errors.ts';

/** Media type of problem details. */
export const PROBLEM_TYPE = 'application/problem+json';

/** The URI that names a type of error; its path leads to the list of all types. */
export function problemUri(type: ErrorType): string {
  return `/errors#${type}`;
}

/** A response with the problem details of a failure. An internal error's `instance` is its reference, as a URN (RFC 9562). */
export function problem(failure: Failure): Response {
  const { errorType, message, advice, details, headers } = failure;
  const { httpStatus: status, meaning, retryable } = kindOf(errorType);
  const reference = details?.reference;
  const body = {
    ...details,
    type: problemUri(errorType),
    title: meaning,
    status,
    detail: wordsOf(failure),
    ...(typeof reference === 'string' && { instance: `urn:uuid:${reference}` }),
    error_type: errorType,
    message,
    advice,
    retryable,
  };
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': PROBLEM_TYPE } });
}
