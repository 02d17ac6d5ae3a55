/** What other engines may use of this one. */
export { programLanguageOf } from './languages.ts';
