/**
 * `npm run bench -- review <folder of clones> [repositories] [--limit n] [--no-behaviour] [--systems a,b] [--out file]`: how quiet and how
 * right reviews of real commits are, beside those of analyzers alone. With a limit only the first n commits of each kind of each repository
 * count; behaviour takes most of the time. The clones lie in `<folder>/<owner>+<name>/repo`; `commits.jsonl` names what is reviewed.
 * `--out` appends all that was said, a commit and system a line; `npm run bench -- review --from <files>` prints the figures of such files.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDevServer } from '../../scripts/lib/dev-server.ts';
import { waitForIndex } from '../../scripts/lib/lemma/index-state.ts';
import type { Server } from '../../scripts/lib/lemma/server.ts';
import { freePort } from '../../test/free-port.ts';
import { addedLines, type BenchCommit, readCommits } from './commits.ts';
import { type Judged, printFigures } from './figures.ts';
import { ask, filesOf, SYSTEMS, type System } from './systems.ts';

/** Reviews the commits and prints a table of figures. */
export async function runReview(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      limit: { type: 'string', default: 'Infinity' },
      'no-behaviour': { type: 'boolean', default: false },
      systems: { type: 'string', default: SYSTEMS.join(',') },
      out: { type: 'string' },
      from: { type: 'boolean', default: false },
    },
  });
  if (values.from) return printFigures(positionals.flatMap(readJudged));
  const [folder = '', ...only] = positionals;
  const wanted = values.systems.split(',');
  const systems = SYSTEMS.filter((system) => wanted.includes(system));
  const commits = readCommits()
    .filter(({ repository }) => only.length === 0 || only.includes(repository))
    .filter(firstOfEach(Number(values.limit)));
  const state = mkdtempSync(join(tmpdir(), 'lemma-bench-review-'));
  const server = await startDevServer(await freePort(), state);
  try {
    await server.ready();
    const judged: Judged[] = [];
    for (const repository of new Set(commits.map((each) => each.repository))) {
      const clone = join(folder, repository.replace('/', '+'), 'repo');
      const workspace = repository.replace('/', '-');
      const to = { server: server.url, key: undefined };
      const push = (commit: string, branch: string) => {
        const url = `${server.url}/git/${workspace}`;
        execFileSync('git', ['-C', clone, 'push', '--quiet', '--force', url, `${commit}:refs/heads/${branch}`], {
          stdio: 'pipe',
        });
      };
      push('HEAD', 'newest');
      for (const commit of commits.filter((each) => each.repository === repository)) {
        // The index is of the branch that was pushed last: of the commit, as when its author asks.
        push(commit.commit, 'main');
        await waitForIndex(to, workspace, () => undefined);
        for (const system of systems) {
          const one = await judge(to, workspace, clone, commit, system, !values['no-behaviour']);
          if (one === undefined) continue;
          judged.push(one);
          if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(one)}\n`);
        }
      }
    }
    printFigures(judged);
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  }
}

function readJudged(file: string): readonly Judged[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Judged => JSON.parse(line));
}

/** Says of each commit in turn whether it is among the first of its kind and repository. */
function firstOfEach(limit: number): (commit: BenchCommit) => boolean {
  const seen = new Map<string, number>();
  return ({ repository, kind }) => {
    const key = `${repository} ${kind}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return count < limit;
  };
}

/** Undefined where the system has nothing to do with the commit. */
async function judge(
  server: Server,
  workspace: string,
  clone: string,
  commit: BenchCommit,
  system: System,
  behaviour: boolean,
): Promise<Judged | undefined> {
  const changed = addedLines(clone, commit.commit);
  const files = filesOf(system, changed.keys());
  if (files.length === 0) return undefined;
  const started = performance.now();
  const { findings, total, skipped } = await ask(server, workspace, commit, system, files, behaviour);
  const milliseconds = performance.now() - started;
  return {
    commit,
    system,
    findings: findings.map((each) => ({ ...each, isChanged: changed.get(each.file)?.has(each.line) === true })),
    total,
    skipped,
    added: files.reduce((sum, path) => sum + (changed.get(path)?.size ?? 0), 0),
    milliseconds,
  };
}
