/** Keeps the connection of a slow answer busy: a client's going away is noticed when something is written to it. */
import { within } from '../lib/within.ts';

/**
 * Milliseconds between two signs of life on a connection that waits for an answer. The first one that is written after the client has gone
 * still succeeds, and the second one fails: a call ends within a second after its client.
 */
export const HEARTBEAT_MS = 250;

/** Compression would hold the spaces back. */
const LATE_HEADERS = {
  'content-type': 'application/json',
  'content-encoding': 'identity',
  'cache-control': 'no-store, no-transform',
};

const SPACE = new TextEncoder().encode(' ');

/**
 * The answer itself when it comes soon. A later one becomes the body of a 200 that begins with spaces, which JSON allows.
 * `answer` gets the request without its body; its signal is aborted once the client has gone.
 */
export async function answerPatiently(
  { url, method, headers, signal }: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const gone = new AbortController();
  const watched = new Request(url, { method, headers, signal: AbortSignal.any([signal, gone.signal]) });
  const pending = answer(watched);
  const soon = await within(HEARTBEAT_MS, pending);
  return soon ?? new Response(spacesBefore(pending, gone), { headers: LATE_HEADERS });
}

function spacesBefore(pending: Promise<Response>, gone: AbortController): ReadableStream<Uint8Array> {
  let heartbeat: ReturnType<typeof setInterval>;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(SPACE);
      heartbeat = setInterval(() => controller.enqueue(SPACE), HEARTBEAT_MS);
      void finish(controller);
    },
    cancel() {
      clearInterval(heartbeat);
      gone.abort();
    },
  });

  async function finish(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const body = await (await pending).bytes();
      if (gone.signal.aborted) return;
      controller.enqueue(body);
      controller.close();
    } catch (error) {
      if (!gone.signal.aborted) controller.error(error);
    } finally {
      clearInterval(heartbeat);
    }
  }
}
