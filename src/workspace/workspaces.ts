/** A user's workspaces: which there are. */
import type { WorkspaceApi } from './service.ts';

/** The workspace that every user has, and that is meant where none is named. */
export const DEFAULT_WORKSPACE = 'default';

/** What names look like. */
export const WORKSPACE_NAME = /^(?!.*\.(?:git|lock)$)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A workspace and the name it goes by. */
export interface OpenWorkspace {
  readonly name: string;
  readonly workspace: WorkspaceApi;
}

/** What is known of a workspace without asking it. */
export interface WorkspaceFacts {
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The workspaces of one user. All methods throw `ToolFailure` for a name that is malformed or does not resolve. */
export interface Workspaces {
  /** The workspace of that name, else the default one. */
  open(name?: string): OpenWorkspace;
  /**
   * As {@link open}; a name that is new makes a workspace, which is listed once it was found to hold something: {@link settle} it when what
   * was to fill it has ended. Throws when there are too many.
   */
  openOrCreate(name?: string): OpenWorkspace;
  /** {@link openOrCreate} for work that fills the workspace: when it fails, a new one that stayed empty is gone. */
  fill<Result>(name: string | undefined, work: (workspace: WorkspaceApi) => Promise<Result>): Promise<Result>;
  /** Lists a new workspace, without a name all of them, when something is in it, removes it when nothing is, and leaves it when it fails. */
  settle(name?: string): Promise<void>;
  /** All workspaces but new ones that are not settled, by name. */
  list(): readonly WorkspaceFacts[];
  /** Erases a workspace and removes it; the default one stays, empty. */
  erase(name: string): Promise<void>;
}
