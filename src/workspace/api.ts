/** What other engines may use of this one. */
export { compilePattern } from './code-search/pattern.ts';
export { scanText } from './code-search/scan.ts';
export type { CodeMatch } from './code-search/service.ts';
export type { CommitResult, TreeFile } from './files/service.ts';
export { pathFault } from './git/paths.ts';
export type { CallEdge, CallGraphAnswer, CallNode, CallPlace, ReferenceEntry, SymbolEntry } from './graph/service.ts';
export { pathFilter } from './path-filter.ts';
export type { SearchHit } from './search/service.ts';
export type { WorkspaceApi } from './service.ts';
