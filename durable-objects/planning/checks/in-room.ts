/** Checks that run Python in an empty room, where the commit is mounted. */
import type { CheckOf } from '../../../src/planning/checks.ts';
import type { CellResult, PythonSessionApi } from '../../../src/python/protocol.ts';
import { runTests } from '../../../src/python/tests/run.ts';
import type { CheckContext, Found } from './run-checks.ts';

/** Failures that evidence names, and characters of what was printed. */
const MOST_FAILURES = 5;
const LONGEST_OUTPUT = 500;

/** Runs a snippet in the root of the commit: it holds when nothing escapes. */
export function runPython({ code }: CheckOf<'python'>, context: CheckContext): Promise<Found> {
  return inRoom(context, async (room, root) =>
    ranOf(await room.run({ code: snippetAt(root, code), timeoutSeconds: context.seconds })),
  );
}

/** The code with the commit's root, and its `src`, where modules are looked for and as working folder. */
export function snippetAt(root: string, code: string): string {
  const path = JSON.stringify(root);
  const enter = `import os as _os, sys as _sys\n_sys.path[:0] = [${path}, ${path} + "/src"]\n_os.chdir(${path})\ndel _os, _sys\n`;
  return `${enter}exec(compile(${JSON.stringify(code)}, "<check>", "exec"), globals())\n`;
}

function ranOf({ status, message = '', errorType, traceback, stdout }: CellResult): Found {
  if (status === 'ok') {
    const said = stdout.trim().slice(-LONGEST_OUTPUT).toWellFormed();
    return {
      outcome: 'holds',
      basis: 'executed',
      evidence: said === '' ? 'It ran to its end.' : `It ran to its end: ${said}`,
    };
  }
  if (status !== 'error') return { outcome: 'undecided', evidence: `It did not end by itself: ${status}. ${message}` };
  const isMissing = errorType === 'ModuleNotFoundError';
  const [said = ''] = message.split('\n');
  const words = said.startsWith(errorType ?? '') ? said : `${errorType}: ${said}`;
  const where = traceback
    ?.match(/^ *File .*$/gm)
    ?.at(-1)
    ?.trim();
  return {
    outcome: isMissing ? 'undecided' : 'fails',
    ...(!isMissing && { basis: 'executed' as const }),
    evidence: `${words}${where === undefined ? '' : ` [${where}]`}`,
  };
}

/** Runs tests of the commit: it holds when one ran at least, and none failed. */
export function runTestFiles({ paths, keyword }: CheckOf<'tests'>, context: CheckContext): Promise<Found> {
  const { seconds, onProgress } = context;
  return inRoom(context, async (room, root) => {
    const { run } = await runTests(
      room,
      {
        root,
        directory: '',
        paths,
        runner: 'pytest',
        keyword,
        marker: '',
        max_failures: 0,
        timeout: seconds,
        coverage: false,
        offset: 0,
        limit: MOST_FAILURES,
        detail: false,
      },
      { signal: new AbortController().signal, onProgress },
    );
    const { counts, ended, collected, failures } = run;
    const bad = counts.failed + counts.error;
    const summary = `${ended} of ${collected} tests ran, ${bad} failed`;
    const shown = failures.map(
      ({ id, message, where }) => `${id}: ${message}${where === undefined ? '' : ` (${where})`}`,
    );
    if (bad > 0) return { outcome: 'fails', basis: 'executed', evidence: `${summary}. ${shown.join(' / ')}` };
    if (run.broken !== undefined) return { outcome: 'fails', basis: 'executed', evidence: run.broken };
    const missing = (run.done?.missing ?? []).map(([module]) => module);
    if (missing.length > 0)
      return { outcome: 'undecided', evidence: `Not to be imported here: ${missing.join(', ')}. ${summary}.` };
    if (run.stopped !== undefined || run.done === undefined)
      return {
        outcome: 'undecided',
        evidence: `${summary}, then the time of ${seconds} s was over or the interpreter lost.`,
      };
    if (counts.passed === 0) return { outcome: 'fails', basis: 'executed', evidence: `No test passed: ${summary}.` };
    return { outcome: 'holds', basis: 'executed', evidence: `${summary}.` };
  });
}

/** Does something in a room of its own, which is erased behind it. */
async function inRoom(
  { services, workspace, commit }: Pick<CheckContext, 'services' | 'workspace' | 'commit'>,
  work: (room: PythonSessionApi, root: string) => Promise<Found>,
): Promise<Found> {
  const room = services.room(crypto.randomUUID());
  try {
    const { path } = await room.mount({ workspace, commit });
    return await work(room, path);
  } finally {
    await room.erase().catch(() => undefined);
  }
}
