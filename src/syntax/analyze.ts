/** The structure of one file: what the syntax Worker answers. */
import { chunkTree, withScopes } from './chunk.ts';
import { type Extracted, extract } from './extract.ts';
import type { Grammars } from './grammar.ts';
import { languageOf } from './languages.ts';
import { Lines } from './lines.ts';
import type { Chunk, FileFacts, SourceFile } from './service.ts';
import { chunkLines } from './text-chunks.ts';
import { countTokens } from './tokens.ts';

interface Structure extends Omit<Extracted, 'scopes' | 'joined'> {
  readonly chunks: readonly Omit<Chunk, 'tokens'>[];
  readonly damaged: boolean;
}

/**
 * The facts of a file. One whose parsing takes more work than its size deserves, such as a megabyte of open brackets, is cut as
 * a text and `damaged`.
 */
export async function analyze(file: SourceFile, grammars: Grammars): Promise<FileFacts> {
  const language = languageOf(file);
  const lines = new Lines(file.text);
  const parsed =
    language === 'text'
      ? undefined
      : await grammars.read(language, file.text, (text): Structure => {
          const { scopes, joined, ...facts } = extract(text, lines, language);
          const chunks = withScopes(chunkTree(text.root, lines, joined), scopes, lines);
          return { ...facts, chunks, damaged: text.root.hasError };
        });
  const structure = parsed ?? structureOfText(lines, language !== 'text');
  const chunks = structure.chunks.map((chunk) => ({
    ...chunk,
    tokens: countTokens(lines.slice(chunk.lineStart, chunk.lineEnd)),
  }));
  return { language, lines: lines.count, ...structure, chunks };
}

function structureOfText(lines: Lines, damaged: boolean): Structure {
  const chunks = lines.count === 0 ? [] : chunkLines(lines, { lineStart: 1, lineEnd: lines.count });
  return {
    chunks: chunks.map((range) => ({ ...range, scope: '' })),
    symbols: [],
    references: [],
    imports: [],
    damaged,
  };
}
