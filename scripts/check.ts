/**
 * `npm run check -- [paths]`: for a change what CI does for everything: lint, import boundaries, types, documents, and the tests that import
 * what changed. Without paths: what is not committed; where all is committed, the commits that `main` does not have; on `main`, the last one.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { judgeRun, renderVerdict, runVitest } from './lib/testing/test-run.ts';
import { ROOT } from './lib/wrangler.ts';

/** Files that tests import, directly or not. */
const IMPORTED = /\.(ts|mts|mjs)$/;

const changed = changedFiles(process.argv.slice(2));
const started = performance.now();
console.log(`${changed.length} files changed.`);
let failed = false;
// Each of them uses one core.
for (const scripts of [
  ['lint', 'typecheck'],
  ['docs -- --check', 'tokens'],
])
  for (const report of await Promise.all(scripts.map(runScript))) {
    console.log(report.output);
    failed ||= report.code !== 0;
  }
failed = !(await testWhatImports(changed.filter((path) => IMPORTED.test(path)))) || failed;
const others = changed.filter((path) => !IMPORTED.test(path) && !path.endsWith('.md'));
if (others.length > 0) console.log(`No test imports these; name the tests that read them: ${others.join(', ')}`);
console.log(`${failed ? 'Failed' : 'Passed'} after ${Math.round((performance.now() - started) / 1000)} s.`);
process.exitCode = failed ? 1 : 0;

/** Paths from the root, of files that are there. */
function changedFiles(paths: readonly string[]): readonly string[] {
  if (paths.length > 0) return git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths);
  const open = git('ls-files', '--modified', '--others', '--exclude-standard');
  const staged = git('diff', '--name-only', '--cached', '--diff-filter=d');
  if (open.length + staged.length > 0) return [...new Set([...open, ...staged])];
  const [head] = git('rev-parse', 'HEAD');
  const [fork] = git('merge-base', 'HEAD', 'main');
  return git('diff', '--name-only', '--diff-filter=d', fork === undefined || fork === head ? 'HEAD~1' : fork, 'HEAD');
}

function git(...args: readonly string[]): readonly string[] {
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

/** Runs an npm script with its arguments; nothing is printed before it has ended. */
async function runScript(script: string): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn('npm', ['run', '--silent', ...script.split(' ')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], output, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code: Number(code ?? 1), output: `== ${script}\n${output}${errors}` };
}

/** Whether every test passed that imports one of `files`. */
async function testWhatImports(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  const options = { related: [...files], passWithNoTests: true, project: '!chaos' };
  const first = await runVitest({ filter: [], options });
  if (first.files.length === 0 && first.elsewhere.length === 0) return true;
  const verdict = await judgeRun(first, (path) => runVitest({ filter: [path], options: { project: '!chaos' } }));
  console.log(renderVerdict(verdict));
  return verdict.faults.length === 0;
}
