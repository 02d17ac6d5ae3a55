/** Corpora on disk: downloads packages through their own clients, checks hashes, and unpacks what is kept. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Corpus, Download } from './packages.ts';

/** The root of this repository. */
export const REPOSITORY = join(import.meta.dirname, '../..');
/** Downloads stay here between runs. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'lemma/retrieval');

/** Endings of the files that are kept: sources and texts. */
const ENDINGS =
  /\.(?:py|c|h|go|ts|js|java|rb|php|rs|md|txt|rst|adoc|tcl|sh|erb|html|css|ya?ml|toml|json|conf|phpt|jinja|tpl)$/;
/** Bytes of the longest file that is kept. */
const LONGEST = 500_000;

/** A file of a corpus. */
export interface CorpusFile {
  readonly path: string;
  readonly text: string;
}

/** A patch that a distribution adds to a package. */
export interface Patch {
  readonly name: string;
  readonly text: string;
}

/** A folder of the cache, made when it is missing. */
export function cacheFolder(...names: readonly string[]): string {
  const folder = join(CACHE, ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The files of a corpus that are kept, by path. */
export function corpusFiles(corpus: Corpus): readonly CorpusFile[] {
  const folder = unpacked(corpus);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => corpus.keep.some((prefix) => path.startsWith(prefix)))
    .filter((path) => !path.startsWith('.pc/') && corpus.drop?.test(path) !== true && ENDINGS.test(path))
    .toSorted(byCodeUnits)
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
    .filter(({ text }) => text.length > 0 && text.length <= LONGEST && !text.includes('\0'));
}

/** The patches of a Debian package, in the order in which they apply; none for other sources. */
export function corpusPatches(corpus: Corpus): readonly Patch[] {
  if (corpus.source.from !== 'debian') return [];
  const archive = corpus.source.downloads.find(({ file }) => file.includes('.debian.tar.'));
  if (archive === undefined) return [];
  const folder = unpack(downloaded(corpus, archive), cacheFolder('unpacked', `${corpus.name}-debian`));
  const series = readFileSync(join(folder, 'patches/series'), 'utf8').split('\n');
  return series
    .map((line) => line.replace(/(?:^|\s)#.*$|\s+-p\d\s*$/, '').trim())
    .filter((name) => name !== '')
    .map((name) => ({ name, text: readFileSync(join(folder, 'patches', name), 'utf8') }));
}

/** Orders as JavaScript compares strings, on every machine the same. */
export function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The SHA-256 of `bytes`, in hexadecimal. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function unpacked(corpus: Corpus): string {
  const folder = cacheFolder('unpacked', corpus.name);
  if (corpus.source.from === 'history') {
    if (readdirSync(folder).length > 0) return folder;
    const archive = join(cacheFolder('downloads'), `${corpus.source.commit}.tar`);
    execFileSync('git', ['-C', REPOSITORY, 'archive', '--output', archive, corpus.source.commit]);
    execFileSync('tar', ['xf', archive, '-C', folder]);
    return folder;
  }
  const archive = corpus.source.downloads.find(({ file }) => !file.includes('.debian.tar.'));
  if (archive === undefined) throw new Error(`${corpus.name} names no archive of sources.`);
  return unpack(downloaded(corpus, archive), folder);
}

function unpack(archive: string, folder: string): string {
  if (readdirSync(folder).length === 0)
    execFileSync('tar', ['xf', archive, '-C', folder, '--strip-components=1'], { stdio: 'inherit' });
  return folder;
}

/** Where a download lies. Throws when its hash is not the one that is pinned. */
function downloaded(corpus: Corpus, { file, sha256: expected }: Download): string {
  const folder = cacheFolder('downloads');
  const path = join(folder, file);
  if (!existsSync(path)) download(corpus, folder);
  const actual = sha256(readFileSync(path));
  if (actual !== expected) throw new Error(`${path} has SHA-256 ${actual}, not ${expected}. Delete it and try again.`);
  return path;
}

function download({ source }: Corpus, folder: string): void {
  switch (source.from) {
    case 'history':
      return;
    case 'npm':
      execFileSync('npm', ['pack', '--silent', `${source.package}@${source.version}`], { cwd: folder });
      return;
    case 'debian':
      execFileSync('apt-get', ['source', '--download-only', '-q', `${source.package}=${source.version}`], {
        cwd: folder,
        env: { ...process.env, APT_CONFIG: debianSources() },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
  }
}

/** Configuration of apt with source packages of Debian 12 and lists of its own, so that the system's stay as they are. */
function debianSources(): string {
  const folder = cacheFolder('apt');
  const config = join(folder, 'apt.conf');
  if (existsSync(config)) return config;
  const lists = cacheFolder('apt', 'lists');
  cacheFolder('apt', 'lists', 'partial');
  const archives = cacheFolder('apt', 'cache');
  cacheFolder('apt', 'cache', 'archives', 'partial');
  writeFileSync(join(folder, 'sources.list'), 'deb-src http://deb.debian.org/debian bookworm main\n');
  writeFileSync(
    config,
    `Dir::State::lists "${lists}";\nDir::Cache "${archives}";\nDir::Etc::sourcelist "${folder}/sources.list";\nDir::Etc::sourceparts "-";\nAPT::Sandbox::User "root";\n`,
  );
  execFileSync('apt-get', ['update', '-q'], { env: { ...process.env, APT_CONFIG: config }, stdio: 'ignore' });
  return config;
}
