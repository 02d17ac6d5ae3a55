/** The Worker of Biome, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import manifest from '../../package.json' with { type: 'json' };
import type {
  AnalyzerApi,
  AnalyzerInfo,
  CheckAnswer,
  CheckRequest,
  ReadFiles,
} from '../../src/review/static/service.ts';
import module from './build/biome.wasm';
import { Biome } from './check.ts';

const biome = new Biome(module);

/** The Worker's interface; see {@link AnalyzerApi}. */
export class BiomeEngine extends WorkerEntrypoint implements AnalyzerApi {
  async check(request: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    return await biome.check(request, read);
  }

  async info(): Promise<AnalyzerInfo> {
    return { version: manifest.devDependencies['@biomejs/wasm-web'], heapBytes: biome.heapBytes };
  }
}

export default {
  fetch(): Response {
    return new Response('Biome is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
