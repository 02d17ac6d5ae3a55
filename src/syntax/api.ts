/** What other engines may use of this one. */
export { languageOf, programLanguageOf } from './languages.ts';
