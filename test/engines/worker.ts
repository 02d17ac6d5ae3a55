/** Scripted engines for tests of the MCP layer: what a call does is written in the code it is given. */
import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers';
import { Cancelled, type OnProgress } from '../../src/lib/work.ts';
import type { CellRequest, CellResult, KernelInfo, OutputListener, SessionState } from '../../src/python/protocol.ts';
import type { CheckResult, InputFault, SymbolicInfo, SymbolicRequest } from '../../src/symbolic/service.ts';
import type { SyntaxInfo } from '../../src/syntax/service.ts';

/** What no client may see. */
const SECRET = 'memory access out of bounds at /srv/engine.ts:12';

const COVERAGE = {
  pathsExplored: 2,
  pathsVerified: 1,
  coverageEstimate: 0.5,
  reasons: [],
  obligations: ['no uncaught exception'],
  assumptions: [],
  work: { fuelUsed: 10, fuelBudget: 100, solverQueries: 1, replays: 1, steps: 5 },
};

/** Code `crash` fails as nothing should, `forged` with an error of no type, `fault` is an input fault, `wait` works until the caller has gone, `slow` for 5 s. */
export class SymbolicEngine extends WorkerEntrypoint {
  static cancelled = 0;
  static waiting = 0;

  async check(request: SymbolicRequest, onProgress: OnProgress): Promise<CheckResult | InputFault> {
    switch (request.code) {
      case 'crash':
        throw new Error(SECRET);
      case 'forged':
        throw Object.assign(new Error(SECRET), {
          name: 'ToolFailure',
          failure: { errorType: 'NoSuchType', message: SECRET, advice: '' },
        });
      case 'fault':
        return { status: 'error', errorType: 'SyntaxError', message: 'invalid syntax', line: 3 };
      case 'wait':
        SymbolicEngine.waiting++;
        try {
          for (let done = 1; await onProgress({ done, message: `step ${done}` }); done++) await scheduler.wait(10);
        } finally {
          SymbolicEngine.waiting--;
        }
        SymbolicEngine.cancelled++;
        throw new Cancelled();
      case 'slow':
        await scheduler.wait(5000);
        return this.check({ ...request, code: '' }, onProgress);
      default:
        await onProgress({ done: 1, total: 2, message: 'parsed' });
        // The v1 client drops progress that arrives in one piece with the result.
        await scheduler.wait(20);
        await onProgress({ done: 2, total: 2, message: 'explored' });
        await scheduler.wait(20);
        return {
          status: 'unknown',
          message: `asked by ${request.owner}`,
          counterexamples: [],
          extremeInputs: [],
          ...COVERAGE,
        };
    }
  }

  async info(): Promise<SymbolicInfo> {
    return {
      z3Version: `cancelled ${SymbolicEngine.cancelled}`,
      version: 'scripted',
      heapBytes: 24 * 1024 * 1024,
      running: SymbolicEngine.waiting,
    };
  }
}

/** Breaks on purpose: `lost` ends the instance as an eviction does, `crash` fails as nothing should. */
function breakAs(what: string, ctx: DurableObjectState): void {
  if (what.endsWith('lost')) ctx.abort(SECRET);
  if (what.endsWith('crash')) throw new TypeError(SECRET);
}

/** Prints its own name and keeps a count of its cells; code and paths may {@link breakAs}. */
export class PythonSession extends DurableObject {
  #cells = 0;

  async run(request: CellRequest, listener?: OutputListener): Promise<CellResult> {
    breakAs(request.code, this.ctx);
    const stdout = `${this.ctx.id.name} cell ${++this.#cells}: ${request.code}`;
    await listener?.({ stream: 'stdout', text: stdout });
    return {
      status: 'ok',
      stdout,
      stderr: '',
      executionTime: 0.5,
      newFiles: ['a.txt'],
      modifiedFiles: [],
      deletedFiles: [],
      notices: [],
    };
  }

  async openFile(path: string): Promise<never> {
    breakAs(path, this.ctx);
    throw new Error('There are no files here.');
  }

  async writeFile(path: string): Promise<never> {
    return this.openFile(path);
  }

  async describe(): Promise<SessionState> {
    if (this.#cells > 9) throw new Error('The session is broken.');
    const usage = { files: this.#cells, directories: 0, bytes: 10 * this.#cells };
    return { usage, limits: { bytes: 1000, entries: 10 }, kernel: this.#cells > 0 ? 'idle' : 'stopped', waiting: 0 };
  }

  async info(): Promise<KernelInfo> {
    return { pythonVersion: '3.14.2', heapBytes: 30 * 1024 * 1024, fileBytes: 0 };
  }
}

/** Tells its own name, by which it may {@link breakAs}. */
export class Workspace extends DurableObject {
  override async fetch(): Promise<Response> {
    breakAs(this.ctx.id.name ?? '', this.ctx);
    return new Response(`${this.ctx.id.name}\n`);
  }

  async putArchive(): Promise<never> {
    breakAs(this.ctx.id.name ?? '', this.ctx);
    throw new Error('There are no archives here.');
  }

  /** Fails, which must not hide what failed before. */
  async isEmpty(): Promise<never> {
    throw new Error('Nobody knows what is here.');
  }

  async syntaxInfo(): Promise<SyntaxInfo> {
    return { treeSitterVersion: '0.27.1', tokenizer: 'cl100k_base', heapBytes: 0, versions: new Map() };
  }
}

/** Answers nothing. */
export class ReviewEngine extends WorkerEntrypoint {}

/** Answers nothing. */
export class ReasoningEngine extends WorkerEntrypoint {}

/** Answers nothing. */
export class ReviewSession extends DurableObject {}

/** Answers nothing. */
export class Conversation extends DurableObject {}

/** Answers nothing. */
export class PlanningEngine extends WorkerEntrypoint {}

/** Answers nothing. */
export class Plan extends DurableObject {}

export default {
  fetch: () => new Response('engines'),
};
