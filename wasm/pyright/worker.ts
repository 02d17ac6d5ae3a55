/** The Worker of basedpyright, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import manifest from '../../package.json' with { type: 'json' };
import type {
  AnalyzerApi,
  AnalyzerInfo,
  CheckAnswer,
  CheckRequest,
  ReadFiles,
} from '../../src/review/static/service.ts';
import { check } from './check.ts';
import { inTurn } from './turns.ts';

/** The Worker's interface; see {@link AnalyzerApi}. */
export class PyrightEngine extends WorkerEntrypoint implements AnalyzerApi {
  async check(request: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    // Two servers do not fit into the memory of an isolate.
    return await inTurn(() => check(request, read));
  }

  async info(): Promise<AnalyzerInfo> {
    return { version: manifest.devDependencies['browser-basedpyright'] };
  }
}

export default {
  fetch(): Response {
    return new Response('pyright is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
