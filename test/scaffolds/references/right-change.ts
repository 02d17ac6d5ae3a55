/** Tells whether a change of a reference is known to leave every answer right. */
import { RIGHT_CHANGES } from './right-changes.ts';

/** Changes of references that leave every answer right, and why. */
export interface RightChanges {
  /** Below the scaffolds. */
  readonly file: string;
  readonly lines: readonly string[];
  /** Whether all that changes is the work, or nothing that is asked for. */
  readonly kind: 'equivalent' | 'work';
  readonly why: string;
}

const BY_LINE: ReadonlyMap<string, RightChanges> = new Map(
  RIGHT_CHANGES.flatMap((each) => each.lines.map((line) => [`${each.file}: ${line}`, each] as const)),
);

/** Why a change leaves every answer right; undefined when nobody has said so. `becomes` is that of the change. */
export function rightChange(becomes: string): RightChanges | undefined {
  return BY_LINE.get(becomes);
}
