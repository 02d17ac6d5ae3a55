/** What a file says, before tokens are counted. */
import type { Lines } from './lines.ts';
import type { Chunk, FileFacts } from './service.ts';
import { chunkLines } from './text-chunks.ts';

/** The facts of a file but for its language and size. */
export interface Structure extends Omit<FileFacts, 'language' | 'lines' | 'chunks'> {
  readonly chunks: readonly Omit<Chunk, 'tokens'>[];
}

/** Of a text that nothing is known of. */
export function textStructure(lines: Lines): Structure {
  const chunks = lines.count === 0 ? [] : chunkLines(lines, { lineStart: 1, lineEnd: lines.count });
  return {
    chunks: chunks.map((range) => ({ ...range, scope: '' })),
    symbols: [],
    references: [],
    imports: [],
    damaged: false,
  };
}
