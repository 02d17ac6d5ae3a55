/** Which files of `queries/` make up the query of a language. */
import type { ParsedLanguage } from '../../src/syntax/grammar.ts';

const SHARED: Partial<Record<ParsedLanguage, readonly string[]>> = {
  javascript: ['ecmascript', 'javascript', 'jsx'],
  typescript: ['ecmascript', 'typescript'],
  tsx: ['ecmascript', 'typescript', 'jsx'],
  cpp: ['c', 'cpp'],
};

/** Names of files without `.scm`, in their order. */
export function queryParts(language: ParsedLanguage): readonly string[] {
  return SHARED[language] ?? [language];
}

/** The query of a language, from the contents of all files by their names. */
export function queryOf(language: ParsedLanguage, contents: ReadonlyMap<string, string>): string {
  return queryParts(language)
    .map((name) => contents.get(name) ?? '')
    .join('\n');
}
