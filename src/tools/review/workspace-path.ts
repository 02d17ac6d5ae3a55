/** The parameter by which the review tools name a workspace. */
import { z } from 'zod';

/** Callers that know a workspace by its folder give its path. */
export const workspacePath = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe('Name of a workspace, or a path that ends in it. Without: only what the diff tells.');

/** The workspace that a path names: its last part. */
export function workspaceOfPath(path: string): string {
  const name = path
    .replace(/(?<![/\\])[/\\]+$/, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\.git$/, '');
  return name || path;
}
