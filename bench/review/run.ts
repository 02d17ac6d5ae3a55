/**
 * `npm run bench -- review <folder of clones> [repositories] [--limit n] [--no-behaviour]`: how quiet and how right reviews of real
 * commits are, beside those of analyzers alone; with a limit, of the first n commits of each kind of each repository, and without comparing
 * behaviour, which takes most of the time. The clones lie in `<folder>/<owner>+<name>/repo`; `commits.jsonl` names what is reviewed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startDevServer } from '../../scripts/lib/dev-server.ts';
import { callForText, callTool, readResource, type Server } from '../../scripts/lib/lemma/server.ts';
import { freePort } from '../../test/free-port.ts';
import { type BenchCommit, COMMITS_FILE, gitIn, isSource } from './commits.ts';

const findingSchema = z.object({
  file: z.string(),
  line: z.int(),
  severity: z.string(),
  title: z.string(),
  rule: z.string().optional(),
});
const reviewSchema = z.object({
  findings: z.array(findingSchema),
  summary: z.object({ total_findings: z.int() }),
  stats: z.object({ duration_ms: z.number() }),
});
const analysisSchema = z.object({ findings: z.array(findingSchema) });
const sarifSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string().optional(),
          level: z.string(),
          message: z.object({ text: z.string() }),
          locations: z.array(
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: z.int() }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Finding = z.output<typeof findingSchema>;

/** What is compared. */
const SYSTEMS = ['review', 'review with analyzers', 'ruff', 'biome', 'tsc'] as const;
type System = (typeof SYSTEMS)[number];

/** What one system says of one commit. */
interface Judged {
  readonly commit: BenchCommit;
  readonly system: System;
  readonly findings: readonly Finding[];
  readonly total: number;
  readonly added: ReadonlyMap<string, ReadonlySet<number>>;
  readonly milliseconds: number;
}

/** Reviews the commits and prints a line for each system, and each finding of a clean commit. */
export async function runReview(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { limit: { type: 'string', default: 'Infinity' }, 'no-behaviour': { type: 'boolean', default: false } },
  });
  const behaviour = !values['no-behaviour'];
  const [folder = '', ...only] = positionals;
  const commits = readFileSync(COMMITS_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): BenchCommit => JSON.parse(line))
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
      execFileSync('git', ['-C', clone, 'push', '--quiet', `${server.url}/git/${workspace}`, 'HEAD:refs/heads/main']);
      for (const commit of commits.filter((each) => each.repository === repository)) {
        for (const system of SYSTEMS) {
          const one = await judge({ server: server.url, key: undefined }, workspace, clone, commit, system, behaviour);
          if (one === undefined) continue;
          judged.push(one);
          if (commit.kind === 'clean' && system.startsWith('review'))
            for (const finding of one.findings) print(one, finding);
        }
      }
    }
    for (const system of SYSTEMS)
      summarize(
        system,
        judged.filter((each) => each.system === system),
      );
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  }
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
  const added = addedLines(clone, commit.commit);
  const base = { commit, system, added };
  const started = performance.now();
  if (system === 'review' || system === 'review with analyzers') {
    const options = { enable_static_analysis: system !== 'review', enable_behaviour: behaviour, max_findings: 50 };
    const args = { workspace, base: `${commit.commit}~1`, head: commit.commit, options };
    const { facts, report } = await callForText(server, 'review_commit', args);
    const milliseconds = performance.now() - started;
    const { findings, summary } = reviewSchema.parse(facts);
    const total = summary.total_findings;
    const all = findings.length < total && report !== undefined ? await reported(server, report) : findings;
    return { ...base, findings: all, total, milliseconds };
  }
  const files = [...added.keys()].filter((path) => ENDINGS[system].test(path));
  if (files.length === 0) return undefined;
  const args = {
    workspace,
    ref: commit.commit,
    changed_files: files,
    options: { analyzers: [system], max_findings_per_analyzer: 100 },
  };
  const { findings } = await callTool(server, 'run_static_analysis', args, analysisSchema);
  return { ...base, findings, total: findings.length, milliseconds: performance.now() - started };
}

/** Findings of a report as SARIF: the answer itself has only those that fit. */
async function reported(server: Server, report: string): Promise<readonly Finding[]> {
  const { runs } = sarifSchema.parse(JSON.parse(await readResource(server, `${report}.sarif`)));
  return runs.flatMap(({ results }) =>
    results.flatMap(({ ruleId, level, message, locations: [first] }) =>
      first === undefined
        ? []
        : [
            {
              file: first.physicalLocation.artifactLocation.uri,
              line: first.physicalLocation.region.startLine,
              severity: level,
              title: message.text,
              ...(ruleId !== undefined && { rule: ruleId }),
            },
          ],
    ),
  );
}

const ENDINGS = { ruff: /\.py$/, biome: /\.[jt]sx?$/, tsc: /\.tsx?$/ } as const;

/** Lines that a commit added to source files, by path. */
function addedLines(clone: string, commit: string): ReadonlyMap<string, ReadonlySet<number>> {
  const diff = gitIn(clone)('show', '--format=', '--unified=0', '--no-color', '--no-ext-diff', commit);
  const added = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const text of diff.split('\n')) {
    if (text.startsWith('+++ ')) {
      const path = text.slice('+++ b/'.length);
      lines = new Set();
      if (text !== '+++ /dev/null' && isSource(path)) added.set(path, lines);
    }
    const [, start = '', count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    for (let at = 0; start !== '' && at < Number(count); at++) lines.add(Number(start) + at);
  }
  return added;
}

function summarize(system: System, judged: readonly Judged[]): void {
  const clean = judged.filter(({ commit }) => commit.kind === 'clean');
  const count = (each: readonly Judged[]) => each.reduce((sum, { total }) => sum + total, 0);
  const changed = judged.reduce(
    (sum, { added }) => sum + [...added.values()].reduce((all, { size }) => all + size, 0),
    0,
  );
  const shown = judged.flatMap(({ findings, added }) =>
    findings.map(({ file, line }) => added.get(file)?.has(line) === true),
  );
  const [lines, flagged] = repaired(judged);
  const times = judged.map(({ milliseconds }) => milliseconds).toSorted((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(0) ?? '-';
  const ratio = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3));
  console.log(
    `${system}: ${judged.length} commits; ${ratio(count(clean), clean.length)} findings a clean commit (${clean.length}); ` +
      `${ratio(flagged, lines)} of ${lines} repaired lines flagged; ${ratio(100 * count(judged), changed)} findings per 100 changed lines; ` +
      `${ratio(shown.filter(Boolean).length, shown.length)} of ${shown.length} findings on a changed line; ms p50 ${at(0.5)}, p95 ${at(0.95)}`,
  );
}

/** Lines that were repaired later, and how many of them have a finding. */
function repaired(judged: readonly Judged[]): readonly [lines: number, flagged: number] {
  let [all, flagged] = [0, 0];
  for (const { commit, findings } of judged) {
    if (commit.kind === 'clean') continue;
    all += commit.lines.length;
    flagged += commit.lines.filter(({ path, line }) =>
      findings.some((each) => each.file === path && each.line === line),
    ).length;
  }
  return [all, flagged];
}

function print({ commit, system }: Judged, { severity, rule, file, line, title }: Finding): void {
  console.log(
    `${commit.repository}@${commit.commit.slice(0, 10)} ${system}: ${severity} ${rule ?? ''} ${file}:${line} ${title}`,
  );
}
