/** Calls an analyzer's Worker with the files of a request, as a review does. Never deployed. */
import type { AnalyzerApi } from '../../src/review/static/service.ts';
import type { MemoryAnswer, MemoryRequest } from './analyzer-request.ts';

export default {
  async fetch(request, { ANALYZER }): Promise<Response> {
    const { checked, texts } = await request.json<MemoryRequest>();
    const files = checked.map((path) => ({ path, text: texts[path] ?? '' }));
    const answer = await ANALYZER.check({ files, paths: Object.keys(texts) }, async (paths) =>
      paths.map((path) => texts[path]),
    );
    const { heapBytes = 0 } = await ANALYZER.info();
    const { diagnostics, notes } = answer;
    return Response.json({ diagnostics: diagnostics.length, notes, heapBytes } satisfies MemoryAnswer);
  },
} satisfies ExportedHandler<{ readonly ANALYZER: AnalyzerApi }>;
