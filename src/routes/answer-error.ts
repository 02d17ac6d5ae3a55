/** The front Worker's error boundary: what goes wrong at a path is answered in the form that the clients of that path read. */
import { kindOf } from '../lib/error-types.ts';
import { type Failure, failureOf, wordsOf } from '../lib/errors.ts';
import { refusal } from '../lib/json-rpc.ts';
import { answerToNobody, isClientGone } from '../lib/lost-instance.ts';
import { problem } from '../lib/problem.ts';

/** Where clients speak JSON-RPC, and where git does, which prints plain text. */
const JSON_RPC_PATHS = /^\/(?:mcp(?:\/.*)?|sse|messages)$/;
const GIT_PATHS = /^\/git\//;

/** The answer to an error at `path`; `method` is told in the log. A client that is gone needs neither. */
export function answerError(
  error: unknown,
  { method, path }: { readonly method: string; readonly path: string },
): Response {
  if (isClientGone(error)) return answerToNobody();
  return answerFailure(failureOf(error, `${method} ${path}`), path);
}

/** The answer to a failure at `path`. */
export function answerFailure(failure: Failure, path: string): Response {
  if (JSON_RPC_PATHS.test(path)) return refusal(failure);
  return GIT_PATHS.test(path) ? plain(failure) : problem(failure);
}

function plain(failure: Failure): Response {
  const { httpStatus: status } = kindOf(failure.errorType);
  const headers = { ...failure.headers, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${wordsOf(failure)}\n`, { status, headers });
}
