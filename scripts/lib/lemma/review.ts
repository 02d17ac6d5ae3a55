/** `lemma review`: from a folder to findings, and to an exit code. */
import { z } from 'zod';
import { baseOf, commitOf } from './base.ts';
import type { ReviewCommand } from './command.ts';
import { tryGit } from './git.ts';
import { pushSnapshot } from './push.ts';
import { callForText, expectServer } from './server.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { writeReport } from './write-report.ts';

/** What the workspace calls a commit that no branch ends with. */
const OTHER_BRANCH = 'lemma-review';

const factsSchema = z.object({ should_fail: z.boolean() });

/** Pushes, reviews, prints, and writes the files that are wanted. Resolves to whether the change may pass. Throws {@link CommandProblem}. */
export async function review(command: ReviewCommand): Promise<boolean> {
  await expectServer(command);
  const snapshot = await snapshotOf(command);
  const base = await baseOf(command.base, snapshot).catch(async (error: unknown) => {
    await snapshot.remove();
    throw error;
  });
  await pushSnapshot(snapshot, command).finally(snapshot.remove);
  const { facts, text, report } = await callForText(command, 'review_commit', {
    workspace: command.workspace,
    base,
    head: snapshot.commit,
    options: {
      enable_static_analysis: command.withAnalyzers,
      ...(command.failOn !== undefined && { fail_on_severity: command.failOn }),
    },
  });
  console.log(`\n${text}`);
  await writeReport(command, report, [
    [command.sarif, '.sarif'],
    [command.markdown, ''],
  ]);
  return !factsSchema.parse(facts).should_fail;
}

/** What is reviewed: a commit that is named, else the working state. */
async function snapshotOf({ folder, head }: ReviewCommand): Promise<Snapshot> {
  const snapshot = await takeSnapshot(folder);
  if (head === undefined) return snapshot;
  await snapshot.remove();
  const commit = await commitOf(snapshot.folder, head);
  const isBranch = (await tryGit(['show-ref', '--verify', '-q', `refs/heads/${head}`], snapshot)).code === 0;
  const branch = isBranch ? head : head === 'HEAD' ? snapshot.branch : OTHER_BRANCH;
  return { ...snapshot, commit, branch, uncommitted: 0, environment: {}, remove: async () => {} };
}
