/** A Worker that calls sessions of another Worker, as the front does; its answers are lines of JSON over HTTP, as they come. */
import type { CellResult, OutputChunk, PythonSessionApi } from '../../src/python/protocol.ts';

interface Bindings {
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

/** A line: what the caller heard, and last what the cell came to. */
export type Line = { readonly chunk: OutputChunk } | { readonly result: CellResult };

export default {
  /** Runs the body as a cell of the session `?session=`, under the name `?id=`; `?patience=n` hangs up at the n-th message. */
  async fetch(request: Request, env: Bindings, ctx: { waitUntil(work: Promise<unknown>): void }): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const patience = Number(searchParams.get('patience') ?? Number.POSITIVE_INFINITY);
    const session = env.PYTHON_SESSION.getByName(searchParams.get('session') ?? 'listener');
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const encoder = new TextEncoder();
    const write = (line: Line) => writer.write(encoder.encode(`${JSON.stringify(line)}\n`));
    const cell = { code: await request.text(), timeoutSeconds: 250 };
    let heard = 0;
    const listener = (chunk: OutputChunk) => write({ chunk }).then(() => ++heard < patience);
    const running = session
      .run(cell, listener, searchParams.get('id') ?? crypto.randomUUID())
      .then(async (result) => {
        await write({ result });
        await writer.close();
      })
      .catch((error: unknown) => writer.abort(error));
    ctx.waitUntil(running);
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  },
};
