/** Which commits touched a file, among the newest of a workspace. */
import type { WorkspaceApi } from '../../workspace/api.ts';
import type { Candidate } from './candidates.ts';

/** Commits that are looked at. */
const MOST_COMMITS = 200;

/** What was counted. */
export interface FileHistory {
  /** The newest commit that was looked at; absent where there is no history. */
  readonly newest?: string;
  readonly looked: number;
  readonly total: number;
  /** Authors of the commits that touched a file, one each, the newest first. */
  authorsOf(path: string): readonly string[];
  readonly notSeen: readonly string[];
}

/** The newest {@link MOST_COMMITS} commits of the branch that is indexed. */
export async function historyOf(
  workspace: Pick<WorkspaceApi, 'findCommits'>,
  files: readonly Candidate[],
): Promise<FileHistory> {
  // No time is asked about, so that the clock decides nothing.
  const { commits, coverage } = await workspace.findCommits({ query: '', most: MOST_COMMITS, now: 0 });
  const [newest] = commits;
  const authors = new Map(files.map(({ path }): [string, string[]] => [path, []]));
  for (const commit of commits)
    for (const path of new Set(commit.files.flatMap(({ path: own, from = own }) => [own, from])))
      authors.get(path)?.push(commit.author);
  const cut = commits.filter(({ moreFiles, changesKnown }) => moreFiles > 0 || !changesKnown).length;
  return {
    ...(newest !== undefined && { newest: newest.sha }),
    looked: commits.length,
    total: coverage.commitsTotal,
    authorsOf: (path) => authors.get(path) ?? [],
    notSeen: [
      ...(coverage.complete ? [] : ['commits that wait to be indexed']),
      ...(cut > 0 ? [`some files of ${cut} commits`] : []),
    ],
  };
}
