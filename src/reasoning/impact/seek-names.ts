/** Who else names what files share, in any workspace of the user. */
import type { WorkspaceApi } from '../../workspace/api.ts';
import { endpointPath, fits, fixedPiece } from './endpoint-path.ts';
import type { Certainty, SharedName } from './service.ts';

/** A line elsewhere that names something shared. */
export interface NamedPlace {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly certainty: Exclude<Certainty, 'resolved'>;
  /** Whether the text fits the whole path of an endpoint rather than its end. */
  readonly isWhole: boolean;
}

/** What a search for one name gave. */
export interface NamedPlaces {
  readonly commit?: string;
  readonly places: readonly NamedPlace[];
  /** Why places may be missing. */
  readonly incomplete?: string;
}

/** Lines that one search reads. */
const MOST_LINES = 300;
/** Words that are in every program say nothing. */
const SHORTEST_NAME = 3;

/** The lines of a workspace that name it, as far as one search finds them. */
export async function seekName(
  workspace: Pick<WorkspaceApi, 'searchCode'>,
  shared: Pick<SharedName, 'kind' | 'name'>,
): Promise<NamedPlaces> {
  const { kind, name } = shared;
  const wanted = kind === 'endpoint' ? fixedPiece(name) : name;
  if (wanted === undefined || wanted.length < SHORTEST_NAME) {
    return { places: [], incomplete: `'${name}' is too short to be looked for.` };
  }
  const { matches, totalMatches, filesLeft, coverage } = await workspace.searchCode({
    paths: [],
    excludePaths: [],
    fileTypes: [],
    pattern: wanted,
    regex: false,
    caseSensitive: true,
    wholeWord: kind !== 'endpoint',
    contextLines: 0,
    maxResults: MOST_LINES,
  });
  const places = matches.flatMap(({ file, line, text }): readonly NamedPlace[] => {
    if (kind !== 'endpoint') {
      return namesIt(kind, wanted, file, text) ? [{ path: file, line, text, certainty: 'name', isWhole: true }] : [];
    }
    const found = pathsIn(text).map((path) => fits(name, path));
    if (!found.includes('whole') && !found.includes('end')) return [];
    return [{ path: file, line, text, certainty: 'path', isWhole: found.includes('whole') }];
  });
  const unread = filesLeft > 0 || totalMatches > matches.length;
  return {
    ...(coverage.commit !== undefined && { commit: coverage.commit }),
    places,
    ...(unread && { incomplete: `'${name}' stands in more lines than one search reads.` }),
  };
}

/** Whether a line uses the word as a name of that kind: a table within quotes or SQL, all others as a text or a key. */
function namesIt(kind: SharedName['kind'], name: string, path: string, text: string): boolean {
  const isSettings = /\.(?:ya?ml|toml|env(?:\.\w+)?|ini|properties|tf|json|sh|Dockerfile)$|Dockerfile|\.env/.test(path);
  if (kind === 'environment') return isSettings || /env|getenv|export\b|["'`]/i.test(text);
  if (kind === 'queue') return isSettings || /["'`]/.test(text);
  return (
    path.endsWith('.sql') ||
    new RegExp(String.raw`["'\x60]${name}["'\x60]|:${name}\b`).test(text) ||
    /\b(?:from|join|into|update|table|references)\b/i.test(text)
  );
}

/** Texts of a line that look like a path of an endpoint, in the one spelling. */
function pathsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/["'`]([^"'`\s]{0,300}\/[^"'`\s]{0,300})["'`]/g), ({ 1: path = '' }) =>
    endpointPath(path.replace(/\$\{[^}]{0,600}\}|%[sdv]|#\{[^}]{0,600}\}/g, '{}')),
  );
}
