/** Measures from inside workerd. Its clock runs locally; deployed, it would stand still. */
import { DurableObject } from 'cloudflare:workers';
import type { PythonKernel } from '../../durable-objects/python-kernel/python-kernel.ts';
import type { CellResult, PythonSessionApi } from '../../src/python/protocol.ts';
import { newIsolate, type PythonEnv } from '../../wasm/python/isolate.ts';
import type { StateBatch, StateChunk, StateRequest } from '../../wasm/python/kernel/types.ts';
import type { BareBoot, Question, Repetition, StateFigures, StopwatchApi } from './api.ts';

interface BenchEnv extends PythonEnv {
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

const FACET = 'kernel';
const ONCE: Repetition = { rounds: 1, each: 1 };
const TIMEOUT_SECONDS = 120;
/** A state that no interpreter was ever in: asked for what changed since then, it answers at once. */
const NEVER = -1;
const NO_FILES = { update: { put: [], removed: [] }, load: async () => new Uint8Array() };
/** Too deep for the stack: a trap, after which the interpreter cannot go on. */
const DEADLY = 'y = 0\nfor _ in range(10**5): y = (y,)\nhash(y)';

export class Stopwatch extends DurableObject<BenchEnv> implements StopwatchApi {
  async bareBoot(): Promise<BareBoot> {
    const started = performance.now();
    const kernel = await this.#boot();
    const booted = performance.now();
    await this.#cell(kernel, '1', { id: 1, mostPages: 0, since: NEVER });
    return { boot: booted - started, cell: performance.now() - booted };
  }

  async bareCells(code: string, takesState: boolean, repetition: Repetition): Promise<readonly number[]> {
    const kernel = await this.#boot();
    await this.#cell(kernel, code, { id: 0, mostPages: Number.MAX_SAFE_INTEGER });
    let id = 0;
    return timed(repetition, async () => {
      const since = takesState ? id++ : NEVER;
      await this.#cell(kernel, code, { id, since, mostPages: Number.MAX_SAFE_INTEGER });
    });
  }

  async state(code: string): Promise<StateFigures> {
    const kernel = await this.#boot();
    await this.#cell(kernel, code, { id: 1, mostPages: 0, since: NEVER });
    const chunks: StateChunk[] = [];
    const started = performance.now();
    const state = await kernel.takeState({ id: 1, mostPages: Number.MAX_SAFE_INTEGER });
    if (state.kind !== 'taken') throw new Error(`The state was not taken: ${JSON.stringify(state)}`);
    let batch: StateBatch = state;
    chunks.push(...batch.chunks);
    while (batch.header === undefined) {
      batch = await kernel.takeMore();
      chunks.push(...batch.chunks);
    }
    const taken = performance.now();
    const { header } = batch;
    const fresh = await this.#boot();
    const booted = performance.now();
    await fresh.beginRestore(header);
    for (const chunk of chunks) await fresh.writeChunks([chunk]);
    await fresh.endRestore(1);
    const restoreMs = performance.now() - booted;
    const bytes = chunks.reduce((sum, { pages, data }) => sum + pages.byteLength + data.length, 0);
    return { takeMs: taken - started, restoreMs, bytes };
  }

  async ask(name: string, question: Question, repetition: Repetition = ONCE): Promise<readonly number[]> {
    const session = this.env.PYTHON_SESSION.getByName(name);
    return timed(repetition, () => answer(session, question));
  }

  async stdout(name: string, code: string): Promise<string> {
    return (await runCell(this.env.PYTHON_SESSION.getByName(name), code)).stdout;
  }

  async kill(name: string): Promise<void> {
    const session = this.env.PYTHON_SESSION.getByName(name);
    const { status } = await session.run({ code: DEADLY, timeoutSeconds: TIMEOUT_SECONDS });
    if (status !== 'died') throw new Error(`The interpreter lives: ${status}`);
  }

  async heap(name: string): Promise<number> {
    return (await this.env.PYTHON_SESSION.getByName(name).info()).heapBytes;
  }

  async erase(name: string): Promise<void> {
    await this.env.PYTHON_SESSION.getByName(name).erase();
  }

  async #boot(): Promise<Fetcher<PythonKernel>> {
    this.ctx.facets.abort(FACET, new Error('The next one is measured.'));
    const kernel = this.ctx.facets.get<PythonKernel>(FACET, async () => ({ class: await newIsolate(this.env) }));
    await kernel.start([]);
    return kernel;
  }

  async #cell(kernel: Fetcher<PythonKernel>, code: string, state: StateRequest): Promise<void> {
    const { outcome } = await kernel.run({ code, timeoutSeconds: TIMEOUT_SECONDS }, NO_FILES, state);
    if (outcome.status !== 'ok') throw new Error(`The cell failed: ${outcome.message}`);
  }
}

async function answer(session: PythonSessionApi, question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'run':
      return runCell(session, question.code);
    case 'evaluate': {
      const result = await session.evaluate({ program: question.program, stepLimit: 1_000_000 });
      if (result.status !== 'ok') throw new Error(`The evaluation failed: ${result.status}`);
      return result;
    }
    case 'complete': {
      const { matches } = await session.complete(question);
      if (matches.length === 0) throw new Error('There was nothing to complete.');
      return matches;
    }
    case 'inspect': {
      const { object } = await session.inspect({ ...question, withSource: false });
      if (object === undefined) throw new Error('There was nothing to inspect.');
      return object;
    }
    case 'variables':
      return session.variables();
    case 'describe':
      return session.describe();
  }
}

async function runCell(session: PythonSessionApi, code: string): Promise<CellResult> {
  const result = await session.run({ code, timeoutSeconds: TIMEOUT_SECONDS });
  if (result.status !== 'ok') throw new Error(`The cell failed: ${result.status} ${result.message ?? ''}`);
  return result;
}

/** Milliseconds of `work`, one figure for each round. */
async function timed({ rounds, each }: Repetition, work: () => Promise<unknown>): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (let index = 0; index < each; index++) await work();
    samples.push((performance.now() - started) / each);
  }
  return samples;
}

export default {
  fetch(): Response {
    return new Response('Benchmarks are reached by RPC only.\n', { status: 404 });
  },
} satisfies ExportedHandler;
