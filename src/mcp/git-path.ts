/** Addresses of workspaces for git. */
import type { Principal } from '../auth/principal.ts';

/** Where git finds a workspace of whoever asks. */
export function gitPath({ organisation }: Pick<Principal, 'organisation'>, workspace: string): string {
  return `/git/${organisation === undefined ? '' : `${organisation.name}/`}${workspace}`;
}
