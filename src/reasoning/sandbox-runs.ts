/** What checks run in sandboxes of their own, where a commit is. */
import { pythonText } from '../lib/python-text.ts';
import type { Supply } from '../lib/supply.ts';
import type { OnProgress } from '../lib/work.ts';
import { type Mount, runTestsIn, type SandboxRun, type TestsOutcome } from '../python/api.ts';
import type { CheckContext } from './hypotheses/context.ts';
import type { ReasoningServices } from './services.ts';

/** Runs at `mount`. They throw `Cancelled` once `onProgress` says that the caller has gone. */
export function sandboxRuns(
  mount: Mount,
  { sandbox }: ReasoningServices,
  onProgress: OnProgress,
  supply?: Supply,
): Pick<CheckContext, 'runTests' | 'importModule'> {
  // What runs is shown by what calls these: their steps are not its.
  const hears: OnProgress = () => onProgress({ done: 0, message: 'running Python' });
  const run = (what: SandboxRun): Promise<TestsOutcome> =>
    runTestsIn({ session: sandbox(crypto.randomUUID()), mount, supply }, what, hears);
  return {
    runTests: (changed, file, seconds) => run({ tests: { paths: [file] }, changed, seconds, coverage: true }),
    importModule: (file, seconds) => run({ tests: { code: importProgram(file) }, seconds }),
  };
}

function importProgram(file: string): string {
  return `import importlib, os
from lemma_testing import project
importlib.import_module(project.module_name(os.getcwd(), ${pythonText(file)}))
`;
}
