/** What became of one function's behaviour. */
import type { FunctionChange, VersionComparison } from '../../symbolic/api.ts';
import type { DiffFile } from '../diff/diff.ts';
import { named } from '../report/named.ts';

/** A function that a change concerns, with its file. */
export interface Candidate {
  readonly file: DiffFile;
  readonly change: FunctionChange;
}

/** What became of a function: a comparison, or that there is nothing to compare. */
export interface BehaviourChange extends Omit<VersionComparison, 'status' | 'work'> {
  /** `f` or `C.m`. */
  readonly function: string;
  /** After the change; of a removed function, before it. */
  readonly file: string;
  readonly line: number;
  readonly status: VersionComparison['status'] | 'new' | 'removed';
  /** Runs on CPython; absent where nothing was run. */
  readonly replays?: number;
}

/** The changes in a line each; those that were not decided in one for each reason, at the end. */
export function changeTexts(changes: readonly BehaviourChange[]): readonly string[] {
  const told: string[] = [];
  const undecided = new Map<string, string[]>();
  for (const change of changes) {
    const { status, reasons } = change;
    if (status === 'unchanged') continue;
    if (status !== 'timeout' && status !== 'unknown') {
      told.push(`${placeOf(change)}: ${outcomeOf(change, status)}`);
      continue;
    }
    const [reason] = reasons;
    const why = reason === undefined ? 'its work budget was spent' : `${reason.construct} ${reason.message}`;
    undecided.set(why, [...(undecided.get(why) ?? []), placeOf(change)]);
  }
  return [...told, ...Array.from(undecided, ([why, places]) => `not decided, ${why}: ${named(places)}`)];
}

/** The function, with its place. */
export function placeOf({ function: name, file, line }: BehaviourChange): string {
  return `${name} (${file}:${line})`;
}

function outcomeOf(
  { differences, message }: BehaviourChange,
  status: Exclude<BehaviourChange['status'], 'timeout' | 'unknown' | 'unchanged'>,
): string {
  const [difference] = differences;
  switch (status) {
    case 'equivalent':
      return 'equivalent, which is proved';
    case 'different':
      return `different for ${difference?.call ?? 'an input'}: ${difference?.message ?? ''}`;
    case 'new':
    case 'removed':
      return status;
    case 'signature':
      return `called in another way: ${message}`;
  }
}
