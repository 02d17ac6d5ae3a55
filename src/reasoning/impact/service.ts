/** Who is hit when files change: what is asked and answered. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { Unseen } from '../service.ts';

/** Ways to be hit. */
export const IMPACT_TYPES = ['breaking', 'performance', 'behavioral'] as const;
export type ImpactType = (typeof IMPACT_TYPES)[number];

/** What systems share by nothing but its name. */
export type SharedKind = 'endpoint' | 'environment' | 'table' | 'queue';

/** Whether a place makes it there for others (a route, a published message, a written row), or rests on it. */
export type Role = 'provides' | 'uses';

/** A name that a place shares with others. */
export interface SharedName {
  readonly kind: SharedKind;
  /** Of an endpoint its path, with `{}` for each parameter. */
  readonly name: string;
  /** Of an endpoint, in capitals; `ANY` where the source says none. */
  readonly method?: string;
  readonly role: Role;
  /** By what it is recognized: `Express`, `process.env`, `SQL`. */
  readonly by: string;
  /** 1-based. */
  readonly line: number;
}

/** Asks who is hit. */
export interface ImpactRequest {
  readonly owner: UserId;
  readonly workspace: string;
  /** The files that change: paths of the workspace. */
  readonly files: readonly string[];
  /** Further workspaces of the user in which shared names are looked for; the first one is always looked at. */
  readonly others: readonly string[];
  /** `GET /users/{id}` or `/users/:id`. */
  readonly endpoints: readonly string[];
  readonly types: readonly ImpactType[];
  /** Calls between a caller and what changes, from 1 to 5. */
  readonly depth: number;
}

/** How a place is known to be hit: a resolved reference, a name that is the same, or a path that fits a route. */
export type Certainty = 'resolved' | 'name' | 'path';

/** A place that is hit. */
export interface Impact {
  readonly type: ImpactType;
  readonly workspace: string;
  readonly path: string;
  readonly line: number;
  /** The definition around the place, scope included. */
  readonly within?: string;
  /** What it rests on: a symbol of a changed file, or a shared name. */
  readonly of: string;
  readonly why: string;
  readonly certainty: Certainty;
  /** Calls between it and what changes; absent where none is between. */
  readonly distance?: number;
  readonly isTest: boolean;
}

/** Who is hit. */
export interface ImpactAnswer {
  /** The commit that each workspace's places are of; without one, the workspace is empty. */
  readonly commits: readonly { readonly workspace: string; readonly commit?: string }[];
  /** Definitions of the changed files that were followed. */
  readonly symbols: readonly { readonly path: string; readonly name: string; readonly line: number }[];
  /** What the changed files share by name. */
  readonly shared: readonly (SharedName & { readonly path: string })[];
  /** Resolved ones first, then by workspace, path and line. */
  readonly impacts: readonly Impact[];
  readonly unseen: readonly Unseen[];
}

/** Method of the engine. */
export interface ImpactApi {
  /** Who is hit. Throws `ToolFailure` for a file that is not there, and `Cancelled`. */
  impact(request: ImpactRequest, onProgress: OnProgress): Promise<ImpactAnswer>;
}
