/** Versions of what derives the facts of files, by language: what changes for one language concerns its files only. */
import { fingerprint } from '../lib/fingerprint.ts';
import { LANGUAGES_IN } from './documents/languages-in.ts';
import type { ParsedLanguage } from './grammar.ts';
import { LANGUAGE_TABLES } from './languages.ts';
import { DOCUMENTS, LANGUAGES, type Language } from './service.ts';
import { TOKENIZER } from './tokens.ts';

/**
 * Raised when this folder makes other facts of the same tree or text: extraction, chunking, the limits of work. Grammars, queries and
 * names of languages count by themselves. versions.test.ts notices.
 */
export const ANALYSIS = 6;

/** From the hashes of the built modules by their file names, and the queries. */
export function languageVersions(
  modules: ReadonlyMap<string, string>,
  queries: ReadonlyMap<ParsedLanguage, string>,
): ReadonlyMap<Language, string> {
  const core = modules.get('web-tree-sitter.wasm');
  const parsed = LANGUAGES.map((language): [Language, string] => [
    language,
    fingerprint([ANALYSIS, TOKENIZER, core, modules.get(`${language}.wasm`), queries.get(language)]),
  ]);
  // A file that is text may be one of a language that is known by now.
  const text = fingerprint([ANALYSIS, TOKENIZER, LANGUAGE_TABLES]);
  const documents = DOCUMENTS.map((kind): [Language, string] => {
    const read = parsed.filter(([language]) => LANGUAGES_IN[kind].some((each) => each === language));
    return [kind, read.length === 0 ? text : fingerprint([text, read])];
  });
  return new Map([...parsed, ...documents, ['text', text]]);
}
