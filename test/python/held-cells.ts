/** Cells of the whole server that tell when they have begun, and end when they are told to. */
import { bearer, STREAMABLE } from '../mcp/requests.ts';

type Facts = Readonly<Record<string, unknown>>;

/** A cell that was asked for. */
export interface Cell<Result> {
  /** Resolves once it has printed `begun`. Throws when it ended without. */
  readonly begun: Promise<void>;
  /** What the call answered. */
  readonly result: Promise<Result>;
}

/** A cell that was asked for by a client of its own. */
export interface AskedCell extends Cell<Facts> {
  /** Hangs up; the call then has no result. */
  leave(): void;
}

/** Follows an answer that comes piece by piece, of which `read` makes a result when it is whole. */
export function follow<Result>(
  answer: Promise<{ readonly body: AsyncIterable<Uint8Array> | null }>,
  read: (text: string) => Result,
): Cell<Result> {
  const begun = Promise.withResolvers<void>();
  begun.promise.catch(() => undefined);
  const hear = async () => {
    const { body } = await answer;
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.includes('begun')) begun.resolve();
    }
    begun.reject(new Error(`It ended before it began: ${text}`));
    return read(text);
  };
  const result = hear();
  result.catch((error: unknown) => begun.reject(error));
  return { begun: begun.promise, result };
}

/** Code that prints `begun` and waits until it is interrupted, which it survives: what follows it runs. */
export const HOLD = `import time
try:
    print("begun")
    time.sleep(250)
except KeyboardInterrupt: pass
`;

/** Code that no interrupt ends, once it has printed `begun`. */
export const STUBBORN = `try:
    print("begun")
    while True: pass
except BaseException:
    while True:
        try:
            while True: pass
        except BaseException: pass
`;

/** Asks for a cell by a bare POST. */
export function askCell(base: URL, token: string, code: string, session_id?: string): AskedCell {
  const leaving = new AbortController();
  const args = { code, timeout: 300, ...(session_id !== undefined && { session_id }) };
  const params = { name: 'run_python_code', arguments: args, _meta: { progressToken: 'cell' } };
  const answer = fetch(new URL('/mcp', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...STREAMABLE, ...bearer(token) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: leaving.signal,
  });
  return { ...follow(answer, factsIn), leave: () => leaving.abort() };
}

/** The structured result among the events of an answer. */
function factsIn(events: string): Facts {
  for (const line of events.split('\n')) {
    const { result } = line.startsWith('data: {') ? JSON.parse(line.slice('data: '.length)) : {};
    if (result !== undefined) return result.structuredContent;
  }
  throw new Error(`There is no result: ${events}`);
}
