/** Builds what the tools of one user share from the Worker's bindings and settings. */
import { StoredWorkspaces } from '../context/stored-workspaces.ts';
import { StoredSessions } from '../python/stored-sessions.ts';
import { CATALOG } from './catalog.ts';
import type { CatalogEntry, ToolEnvironment } from './context.ts';
import { type EngineBindings, enginesOf } from './engines.ts';
import { StoredReports } from './stored-reports.ts';
import { pathsListing } from './surfaces.ts';

/** The bindings and settings that tools depend on. */
export interface ToolBindings extends EngineBindings {
  readonly SYMBOLIC_CODE_SIZE_LIMIT?: string;
}

const DEFAULT_CODE_SIZE_LIMIT = 64 * 1024;

const ENTRIES: readonly CatalogEntry[] = CATALOG.map((tool) => ({ tool, listedAt: pathsListing(tool) }));

/** The environment of `principal`'s calls; `sql` is the database of the user's space. */
export function createToolEnvironment(bindings: ToolBindings, principal: string, sql: SqlStorage): ToolEnvironment {
  const { symbolic, pythonSession, workspace } = enginesOf(bindings, principal);
  return {
    principal,
    symbolic,
    pythonSessions: new StoredSessions(sql, pythonSession),
    workspaces: new StoredWorkspaces(sql, workspace),
    reports: new StoredReports(sql),
    catalog: ENTRIES,
    codeSizeLimit: codeSizeLimitOf(bindings),
  };
}

/** Largest accepted source text of the symbolic tools, in bytes. */
export function codeSizeLimitOf({ SYMBOLIC_CODE_SIZE_LIMIT }: Pick<ToolBindings, 'SYMBOLIC_CODE_SIZE_LIMIT'>): number {
  const limit = Number(SYMBOLIC_CODE_SIZE_LIMIT);
  return limit > 0 ? limit : DEFAULT_CODE_SIZE_LIMIT;
}
