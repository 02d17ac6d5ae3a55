/** What other engines may use of this one. */
export { compilePattern } from './code-search/pattern.ts';
export { scanText } from './code-search/scan.ts';
export { pathFault } from './git/paths.ts';
export { pathFilter } from './path-filter.ts';
