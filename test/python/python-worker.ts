/** The Python Worker alone, in workerd: sessions through their objects' own methods. */
import { expect, vi } from 'vitest';
import { configOf } from '../../scripts/lib/workers.ts';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import type { CellResult, PythonSessionApi } from '../../src/python/protocol.ts';
import { createHarness } from '../harness.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';

interface Bindings {
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

/** Makes the Worker; `listen` starts it. */
export function createPythonWorker() {
  const python = { configPath: configOf('lemma-python') };
  const server = createHarness({ root: ROOT, workers: [python, workspacesStandIn] });
  let sessions: Bindings['PYTHON_SESSION'] | undefined;

  async function connect(): Promise<void> {
    sessions = (await server.getWorker<Bindings>().getEnv()).PYTHON_SESSION;
  }

  function session(name: string): PythonSessionApi {
    if (sessions === undefined) throw new Error('The Worker does not listen yet.');
    return sessions.getByName(name);
  }

  return {
    session,
    async listen(): Promise<void> {
      await server.listen();
      await connect();
    },
    /** Ends every object and isolate; what is stored stays. */
    async restart(): Promise<void> {
      await server.update((options) => options);
      await connect();
    },
    close: () => server.close(),
    /** Waits until a session's interpreter works, and that many cells wait for it; at most 30 s. */
    async untilBusy(name: string, waiting = 0): Promise<void> {
      const busy = { kernel: 'busy', waiting };
      const options = { timeout: 30_000, interval: 10 };
      await vi.waitFor(async () => expect(await session(name).describe()).toMatchObject(busy), options);
    },
    /** The database of a session. */
    storage: (name: string) => server.getWorker().getDurableObjectStorage('PythonSession', { name }),
    /** Runs a cell in a session. */
    run: (name: string, code: string, timeoutSeconds = 60): Promise<CellResult> =>
      session(name).run({ code, timeoutSeconds }),
  };
}
