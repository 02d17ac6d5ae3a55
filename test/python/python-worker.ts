/** The Python Worker alone, in workerd: sessions through their objects' own methods. */
import { expect } from 'vitest';
import { configOf } from '../../scripts/lib/workers.ts';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import type { CellResult, PythonSessionApi } from '../../src/python/protocol.ts';
import { createHarness } from '../harness.ts';
import { until } from '../until.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';
import type { Line } from './caller.ts';
import { type Cell, follow } from './held-cells.ts';

/** Calls the sessions as the front does: functions cross no boundary between this process and a Worker. */
const CALLER = {
  name: 'caller',
  main: 'test/python/caller.ts',
  compatibility_date: '2026-11-01',
  durable_objects: { bindings: [{ name: 'PYTHON_SESSION', class_name: 'PythonSession', script_name: 'lemma-python' }] },
};

interface Bindings {
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

/** Makes the Worker; `listen` starts it. */
export function createPythonWorker() {
  const python = { configPath: configOf('lemma-python') };
  const server = createHarness({ root: ROOT, workers: [{ config: CALLER }, python, workspacesStandIn] });
  let caller = new URL('http://127.0.0.1');
  let sessions: Bindings['PYTHON_SESSION'] | undefined;

  async function connect(): Promise<void> {
    caller = (await server.listen()).url;
    sessions = (await server.getWorker<Bindings>('lemma-python').getEnv()).PYTHON_SESSION;
  }

  function session(name: string): PythonSessionApi {
    if (sessions === undefined) throw new Error('The Worker does not listen yet.');
    return sessions.getByName(name);
  }

  return {
    session,
    listen: connect,
    /** Ends every object and isolate; what is stored stays. */
    async restart(): Promise<void> {
      await server.update((options) => options);
      await connect();
    },
    close: () => server.close(),
    /** Waits until a session's interpreter works, and that many cells wait for it. */
    async untilBusy(name: string, waiting = 0): Promise<void> {
      const busy = { kernel: 'busy', waiting };
      await until(async () => expect(await session(name).describe()).toMatchObject(busy), 10);
    },
    /** Begins a cell that prints `begun`. Resolves when it has. */
    async begin(name: string, code: string, id?: string): Promise<Cell<CellResult>> {
      const query = new URLSearchParams({ session: name, ...(id !== undefined && { id }) });
      const request = { method: 'POST', body: code };
      const cell = follow(fetch(new URL(`?${query}`, caller), request), resultIn);
      await cell.begun;
      return cell;
    },
    /** The database of a session. */
    storage: (name: string) => server.getWorker('lemma-python').getDurableObjectStorage('PythonSession', { name }),
    /** Runs a cell in a session. */
    run: (name: string, code: string, timeoutSeconds = 60): Promise<CellResult> =>
      session(name).run({ code, timeoutSeconds }),
  };
}

function resultIn(lines: string): CellResult {
  const last: Line = JSON.parse(lines.trim().split('\n').at(-1) ?? '');
  if (!('result' in last)) throw new Error(`There is no result: ${lines}`);
  return last.result;
}
