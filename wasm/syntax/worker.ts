/** The syntax Worker: structure of source files and counts of tokens, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import type { FileFacts, SourceFile, SyntaxApi, SyntaxInfo } from '../../src/syntax/service.ts';
import { chunkLines } from '../../src/syntax/text-chunks.ts';

/** The Worker's interface; see {@link SyntaxApi}. */
export class SyntaxEngine extends WorkerEntrypoint implements SyntaxApi {
  async analyze(files: readonly SourceFile[]): Promise<readonly FileFacts[]> {
    return files.map(({ text }) => {
      const lines = text.split('\n');
      if (lines.at(-1) === '') lines.pop();
      const chunks = chunkLines(lines, { lineStart: 1, lineEnd: lines.length }).map((range) => ({
        ...range,
        scope: '',
        tokens: countTokens(lines.slice(range.lineStart - 1, range.lineEnd).join('\n')),
      }));
      return {
        language: 'text',
        lines: lines.length,
        chunks,
        symbols: [],
        references: [],
        imports: [],
        damaged: false,
      };
    });
  }

  async countTokens(texts: readonly string[]): Promise<readonly number[]> {
    return texts.map((text) => countTokens(text));
  }

  async info(): Promise<SyntaxInfo> {
    return { treeSitterVersion: 'none', tokenizer: 'cl100k_base', heapBytes: 0 };
  }
}

export default {
  fetch(): Response {
    return new Response('The syntax engine is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
