/** The Worker of Ruff, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  AnalyzerApi,
  AnalyzerInfo,
  CheckAnswer,
  CheckRequest,
  ReadFiles,
} from '../../src/review/static/service.ts';
import module from './build/ruff.wasm';
import { Ruff } from './check.ts';

const ruff = new Ruff(module);

/** The Worker's interface; see {@link AnalyzerApi}. */
export class RuffEngine extends WorkerEntrypoint implements AnalyzerApi {
  async check(request: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    return await ruff.check(request, read);
  }

  async info(): Promise<AnalyzerInfo> {
    return { version: ruff.version, heapBytes: ruff.heapBytes };
  }
}

export default {
  fetch(): Response {
    return new Response('Ruff is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
