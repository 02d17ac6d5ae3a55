/** What became of one function's behaviour. */
import type { FunctionChange, VersionComparison } from '../../symbolic/service.ts';
import type { DiffFile } from '../diff/diff.ts';

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
}

/** A change in one line. */
export function changeText({
  function: name,
  file,
  line,
  status,
  differences,
  reasons,
  message,
}: BehaviourChange): string {
  const where = `${name} (${file}:${line})`;
  const [difference] = differences;
  switch (status) {
    case 'equivalent':
      return `${where}: equivalent, which is proved`;
    case 'different':
      return `${where}: different for ${difference?.call ?? 'an input'}: ${difference?.message ?? ''}`;
    case 'unchanged':
    case 'new':
    case 'removed':
      return `${where}: ${status}`;
    case 'signature':
      return `${where}: called in another way: ${message}`;
    case 'timeout':
    case 'unknown': {
      const [reason] = reasons;
      const why = reason === undefined ? '' : `: ${reason.construct} ${reason.message}`;
      return `${where}: not decided${why}`;
    }
  }
}
