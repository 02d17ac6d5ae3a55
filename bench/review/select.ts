/**
 * Chooses the commits that reviews are judged by: `node bench/review/select.ts <folder of clones>` writes `commits.jsonl`. A commit counts as repaired
 * when a later one that says it fixes something removed lines of it (the SZZ algorithm, Śliwerski, Zimmermann and Zeller, MSR 2005); as clean when in
 * at least a year nothing that says so did.
 */
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchCommit, COMMITS_FILE, gitIn, isSource, REPOSITORIES, type RepairedLine } from './commits.ts';

/** Commits of each kind that a repository gives. */
const EACH = 26;
/** Source lines that a commit adds, and that a repair removes. */
const ADDED = { least: 3, most: 300 };
const REMOVED = { least: 1, most: 15 };
/** Days between a commit and its repair, and from a clean commit to the newest one. */
const MOST_DAYS_TO_REPAIR = 730;
const LEAST_DAYS_CLEAN = 365;
const DAY = 24 * 3600;

const FIXES = /\b(?:fix(?:e[sd]|ing)?|bugs?|regressions?|reverts?|crash(?:es)?|broken)\b/i;
const NO_REPAIR =
  /\b(?:typos?|docs?|documentation|lint|tests?|ci|readme|changelog|typing|types?|mypy|format|spelling|links?|grammar|build)\b/i;

const [folder = ''] = process.argv.slice(2);
const chosen = REPOSITORIES.flatMap((repository) => {
  const clone = join(folder, repository.replace('/', '+'), 'repo');
  if (!existsSync(clone)) throw new Error(`There is no clone at ${clone}.`);
  return choose(repository, clone);
});
writeFileSync(COMMITS_FILE, chosen.map((each) => `${JSON.stringify(each)}\n`).join(''));
for (const kind of ['repaired', 'clean'])
  console.log(`${kind}: ${chosen.filter((each) => each.kind === kind).length} commits`);

interface LoggedCommit {
  readonly commit: string;
  readonly time: number;
  readonly subject: string;
}

function choose(repository: string, clone: string): readonly BenchCommit[] {
  const git = gitIn(clone);
  const log = git('log', '--no-merges', '--format=%H%x1f%ct%x1f%s')
    .trimEnd()
    .split('\n')
    .map((line): LoggedCommit => {
      const [commit = '', time = '', subject = ''] = line.split('\x1f');
      return { commit, time: Number(time), subject };
    });
  const times = new Map(log.map(({ commit, time }) => [commit, time]));
  const newest = Math.max(...times.values());
  const blamed = new Map<string, { readonly repairedBy: string; readonly lines: RepairedLine[] }>();
  const touched = new Set<string>();
  for (const { commit, time, subject } of log) {
    if (!FIXES.test(subject)) continue;
    for (const { origin, line } of removedLines(git, commit)) {
      touched.add(origin);
      const age = (time - (times.get(origin) ?? 0)) / DAY;
      if (NO_REPAIR.test(subject) || age > MOST_DAYS_TO_REPAIR) continue;
      const known = blamed.get(origin) ?? { repairedBy: commit, lines: [] };
      if (known.repairedBy === commit) known.lines.push(line);
      blamed.set(origin, known);
    }
  }
  const ordered = log.toSorted((left, right) => (rankOf(left.commit) < rankOf(right.commit) ? -1 : 1));
  const fitting = (commit: string) => {
    const added = addedSourceLines(git, commit);
    return added >= ADDED.least && added <= ADDED.most;
  };
  const repaired: BenchCommit[] = [];
  const clean: BenchCommit[] = [];
  for (const { commit, time } of ordered) {
    const found = blamed.get(commit);
    if (found !== undefined && repaired.length < EACH && fitting(commit))
      repaired.push({ repository, commit, kind: 'repaired', ...found });
    const isOld = (newest - time) / DAY >= LEAST_DAYS_CLEAN;
    if (!touched.has(commit) && isOld && clean.length < EACH && fitting(commit))
      clean.push({ repository, commit, kind: 'clean' });
  }
  return [...repaired, ...clean];
}

/** Lines of source that a fix removed, by the commits that brought them. */
function removedLines(git: Git, fix: string): readonly { readonly origin: string; readonly line: RepairedLine }[] {
  const diff = git('show', '--format=', '--unified=0', '--no-color', '--no-ext-diff', '--no-renames', fix);
  const removed: { readonly path: string; readonly line: number }[] = [];
  let path = '';
  let line = 0;
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)/.exec(text);
    if (text.startsWith('--- ')) path = text.startsWith('--- a/') ? text.slice(6) : '';
    else if (hunk !== null) line = Number(hunk[1]);
    else if (text.startsWith('-')) {
      if (isSource(path) && isCode(text.slice(1))) removed.push({ path, line });
      line++;
    }
  }
  if (removed.length < REMOVED.least || removed.length > REMOVED.most) return [];
  return removed.flatMap(({ path, line }) => {
    const blame = git('blame', '--porcelain', '-w', `-L${line},${line}`, `${fix}^`, '--', path);
    const [, origin = '', originLine = ''] = /^([0-9a-f]{40}) (\d+)/.exec(blame) ?? [];
    const originPath = /^filename (.+)$/m.exec(blame)?.[1] ?? path;
    if (/^boundary$/m.test(blame)) return [];
    return [{ origin, line: { path: originPath, line: Number(originLine) } }];
  });
}

/** Whether a line is more than a comment, a bracket or nothing. */
function isCode(line: string): boolean {
  return /\w/.test(line) && !/^\s*(?:#|\/\/|\*|"""|import\b|from\b)/.test(line);
}

function addedSourceLines(git: Git, commit: string): number {
  const counts = git('show', '--format=', '--numstat', '--no-renames', commit).trimEnd().split('\n');
  return counts.reduce((sum, count) => {
    const [added = '', , path = ''] = count.split('\t');
    return isSource(path) ? sum + (Number(added) || 0) : sum;
  }, 0);
}

/** An order that has nothing to do with what a commit is. */
function rankOf(commit: string): string {
  return createHash('sha256').update(commit).digest('hex');
}

type Git = ReturnType<typeof gitIn>;
