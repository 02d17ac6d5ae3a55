/** The structure of one file: what the syntax Worker answers. */
import { chunkTree, withScopes } from './chunk.ts';
import { analyzeDocument } from './documents/analyze-document.ts';
import { extract } from './extract.ts';
import type { Grammars, ParsedLanguage } from './grammar.ts';
import { languageOf } from './languages.ts';
import { Lines } from './lines.ts';
import type { FileFacts, Language, SourceFile } from './service.ts';
import { type Structure, textStructure } from './structure.ts';
import { countTokens } from './tokens.ts';

/**
 * The facts of a file. One whose parsing takes more work than its size deserves, such as a megabyte of open brackets, is cut as
 * a text and `damaged`.
 */
export async function analyze(file: SourceFile, grammars: Grammars): Promise<FileFacts> {
  const language = languageOf(file);
  const lines = new Lines(file.text);
  const structure = await structureOf(language, lines, grammars);
  const chunks = structure.chunks.map((chunk) => ({
    ...chunk,
    tokens: countTokens(lines.slice(chunk.lineStart, chunk.lineEnd)),
  }));
  return { language, lines: lines.count, ...structure, chunks };
}

async function structureOf(language: Language, lines: Lines, grammars: Grammars): Promise<Structure> {
  switch (language) {
    case 'text':
      return textStructure(lines);
    case 'markdown':
    case 'notebook':
    case 'vue':
    case 'svelte':
      return analyzeDocument(language, lines, grammars);
    default:
      return (await programStructure(language, lines, grammars)) ?? { ...textStructure(lines), damaged: true };
  }
}

function programStructure(language: ParsedLanguage, lines: Lines, grammars: Grammars): Promise<Structure | undefined> {
  return grammars.read(language, lines.text, (text): Structure => {
    const { scopes, joined, ...facts } = extract(text, lines, language);
    const chunks = withScopes(chunkTree(text.root, lines, joined), scopes, lines);
    return { ...facts, chunks, damaged: text.root.hasError };
  });
}
