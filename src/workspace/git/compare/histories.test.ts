/** Blame, changed files and merge bases beside those of the real git, over random histories and, when one is given, a real one. */
import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { amount, seedOf } from '../../../../test/generated.ts';
import { randomHistory } from '../../../../test/git-histories.ts';
import { loadObjects } from '../../../../test/local-git.ts';
import { randomOf } from '../../../../test/random-lines.ts';
import { type Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import type { Repository } from '../repository.ts';
import { blame } from './blame.ts';
import { changedPaths } from './changed-paths.ts';
import { compareFile, countLines } from './compare-file.ts';
import { mergeBases } from './merge-bases.ts';
import { findRenames } from './renames.ts';

const all = () => new WorkBudget(Number.POSITIVE_INFINITY);

function done<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done: isDone, value } = steps.next();
    if (isDone) return value;
  }
}

type Git = (...args: readonly string[]) => string;

/** `commit path first-line-there first-line count` of every group. */
function blamedByGit(git: Git, commit: string, path: string): readonly string[] {
  const groups: string[] = [];
  const files = new Map<string, string>();
  let current: { commit: string; head: string } | undefined;
  for (const line of git('blame', '--porcelain', commit, '--', path).split('\n')) {
    const head = /^([0-9a-f]{40}) (\d+) (\d+) (\d+)$/.exec(line);
    if (head !== null) current = { commit: head[1] ?? '', head: `${head[2]} ${head[3]} ${head[4]}` };
    if (line.startsWith('filename ') && current !== undefined) files.set(current.commit, line.slice(9));
    if (line.startsWith('\t') && current !== undefined) {
      groups.push(`${current.commit} ${files.get(current.commit)} ${current.head}`);
      current = undefined;
    }
  }
  return groups;
}

function blamedHere(repository: Repository, commit: string, path: string): readonly string[] {
  const found = done(blame(repository, { commit, path, from: 0, to: lineCount(repository, commit, path) }, all()));
  expect(found.complete).toBe(true);
  return found.lines.map((each) => `${each.commit} ${each.path} ${each.origin + 1} ${each.line + 1} ${each.count}`);
}

function lineCount(repository: Repository, commit: string, path: string): number {
  const data = repository.blob(repository.entryAt(commit, path)?.oid ?? '') ?? new Uint8Array();
  const ends = data.reduce((count, byte) => count + Number(byte === 0x0a), 0);
  return ends + Number(data.length > 0 && data.at(-1) !== 0x0a);
}

const removals: (() => void)[] = [];
afterAll(() => {
  for (const remove of removals) remove();
});

const histories = Array.from({ length: amount(40, 2) }, (_, index) => {
  const seed = seedOf(index);
  const history = randomHistory(seed, 40);
  removals.push(history.remove);
  return { seed, ...history, ...loadObjects(history.folder) };
});

it('blames the commits that git blames', () => {
  let compared = 0;
  for (const { seed, commits, git, repository } of histories) {
    for (const commit of [commits.at(-1) ?? '', commits[20] ?? '']) {
      for (const { path, mode } of repository.files(commit)) {
        if (mode === '120000' || path.startsWith('bin')) continue;
        compared++;
        expect(blamedHere(repository, commit, path), `${path} at ${commit}, seed ${seed}`).toEqual(
          blamedByGit(git, commit, path),
        );
      }
    }
  }
  expect(compared).toBeGreaterThan(histories.length);
});

it('finds the merge bases that git finds', () => {
  for (const { seed, commits, git, repository } of histories) {
    const random = randomOf(seed);
    for (let pair = 0; pair < 12; pair++) {
      const [left, right] = [commits[random(commits.length)] ?? '', commits[random(commits.length)] ?? ''];
      const expected = gitOrNothing(git, 'merge-base', '--all', left, right)
        .split('\n')
        .filter((oid) => oid !== '');
      expect([...done(mergeBases(repository, left, right, all())).bases].sort(), `seed ${seed}`).toEqual(
        expected.sort(),
      );
    }
  }
});

function gitOrNothing(git: Git, ...args: readonly string[]): string {
  try {
    return git(...args);
  } catch {
    return '';
  }
}

/** `status added removed path`, or `status added removed from path` of a renamed file. */
function changesByGit(git: Git, left: string, right: string): readonly string[] {
  const fields = (...args: readonly string[]) => git('diff', '-M', '-z', ...args, left, right).split('\0');
  const lines = new Map<string, string>();
  const counts = fields('--numstat').values();
  for (const count of counts) {
    const [added, removed, path] = count.split('\t');
    // A renamed file has its two names behind an empty one.
    if (path === '') counts.next();
    lines.set(path === '' ? String(counts.next().value) : String(path), `${added} ${removed}`);
  }
  const found: string[] = [];
  const entries = fields('--raw', '--no-abbrev').values();
  for (const entry of entries) {
    const [, , before, after, status = ''] = entry.split(' ');
    if (status === '') continue;
    const from = status.startsWith('R') ? `${entries.next().value} ` : '';
    const path = String(entries.next().value);
    // Git counts no lines of binary files that only got another name or mode either.
    found.push(`${status} ${before === after ? '0 0' : lines.get(path)} ${from}${path}`);
  }
  return found.sort();
}

