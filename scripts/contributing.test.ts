/** What CONTRIBUTING.md says the compiler asks for when something is added: one of each is added to a copy of the sources. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from './lib/wrangler.ts';

const run = promisify(execFile);

/** In each file, what stands there and what stands there afterwards. */
const ADDITIONS: readonly (readonly [path: string, before: string, after: string])[] = [
  ['src/review/static/analyzer.ts', "'pyright'] as const", "'pyright', 'added'] as const"],
  ['src/planning/step-types.ts', "'review'] as const", "'review', 'added'] as const"],
  [
    'src/planning/checks.ts',
    '    reviewSchema,\n',
    "    reviewSchema,\n    z.strictObject({ kind: z.literal('added') }),\n",
  ],
  ['src/syntax/service.ts', 'export const LANGUAGES = [\n', "export const LANGUAGES = [\n  'added',\n"],
  ['src/models/model.ts', "'workers-ai'] as const", "'workers-ai', 'added'] as const"],
];

/** Files that are copied under another name, whole and without one of their parts. */
const COPIES: readonly (readonly [path: string, part: RegExp])[] = [
  ['src/tools/health/health-summary.ts', /^ {2}annotations: .*\n/m],
  ['src/scaffolds/graph/bfs.ts', /^ {2}title: .*\n/m],
];

const failure = z.object({ stdout: z.string() });

/** Files with errors of the compiler, in order. */
async function compile(folder: string): Promise<readonly string[]> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '--noEmit'], { cwd: folder }).catch((error) =>
    failure.parse(error),
  );
  return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path))].sort();
}

it('adds one of each, and hears from the compiler what CONTRIBUTING.md says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lemma-contributing-'));
  try {
    for (const each of ['src', 'durable-objects', 'wasm', 'env.d.ts', 'tsconfig.json', 'package.json', 'server.json']) {
      await cp(join(ROOT, each), join(folder, each), { recursive: true, filter: (path) => !path.endsWith('.wasm') });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
    for (const [path, before, after] of ADDITIONS) {
      const text = await readFile(join(folder, path), 'utf8');
      expect(text).toContain(before);
      await writeFile(join(folder, path), text.replace(before, after));
    }
    const incomplete: string[] = [];
    for (const [path, part] of COPIES) {
      const text = await readFile(join(folder, path), 'utf8');
      expect(text).toMatch(part);
      await writeFile(join(folder, path.replace('.ts', '-added.ts')), text);
      incomplete.push(path.replace('.ts', '-incomplete.ts'));
      await writeFile(join(folder, incomplete.at(-1) ?? ''), text.replace(part, ''));
    }
    const guide = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const promised = [...guide.matchAll(/\*\*`([^`<]+)`\*\*/g)].map(([, path = '']) => path);
    expect(await compile(folder)).toEqual([...promised, ...incomplete].sort());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
