/** Which scopes the call of a tool needs. */
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
 * Read off the safety hints, and off the toolset where they cannot tell what is read or changed. What does several things needs the scope
 * of each:
 * - the symbolic engine, and what says so of itself, runs code whatever its hints say: `run`
 * - what is not read-only changes something: {@link changeScope}
 * - what does neither reads: `read`
 */
export function scopesOf(facts: ScopeFacts): readonly Scope[] {
  const { annotations, toolset, runsCode = false } = facts;
  const needed = new Set<Scope>();
  if (toolset === 'symbolic' || runsCode) needed.add('run');
  if (!annotations.readOnlyHint) needed.add(changeScope(facts));
  return needed.size === 0 ? ['read'] : [...needed];
}

/**
 * What a change needs:
 * - of Python sessions, which code that runs there may change, too: `run`
 * - of reviews in the background or conversations, which run code, or of certifications, which may ask a model: `run`
 * - of repositories or plans: `write`
 * - the end of a whole workspace, which its hints call as destructive as the deletion of one file: `admin`
 * - of anything else, so that it concerns the account: `admin`
 */
function changeScope({ toolset, endsWorkspace = false }: ScopeFacts): Scope {
  if (endsWorkspace) return 'admin';
  switch (toolset) {
    case 'python':
    case 'reasoning':
    case 'review':
    case 'scaffolds':
    case 'symbolic':
      return 'run';
    case 'context':
    case 'planning':
      return 'write';
    case 'health':
      return 'admin';
  }
}