function changesHere(repository: Repository, left: string, right: string): readonly string[] {
  const [before, after] = [repository.commit(left).tree, repository.commit(right).tree];
  const { changes, complete } = done(
    findRenames(repository, done(changedPaths(repository, before, after, all())), all()),
  );
  expect(complete).toBe(true);
  const described = changes.map((change) => {
    const { path, from, similarity, before, after } = change;
    const compared = done(compareFile(repository, change, all()));
    const { added, removed } = compared.kind === 'text' ? countLines(compared.hunks) : { added: '-', removed: '-' };
    const isLink = (side: typeof before) => side?.mode === '120000';
    const status =
      from !== undefined
        ? `R${String(similarity).padStart(3, '0')}`
        : before === undefined
          ? 'A'
          : after === undefined
            ? 'D'
            : isLink(before) === isLink(after)
              ? 'M'
              : 'T';
    return `${status} ${added} ${removed} ${from === undefined ? '' : `${from} `}${path}`;
  });
  return described.sort();
}

it('counts the lines and finds the renames that git does', () => {
  let renamed = 0;
  for (const { seed, commits, git, repository } of histories) {
    const random = randomOf(seed + 1);
    for (let pair = 0; pair < 20; pair++) {
      const [left, right] = [commits[random(commits.length)] ?? '', commits[random(commits.length)] ?? ''];
      const expected = changesByGit(git, left, right);
      renamed += expected.filter((line) => line.startsWith('R')).length;
      expect(changesHere(repository, left, right), `${left} ${right}, seed ${seed}`).toEqual(expected);
    }
  }
  expect(renamed).toBeGreaterThan(0);
});

it('says what it did not reach when its budget is spent, and nothing wrong', () => {
  const [{ commits, repository } = expect.fail('there is no history')] = histories;
  const commit = commits.at(-1) ?? '';
  const isText = ({ path, mode }: { path: string; mode: string }) => mode !== '120000' && !path.startsWith('bin');
  let unfinished = 0;
  for (const { path } of [...repository.files(commit)].filter(isText)) {
    const to = lineCount(repository, commit, path);
    const request = { commit, path, from: 0, to };
    const originOf = (work: WorkBudget) => {
      const { lines, complete } = done(blame(repository, request, work));
      expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(to);
      expect(complete).toBe(lines.every(({ certainty }) => certainty !== 'unfinished'));
      return lines.flatMap(({ count, commit: origin, certainty }) =>
        Array.from({ length: count }, () => (certainty === 'unfinished' ? undefined : origin)),
      );
    };
    const whole = originOf(all());
    for (const units of [0, 500, 2000]) {
      for (const [line, origin] of originOf(new WorkBudget(units)).entries()) {
        if (origin === undefined) unfinished++;
        else expect(origin).toBe(whole[line]);
      }
    }
  }
  expect(unfinished).toBeGreaterThan(0);
  const trees = [commits[0] ?? '', commit].map((oid) => repository.commit(oid).tree);
  const changes = done(changedPaths(repository, trees[0], trees[1], all()));
  const spent = new WorkBudget(0);
  expect(done(changedPaths(repository, trees[0], trees[1], spent))).toEqual([]);
  expect(changes.map((change) => done(compareFile(repository, change, spent)).kind)).toEqual(
    changes.map(() => 'unread'),
  );
});

const { REAL_REPOSITORY } = process.env;

// REAL_REPOSITORY=<folder of a clone> npm test -- src/workspace/git/compare/histories --testTimeout=600000
it.skipIf(REAL_REPOSITORY === undefined)('says of a real repository what git says', () => {
  const folder = REAL_REPOSITORY ?? '';
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...args], { maxBuffer: 1 << 30 }).toString('latin1');
  const { repository } = loadObjects(folder);
  const head = git('rev-parse', 'HEAD').trim();
  for (const { path, mode } of repository.files(head)) {
    if (!/\.(py|md|rst|toml|yml|txt)$/.test(path) || mode !== '100644') continue;
    const data = repository.blob(repository.entryAt(head, path)?.oid ?? '') ?? new Uint8Array();
    if (!data.includes(0)) expect.soft(blamedHere(repository, head, path), path).toEqual(blamedByGit(git, head, path));
  }
  for (const line of git('log', '--format=%H %P', '-n', '3000').trim().split('\n')) {
    const [commit = '', parent = ''] = line.split(' ');
    if (parent !== '')
      expect.soft(changesHere(repository, parent, commit), commit).toEqual(changesByGit(git, parent, commit));
  }
});
