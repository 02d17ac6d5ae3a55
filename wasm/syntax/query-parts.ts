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
  const parts = queryParts(language).map((name) => {
    const content = contents.get(name);
    if (content === undefined) throw new Error(`There is no file queries/${name}.scm.`);
    return content;
  });
  return parts.join('\n');
}
