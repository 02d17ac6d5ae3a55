/** Issues with the patches that resolved them: what a localisation is asked, and where the answer lies. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** First and last line, 1-based. */
export type LineRange = readonly [first: number, last: number];

/** An issue of a repository. */
export interface Instance {
  readonly id: string;
  /** The commit before the patch. */
  readonly base: string;
  readonly issue: string;
  /** Lines of `base` that the hunks of the patch show, by path; files that the patch creates have none. */
  readonly hunks: ReadonlyMap<string, readonly LineRange[]>;
  /** Lines of `base` that the patch removes or adds something at, by path. */
  readonly changed: ReadonlyMap<string, ReadonlySet<number>>;
}

/** A row of SWE-bench Lite as github.com/PaulRoewer/swe-bench-lite-api stores it. */
const rowSchema = z.object({
  Instance_id: z.string(),
  Repo: z.string(),
  Base_commit: z.string(),
  Created_at: z.string(),
  Problem_statement: z.string(),
  Patch: z.string(),
});

/** The instances of a repository in a file of SWE-bench Lite, oldest first. */
export function readInstances(file: string, repository: string): readonly Instance[] {
  return z
    .array(rowSchema)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ Repo }) => Repo === repository)
    .sort((left, right) => left.Created_at.localeCompare(right.Created_at))
    .map((row) => ({
      id: row.Instance_id,
      base: row.Base_commit,
      issue: row.Problem_statement,
      ...readPatch(row.Patch),
    }));
}

function readPatch(patch: string): Pick<Instance, 'hunks' | 'changed'> {
  const hunks = new Map<string, LineRange[]>();
  const changed = new Map<string, Set<number>>();
  let path: string | undefined;
  let line = 0;
  for (const text of patch.split('\n')) {
    const file = /^--- (?:a\/(.+)|\/dev\/null)$/.exec(text);
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(text);
    if (file !== null) path = file[1];
    else if (hunk !== null && path !== undefined) {
      line = Number(hunk[1]);
      const count = Number(hunk[2] ?? 1);
      if (count > 0) hunks.set(path, [...(hunks.get(path) ?? []), [line, line + count - 1]]);
    } else if (path !== undefined && !text.startsWith('+++ ')) {
      if (/^[-+]/.test(text)) changed.set(path, (changed.get(path) ?? new Set()).add(line));
      if (/^[- ]/.test(text)) line++;
    }
  }
  return { hunks, changed };
}
