/** Repositories of real code in several sizes, made once and kept in the cache. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, corpusFiles, REPOSITORY } from '../retrieval/corpora.ts';
import { CORPORA } from '../retrieval/packages.ts';

/** A git repository with one commit. */
export interface BenchRepository {
  readonly name: string;
  /** A folder with a working tree. */
  readonly folder: string;
  readonly files: number;
  /** Of the files. */
  readonly bytes: number;
}

const MEGABYTE = 1_000_000;
/** Sources of installed packages fill up what the corpora leave. */
const SOURCE = /\.(?:[cm]?[jt]sx?|json|md|h|hpp|cc?|py|css|html|ya?ml|scm)$/;
/** Bytes of the longest of those; longer ones are mostly built files. */
const LONGEST = 1_400_000;
/** The date of every commit, so that they are the same in every run. */
const DATE = '2026-01-01T00:00:00Z';

/** A repository of about `megabytes` of code; the files of a smaller one are in every larger one too. */
export function repositoryOf(megabytes: number): BenchRepository {
  const folder = cacheFolder('..', 'speed', `${megabytes}-mb`);
  const facts = join(folder, '.git', 'lemma-bench.json');
  if (!existsSync(facts)) {
    let files = 0;
    let bytes = 0;
    for (const { path, content } of sources()) {
      if (bytes + content.length > megabytes * MEGABYTE) break;
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      files++;
      bytes += content.length;
    }
    git(folder, 'init', '--quiet', '--initial-branch=main');
    commitAll(folder, 'All files');
    writeFileSync(facts, JSON.stringify({ name: `${megabytes} MB`, folder, files, bytes }));
  }
  git(folder, 'reset', '--hard', '--quiet', 'main');
  return JSON.parse(readFileSync(facts, 'utf8'));
}

/** Commits everything in a working tree. */
export function commitAll(folder: string, message: string): void {
  git(folder, 'add', '--all', '--force');
  git(folder, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '-m', message);
}

/** Runs git in a folder; returns what it prints. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'gc.auto=0', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE },
  });
}

function* sources(): Generator<{ path: string; content: Buffer }> {
  const corpora = CORPORA.filter(({ source }) => source.from !== 'history');
  // The smallest one first: it is the whole of the smallest repository.
  for (const corpus of corpora.toSorted((left) => (left.name === 'zod' ? -1 : 0))) {
    for (const { path, text } of corpusFiles(corpus)) {
      yield { path: `${corpus.name}/${path}`, content: Buffer.from(text) };
    }
  }
  const root = join(REPOSITORY, 'node_modules');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.filter((each) => SOURCE.test(each)).toSorted()) {
    const content = readFileSync(path);
    // .gitignore files of packages and folders named .git would change what is committed.
    if (content.length > 0 && content.length <= LONGEST && !content.includes(0)) {
      yield { path: `packages${path.slice(root.length)}`, content };
    }
  }
}
