/** `lemma check`: from a folder to verdicts on its functions, and to an exit code. */
import { z } from 'zod';
import { hideBar, showBar } from './bar.ts';
import { baseOf } from './base.ts';
import type { CheckCommand } from './command.ts';
import { CommandProblem } from './problem.ts';
import { pushSnapshot } from './push.ts';
import { callForText, expectServer } from './server.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { writeReport } from './write-report.ts';

/** Functions that one call checks: the bar moves after each. */
const STEP = 10;

const totalsSchema = z.object({
  verified: z.int(),
  counterexample: z.int(),
  unknown: z.int(),
  timeout: z.int(),
  error: z.int(),
  pending: z.int(),
});
const factsSchema = z.object({ status: z.enum(['complete', 'more']), totals: totalsSchema });

type Totals = z.output<typeof totalsSchema>;

/** Pushes, checks, prints, and writes the files that are wanted. Resolves to whether the code may pass. Throws {@link CommandProblem}. */
export async function check(command: CheckCommand): Promise<boolean> {
  await expectServer(command);
  const snapshot = await takeSnapshot(command.folder);
  const since = await sinceOf(command, snapshot).catch(async (error: unknown) => {
    await snapshot.remove();
    throw error;
  });
  await pushSnapshot(snapshot, command).finally(snapshot.remove);
  const { totals, text, report } = await checkAll(command, {
    workspace: command.workspace,
    ref: snapshot.commit,
    paths: command.only,
    exclude_paths: command.except,
    timeout_seconds: command.seconds,
    max_functions: STEP,
    ...(since !== undefined && { changed_since: since }),
  });
  console.log(`\n${text}`);
  const hasTests = totals.counterexample > 0;
  if (command.tests !== undefined && !hasTests) console.log(`There is no test for ${command.tests}`);
  await writeReport(command, report, [
    [command.sarif, '.sarif'],
    [command.markdown, ''],
    [hasTests ? command.tests : undefined, '.tar'],
  ]);
  return mayPass(command, totals);
}

async function sinceOf({ changedSince }: CheckCommand, snapshot: Snapshot): Promise<string | undefined> {
  return changedSince === undefined ? undefined : baseOf(changedSince, snapshot);
}

/** Calls until all is checked. */
async function checkAll(
  command: CheckCommand,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly totals: Totals; readonly text: string; readonly report?: string }> {
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const { facts, ...answer } = await callForText(command, 'check_workspace', args);
    const { status, totals } = factsSchema.parse(facts);
    const { verified, counterexample, unknown, timeout, error, pending } = totals;
    const done = verified + counterexample + unknown + timeout + error;
    showBar('Checking', done, done + pending, 'functions');
    if (status === 'complete') {
      hideBar();
      return { ...answer, totals };
    }
    if (pending >= left)
      throw new CommandProblem(
        'The check does not go on.',
        'Call again; when that ends in the same way, narrow it with --only.',
      );
    left = pending;
  }
}

function mayPass({ failOn }: CheckCommand, { counterexample, unknown, timeout, error }: Totals): boolean {
  switch (failOn) {
    case 'NONE':
      return true;
    case 'COUNTEREXAMPLE':
      return counterexample === 0;
    case 'UNDECIDED':
      return counterexample + unknown + timeout + error === 0;
  }
}
