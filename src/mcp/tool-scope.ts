/** Which scope the call of a tool needs. */
import type { Scope } from '../auth/scope.ts';
import type { SafetyHints, Toolset } from './define-tool.ts';

/** What decides. */
interface ScopeFacts {
  readonly annotations: SafetyHints;
  readonly toolset: Toolset;
  readonly endsWorkspace?: boolean;
  readonly runsCode?: boolean;
}

/**
 * Read off the safety hints, and off the toolset where they cannot tell what is read or changed:
 * - the symbolic engine, and what says so of itself, runs code whatever its hints say: `run`
 * - else what is read-only: `read`
 * - what changes Python sessions, which is what code that runs there may do too: `run`
 * - what changes reviews in the background or conversations, which run code, or certifications, which may ask a model: `run`
 * - what changes repositories or plans: `write`
 * - what ends a whole workspace, which its hints call as destructive as the deletion of one file: `admin`
 * - what changes anything else, so that it concerns the account: `admin`
 */
export function scopeOf({ annotations, toolset, endsWorkspace = false, runsCode = false }: ScopeFacts): Scope {
  if (toolset === 'symbolic' || runsCode) return 'run';
  if (annotations.readOnlyHint) return 'read';
  if (endsWorkspace) return 'admin';
  switch (toolset) {
    case 'python':
    case 'reasoning':
    case 'review':
    case 'scaffolds':
      return 'run';
    case 'context':
    case 'planning':
      return 'write';
    case 'health':
      return 'admin';
  }
}
