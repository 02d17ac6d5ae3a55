/** A Worker that calls sessions of another Worker, as the front does; its answers are JSON over HTTP. */
import type { CellResult, OutputChunk, PythonSessionApi } from '../../src/python/protocol.ts';

interface Bindings {
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

/** What a caller saw. */
export interface Heard {
  readonly chunks: readonly OutputChunk[];
  readonly result: CellResult;
}

export default {
  /** Runs the body as a cell; `?patience=n` hangs up at the n-th message. */
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const patience = Number(new URL(request.url).searchParams.get('patience') ?? Number.POSITIVE_INFINITY);
    const chunks: OutputChunk[] = [];
    const session = env.PYTHON_SESSION.getByName('listener');
    const result = await session.run({ code: await request.text(), timeoutSeconds: 20 }, async (chunk) => {
      chunks.push(chunk);
      return chunks.length < patience;
    });
    const heard: Heard = { chunks, result };
    return Response.json(heard);
  },
};
