/** Who refers to a symbol, as the index of a workspace knows it. */
import { asToolFailure } from '../../lib/errors.ts';
import type { WorkspaceApi } from '../../workspace/api.ts';
import type { ReferencePlace, References } from './change.ts';

/** Places that one question gives. */
const MOST_PLACES = 500;

/**
 * The references of the commit that the workspace has indexed: by its graph of symbols; where that does not know the symbol, because the commit
 * is the one after the change, those that have the word (`certainty: 'name'`).
 */
export function indexedReferences(workspace: Pick<WorkspaceApi, 'findReferences' | 'searchCode'>): References {
  return {
    async to(name, file) {
      try {
        const request = { name, file, approximate: true, limit: MOST_PLACES, offset: 0 };
        const { references, total, unread } = await workspace.findReferences(request);
        const places = references.map(({ path, line, kind, certainty }): ReferencePlace => {
          return { path, line, kind, certainty: certainty === 'resolved' ? 'resolved' : 'name' };
        });
        return { places: places.sort(byPlace), complete: unread === 0 && total <= MOST_PLACES };
      } catch (error) {
        if (asToolFailure(error)?.failure.errorType !== 'SYMBOL_NOT_FOUND') throw error;
        return named(workspace, name.slice(name.lastIndexOf('.') + 1));
      }
    },
  };
}

/** Lines that have the name as a word. */
async function named(workspace: Pick<WorkspaceApi, 'searchCode'>, name: string) {
  const wishes = {
    paths: [],
    excludePaths: [],
    fileTypes: [],
    pattern: name,
    regex: false,
    caseSensitive: true,
    wholeWord: true,
    contextLines: 0,
    maxResults: MOST_PLACES,
  };
  const { matches, totalMatches, filesLeft } = await workspace.searchCode(wishes);
  const places = matches.map(
    ({ file, line }): ReferencePlace => ({ path: file, line, kind: 'use', certainty: 'name' }),
  );
  return { places: places.sort(byPlace), complete: filesLeft === 0 && totalMatches <= matches.length };
}

function byPlace(left: ReferencePlace, right: ReferencePlace): number {
  return left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1;
}
