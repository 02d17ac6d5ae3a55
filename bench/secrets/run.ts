/**
 * How many secrets are found, and what is found that is none: `node bench/secrets/run.ts [--corpora <folder>] [<repository> …]`. The folder has
 * checkouts of public scanners (`gitleaks`, `betterleaks`, `secretlint`, `detect-secrets`, `trufflehog`); repositories are git directories, of
 * which the newest commit is read.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findSecrets } from '../../src/lib/secrets/find.ts';
import { previewOf } from '../../src/lib/secrets/mask.ts';
import { SECRET_PATTERNS } from '../../src/lib/secrets/patterns.ts';
import { CORPORA } from './corpora.ts';
import { falseAlarms, recall } from './measure.ts';
import { negatives } from './negatives.ts';
import { positives } from './positives.ts';

/** Seeds: patterns were improved by the first, and are judged by the second. */
const SEEDS = { tune: 1, judge: 2 } as const;
const BUFFER = 1 << 28;
const LARGEST = 1_500_000;

const { values, positionals } = parseArgs({ options: { corpora: { type: 'string' } }, allowPositionals: true });

console.log(`${new Set(SECRET_PATTERNS.map(({ kind }) => kind)).size} kinds in ${SECRET_PATTERNS.length} patterns`);
for (const [half, seed] of Object.entries(SEEDS)) {
  const [found, alarms] = [recall(positives(seed, 8)), falseAlarms(negatives(seed, 10))];
  console.log(`generated, ${half}: ${share(found)} found, ${share(alarms)} false`, found.wrong, alarms.wrong);
}
if (values.corpora !== undefined) measureCorpora(values.corpora);
for (const repository of positionals) measureRepository(repository);

function share({ found, total }: { readonly found: number; readonly total: number }): string {
  return `${found} of ${total} (${((100 * found) / Math.max(1, total)).toFixed(1)} %)`;
}

function measureCorpora(root: string): void {
  for (const [name, read] of Object.entries(CORPORA)) {
    const folder = join(root, name);
    if (!existsSync(folder)) continue;
    const cases = read(folder);
    for (const half of ['tune', 'judge'] as const) {
      const count = (isSecret: boolean) => {
        const asked = cases.filter((each) => each.half === half && each.isSecret === isSecret);
        return { total: asked.length, found: asked.filter(({ text }) => findSecrets(text).length > 0).length };
      };
      console.log(`${name}, ${half}: ${share(count(true))} found, ${share(count(false))} of those it does not report`);
    }
  }
}

function measureRepository(folder: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { maxBuffer: BUFFER });
  const paths = git('ls-tree', '-r', '--name-only', '-z', 'HEAD').toString().split('\0').filter(Boolean);
  let [lines, milliseconds] = [0, 0];
  const found: string[] = [];
  for (const path of paths) {
    const bytes = readBlob(git, path);
    if (bytes === undefined || bytes.length > LARGEST || bytes.includes(0)) continue;
    const text = bytes.toString();
    lines += text.split('\n').length;
    const before = performance.now();
    const secrets = findSecrets(text);
    milliseconds += performance.now() - before;
    for (const secret of secrets) found.push(`${path}:${secret.line} ${secret.kind} ${previewOf(text, secret)}`);
  }
  const rate = ((1e5 * found.length) / Math.max(1, lines)).toFixed(1);
  console.log(`${folder}: ${found.length} in ${lines} lines, ${rate} in 100,000; ${Math.round(milliseconds)} ms`);
  for (const each of found) console.log(`  ${each}`);
}

/** Of a file that the commit has; a submodule, or what a partial copy lacks, is none. */
function readBlob(git: (...args: readonly string[]) => Buffer, path: string): Buffer | undefined {
  try {
    return git('cat-file', 'blob', `HEAD:${path}`);
  } catch {
    return undefined;
  }
}
