/** Applies the commands of a push to the refs. */
import type { Oid } from '../object.ts';
import { refNameFault } from '../ref-name.ts';
import type { Refs } from '../refs.ts';
import type { Repository } from '../repository.ts';
import type { RefCommand } from './commands.ts';

/** What became of a command; without `error` it was done. */
export interface CommandResult extends RefCommand {
  /** git's words after `ng`. */
  readonly error?: string;
}

/** Branches that HEAD prefers. */
const PREFERRED = ['refs/heads/main', 'refs/heads/master'] as const;
const BRANCHES = 'refs/heads/';
/** Where refs of users are. */
const FOLDERS = [BRANCHES, 'refs/tags/', 'refs/notes/'] as const;

/**
 * Changes refs; deletions come first, so that `a` can give way to `a/b`. Results are in the order of the commands. A change that is no
 * fast-forward is done, as in a repository with git's default settings: git's client refuses it unless it is forced, and the protocol
 * does not tell which it was.
 */
export function updateRefs(repository: Repository, commands: readonly RefCommand[]): readonly CommandResult[] {
  const counts = Map.groupBy(commands, ({ name }) => name);
  const results = new Map<RefCommand, CommandResult>();
  const inOrder = [...commands].sort((left, right) => Number(left.to !== undefined) - Number(right.to !== undefined));
  for (const command of inOrder) {
    const twice = (counts.get(command.name)?.length ?? 0) > 1;
    const error = twice ? 'multiple updates for one ref are not allowed' : update(repository, command);
    results.set(command, { ...command, ...(error !== undefined && { error }) });
  }
  return commands.flatMap((command) => results.get(command) ?? []);
}

/** Lets HEAD name a branch that exists, if there is one: main or master, one of `pushed`, or the first. */
export function settleHead(refs: Refs, pushed: readonly RefCommand[]): void {
  if (refs.get(refs.head) !== undefined) return;
  const branches = refs.list().filter(({ name }) => name.startsWith(BRANCHES));
  const names = new Set(branches.map(({ name }) => name));
  const candidates = [...PREFERRED, ...pushed.map(({ name }) => name).sort(), ...names];
  const head = candidates.find((name) => names.has(name));
  if (head !== undefined) refs.head = head;
}

function update({ objects, refs }: Repository, { name, from, to }: RefCommand): string | undefined {
  const fault = refNameFault(name);
  if (fault !== undefined) return `funny refname: it ${fault}`;
  // What stands for bytes that are no UTF-8.
  if (name.includes('\ufffd')) return 'funny refname: it is not UTF-8';
  if (!FOLDERS.some((folder) => name.startsWith(folder))) return `a ref must be in ${FOLDERS.join(', ')}`;
  if (from === undefined && to === undefined) return 'nothing to delete';
  if (to !== undefined) {
    const type = objects.typeOf(to);
    if (type === undefined) return 'missing necessary objects';
    if (name.startsWith(BRANCHES) && type !== 'commit') return `a branch must point at a commit, not a ${type}`;
    const other = from === undefined ? refs.conflictOf(name) : undefined;
    if (other !== undefined) return `'${other}' exists; cannot create '${name}'`;
  }
  return refs.update(name, from, to) ? undefined : changedMeanwhile(refs.get(name), to);
}

function changedMeanwhile(now: Oid | undefined, to: Oid | undefined): string {
  return to === undefined || now === undefined ? 'stale info' : 'fetch first';
}
