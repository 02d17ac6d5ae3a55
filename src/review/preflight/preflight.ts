/** What is known of a change before anything is checked: kinds of files, class, risk, the order in which files are worth work. */
import type { Diff, DiffFile } from '../diff/diff.ts';
import { type Classified, classify } from './classification.ts';
import { type FileFacts, factFinder } from './file-facts.ts';
import type { FileKind } from './kinds.ts';
import { type Risk, riskOf } from './risk.ts';
import type { PreflightRules } from './rules.ts';

/** The facts; all derivable from the diff, the message and the rules. */
export interface Preflight extends Risk, Classified {
  /** In the order of the diff. */
  readonly files: readonly FileFacts[];
  /** The files of the diff: most areas and public interface first, then source, then the larger change, then by path. */
  readonly byRisk: readonly DiffFile[];
  readonly size: { readonly files: number; readonly added: number; readonly removed: number };
}

/** What preflight may be told. */
export interface PreflightOptions {
  readonly rules?: PreflightRules;
  /** What the author says of the change. */
  readonly message?: string;
  /** Whether a line after the change was only moved there. */
  readonly isMoved?: (path: string, line: number) => boolean;
}

/** Kinds of files from those most worth work on. */
const WORTH: readonly FileKind[] = [
  ...(['source', 'migration', 'configuration', 'ci', 'infrastructure', 'test'] as const),
  ...(['documentation', 'other', 'generated', 'vendored', 'lock'] as const),
];

/** Looks at a change as a whole. Throws `ToolFailure` for rules that cannot be used. */
export function preflight(diff: Diff, { rules, message, isMoved = () => false }: PreflightOptions = {}): Preflight {
  const files = diff.files.map(factFinder(rules));
  const total = (count: (facts: FileFacts) => number) => files.reduce((sum, facts) => sum + count(facts), 0);
  return {
    files,
    ...classify(diff, files, isMoved, message),
    ...riskOf(files),
    byRisk: byRisk(diff, files),
    size: { files: files.length, added: total(({ added }) => added), removed: total(({ removed }) => removed) },
  };
}

function byRisk(diff: Diff, facts: readonly FileFacts[]): readonly DiffFile[] {
  const ranked = diff.files.map((file, index) => ({ file, rank: rankOf(facts[index]) }));
  ranked.sort((left, right) => {
    for (const [place, rank] of left.rank.entries()) {
      const difference = rank - (right.rank[place] ?? 0);
      if (difference !== 0) return difference;
    }
    return left.file.path < right.file.path ? -1 : 1;
  });
  return ranked.map(({ file }) => file);
}

/** The smaller, the riskier; compared from the first number on. */
function rankOf(facts: FileFacts | undefined): readonly number[] {
  if (facts === undefined) return [0, 0, 0];
  const { areas, publicBecause, kind, added, removed } = facts;
  return [-areas.length - (publicBecause === undefined ? 0 : 1), WORTH.indexOf(kind), -added - removed];
}
