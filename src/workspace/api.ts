/** What other engines may use of this one. */
export { pathFilter } from './path-filter.ts';
