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

/** Servers take turns: two of them do not fit into the memory of an isolate. */
let last: Promise<unknown> = Promise.resolve();

/** The Worker's interface; see {@link AnalyzerApi}. */
export class PyrightEngine extends WorkerEntrypoint implements AnalyzerApi {
  async check(request: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    const turn = last.then(() => check(request, read));
    last = turn.catch(() => undefined);
    return await turn;
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
