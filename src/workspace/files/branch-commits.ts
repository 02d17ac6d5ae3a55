/** Commits that a workspace makes itself, at the tip of a branch. */

import { ToolFailure } from '../../lib/errors.ts';
import { commitChanges } from '../git/commit-changes.ts';
import type { Oid } from '../git/object.ts';
import { quotedPath } from '../git/paths.ts';
import { settleHead } from '../git/receive/update-refs.ts';
import { refNameFault } from '../git/ref-name.ts';
import type { Repository } from '../git/repository.ts';
import type { PathConflict, TreeChanges } from '../git/write-tree.ts';
import { treeChanges } from '../index/tree-changes.ts';
import type { CommitOptions, PutFilesRequest } from './service.ts';

/** Faults that an error lists. */
const MOST_FAULTS = 20;
/** Files that a commit's message names. */
const MOST_NAMED = 20;
/** Who makes these commits: the caller is known by a key only. */
const AUTHOR = { name: 'Lemma', email: 'lemma@localhost', zone: '+0000' } as const;
const BRANCHES = 'refs/heads/';

/** What a call did to a branch. */
export interface Commitment {
  /** Tip of the branch after the call; undefined when it has none. */
  readonly commit: Oid | undefined;
  /** What the commit stands on: the tip before the call; of a new branch, that of HEAD. */
  readonly parent: Oid | undefined;
  /** In full. */
  readonly branch: string;
  readonly committed: boolean;
  /** Paths in order. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly deleted: readonly string[];
}

/** What says where a commit goes; a new branch starts at `copiedFrom` when `startAt` is absent. */
type TargetOptions = CommitOptions & Pick<PutFilesRequest, 'copiedFrom'>;

/** Where a commit goes. */
export interface Target {
  /** In full. */
  readonly branch: string;
  /** What the new commit stands on. */
  readonly parent: Oid | undefined;
}

/** What becomes of a branch. */
export interface Edit {
  readonly changes: TreeChanges;
  /** Whether files that `changes` does not name stay. */
  readonly keep: boolean;
  /** Absent: one that names the files. */
  readonly message: string | undefined;
  /** The commit's time in milliseconds since 1970. */
  readonly now: number;
}

/** Makes commits. Methods throw `ToolFailure`. */
export class BranchCommits {
  readonly #repository: Repository;
  /** The commit of a revision. Throws `ToolFailure` when there is none. */
  readonly commitOf: (ref: string) => Oid;

  constructor(repository: Repository, commitOf: (ref: string) => Oid) {
    this.#repository = repository;
    this.commitOf = commitOf;
  }

  /** The branch that is meant, and its tip. Throws when it has no possible name, or is not at the expected commit. */
  targetOf({ branch: given, expectedCommit, startAt, copiedFrom }: TargetOptions): Target {
    const { refs } = this.#repository;
    const branch = given === undefined ? refs.head : BRANCHES + given.replace(BRANCHES, '');
    const tip = refs.get(branch);
    const other = tip === undefined ? refs.conflictOf(branch) : undefined;
    const fault =
      other === undefined
        ? refNameFault(branch.slice(BRANCHES.length))
        : `cannot be beside '${other.replace(BRANCHES, '')}'`;
    if (fault !== undefined) {
      throw new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: `The branch name ${quotedPath(given ?? branch)} ${fault}.`,
        advice: "Use a name that git accepts, such as 'main' or 'fix/parser'.",
      });
    }
    if (expectedCommit !== undefined && !(tip ?? '').startsWith(expectedCommit.toLowerCase())) {
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `${given ?? 'The branch'} is at ${tip ?? 'no commit'}, not at the expected ${quotedPath(expectedCommit)}.`,
        advice: 'Read the files again, and repeat the call with that commit as expected_commit.',
      });
    }
    const start = startAt === undefined ? undefined : this.commitOf(startAt);
    if (tip !== undefined && start !== undefined && tip !== start) {
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `The branch ${quotedPath(given ?? branch)} exists already, at ${tip.slice(0, 12)} and not at ${start.slice(0, 12)}.`,
        advice: 'Leave from_ref out to commit on top of it, or choose another name for a new branch.',
      });
    }
    const base = copiedFrom === undefined ? undefined : this.commitOf(copiedFrom);
    return { branch, parent: tip ?? start ?? base ?? this.#repository.resolve(refs.head) };
  }

  /** Makes the commit, unless nothing changes. To be run in a transaction: when paths are in the way, objects were written. */
  commit({ branch, parent }: Target, { changes, keep, message, now }: Edit): Commitment {
    const outcome = commitChanges(this.#repository, {
      branch,
      parent,
      keep,
      changes,
      message: messageOf(message, changes),
      by: { ...AUTHOR, seconds: Math.floor(now / 1000) },
    });
    if (outcome.kind === 'conflicts') throw refusal(outcome.conflicts, changes.size);
    settleHead(this.#repository.refs, []);
    const { commit } = outcome;
    const here = new Set<string>();
    const deleted: string[] = [];
    const treeOf = (oid: Oid) => this.#repository.commit(oid).tree;
    for (const { kind, path } of treeChanges(this.#repository, parent && treeOf(parent), treeOf(commit))) {
      if (kind === 'here') here.add(path);
      else deleted.push(path);
    }
    const put = [...changes].flatMap(([path, change]) => (change === 'delete' ? [] : [path])).sort();
    return {
      commit,
      parent,
      branch,
      committed: outcome.kind === 'committed',
      written: put.filter((path) => here.has(path)),
      unchanged: put.filter((path) => !here.has(path)),
      deleted: deleted.sort(),
    };
  }
}

function messageOf(message: string | undefined, changes: TreeChanges): string {
  const text = message?.replaceAll('\0', '').trim() ?? '';
  if (text !== '') return `${text}\n`;
  const paths = [...changes.keys()].sort();
  const verb = [...changes.values()].every((change) => change === 'delete') ? 'Delete' : 'Write';
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return `${verb} ${only}\n`;
  const named = paths.slice(0, MOST_NAMED).map((path) => `- ${path}`);
  if (paths.length > MOST_NAMED) named.push(`- and ${paths.length - MOST_NAMED} more`);
  return `${verb} ${paths.length} files\n\n${named.join('\n')}\n`;
}

/** Throws a {@link refusal} when there are faults. */
export function refuse(faults: readonly PathConflict[], given: number): void {
  if (faults.length > 0) throw refusal(faults, given);
}

/** The failure of `given` paths of which some cannot be used. */
export function refusal(faults: readonly PathConflict[], given: number): ToolFailure {
  const sorted = [...faults].sort((left, right) => (left.path < right.path ? -1 : 1));
  const listed = sorted.slice(0, MOST_FAULTS).map(({ path, fault }) => `${quotedPath(path)} ${fault}`);
  if (faults.length > MOST_FAULTS) listed.push(`and ${faults.length - MOST_FAULTS} more`);
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `Nothing was changed, since ${faults.length} of ${given} paths cannot be used: ${listed.join('; ')}.`,
    advice: 'Correct them and send the call again. Paths go from the root of the repository, with slashes.',
  });
}
