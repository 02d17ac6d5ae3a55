/** Paths for somebody who has typed a part of one. */

/** Paths that fit, the likeliest first, and how many there are in all. */
export interface LikePaths {
  readonly paths: readonly string[];
  readonly total: number;
}

/** Those of `paths` that hold `typed`, whatever their case: where a path begins with it, then where a file's name does, then any other. */
export function pathsLike(typed: string, paths: Iterable<string>, most: number): LikePaths {
  const wanted = typed.toLowerCase();
  const ranks: [string[], string[], string[]] = [[], [], []];
  let total = 0;
  for (const path of paths) {
    const given = path.toLowerCase();
    const at = given.indexOf(wanted);
    if (at < 0) continue;
    total++;
    const rank = ranks[at === 0 ? 0 : given.startsWith(wanted, given.lastIndexOf('/') + 1) ? 1 : 2];
    if (rank.length < most) rank.push(path);
  }
  return { paths: ranks.flat().slice(0, most), total };
}
