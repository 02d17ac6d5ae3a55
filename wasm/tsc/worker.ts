/** The Worker of TypeScript's compiler, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  AnalyzerApi,
  AnalyzerInfo,
  CheckAnswer,
  CheckRequest,
  ReadFiles,
} from '../../src/review/static/service.ts';
import ts from './build/typescript.mjs';
import { check } from './check.ts';

/** The Worker's interface; see {@link AnalyzerApi}. */
export class TscEngine extends WorkerEntrypoint implements AnalyzerApi {
  async check(request: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    return await check(request, read);
  }

  async info(): Promise<AnalyzerInfo> {
    return { version: ts.version };
  }
}

export default {
  fetch(): Response {
    return new Response('TypeScript is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
