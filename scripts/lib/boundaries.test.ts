import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkBoundaries, MAX_LINES } from './boundaries.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'boundaries-'));
});

afterEach(() => rm(root, { recursive: true }));

async function check(files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return checkBoundaries(root);
}

it.each([
  ['src/symbolic/a.ts', '../mcp/server.ts', 'an engine imports only'],
  ['src/review/deep/a.ts', '../../symbolic/engine.ts', 'an engine imports only'],
  ['src/review/a.ts', '../symbolic/deep/api.ts', 'an engine imports only'],
  ['src/review/a.ts', '../mcp/api.ts', 'an engine imports only'],
  ['src/review/a.ts', '../../wasm/python/kernel/pump.ts', 'an engine imports only'],
  ['src/lib/a.ts', '../symbolic/api.ts', 'src/lib/ imports only'],
  ['src/lib/a.ts', '../symbolic/engine.ts', 'src/lib/ imports only'],
  ['src/tools/symbolic/a.ts', '../python/run.ts', 'a tool imports only'],
  ['src/tools/symbolic/a.ts', '../../../durable-objects/user-space/user-space.ts', 'a tool imports only'],
  ['wasm/python/kernel/a.ts', '../../../src/lib/work.ts', 'imports nothing from src/'],
  ['src/mcp/a.ts', '../tools/catalog.ts', 'src/mcp/ imports only'],
  ['src/mcp/a.ts', 'cloudflare:workers', 'import cloudflare:*'],
  ['wasm/python/kernel/a.ts', 'cloudflare:workers', 'import cloudflare:*'],
])('refuses %s that imports %s', async (path, specifier, says) => {
  for (const statement of [
    `import { a } from '${specifier}';\nexport const b = a;`,
    `import '${specifier}';`,
    `export { a } from '${specifier}';`,
    `export const b = () => import('${specifier}');`,
    ...(specifier.startsWith('.') ? [`import type { A } from '${specifier}';\nexport type B = A;`] : []),
  ]) {
    const { violations } = await check({ [path]: statement });
    expect(violations).toEqual([expect.stringContaining(says)]);
    expect(violations[0]).toContain(`${path} imports `);
  }
});

it('refuses a tool with two engines', async () => {
  const code =
    "import { a } from '../../symbolic/a.ts';\nimport { b } from '../../review/b.ts';\nexport const c = [a, b];";
  const { violations } = await check({ 'src/tools/symbolic/a.ts': code });
  expect(violations).toEqual([
    'src/tools/symbolic/a.ts imports the engines symbolic, review: a tool imports one engine',
  ]);
});

it('allows what each place may import', async () => {
  const types = "import type { T } from '../review/api.ts';\nexport type U = T;";
  const report = await check({
    'src/symbolic/a.ts': `${types}\nimport { b } from './b.ts';\nimport { c } from '../lib/c.ts';\nexport const a = [b, c];`,
    'src/review/a.ts': "import { a } from '../symbolic/api.ts';\nexport const b = a;",
    'src/symbolic/api.ts': "export { a } from './a.ts';",
    'src/python/a.ts': "import type { P } from '../../wasm/python/kernel/pump.ts';\nexport type Q = P;",
    'src/tools/symbolic/a.ts':
      "import { z } from 'zod/v4';\nimport { a } from '../../symbolic/a.ts';\nexport const b = [z, a];",
    'src/tools/symbolic/a.test.ts': "import { run } from '../../../scripts/lib/node-symbolic.ts';\nrun();",
    'src/index.ts': "import { env } from 'cloudflare:workers';\nexport default env;",
    'durable-objects/user-space/a.ts':
      "import { DurableObject } from 'cloudflare:workers';\nexport class A extends DurableObject {}",
    'wasm/symbolic/worker.ts': "import { env } from 'cloudflare:workers';\nexport default env;",
  });
  expect(report).toEqual({ files: 8, imports: 11, violations: [] });
});

it('refuses a file that is too long', async () => {
  const lines = 'export {};\n'.repeat(MAX_LINES);
  expect((await check({ 'src/symbolic/a.ts': lines })).violations).toEqual([]);
  expect((await check({ 'src/symbolic/a.ts': `${lines}\n` })).violations).toEqual([
    expect.stringContaining(`has ${MAX_LINES + 1} lines`),
  ]);
});

/** Files that import these, each by a line of its own. */
function importing(...specifiers: readonly string[]): string {
  return specifiers.map((specifier) => `import '${specifier}';\n`).join('');
}

it('refuses folders that import each other in a cycle', async () => {
  const { violations } = await check({
    'src/symbolic/texts/a.ts': importing('../lists/b.ts'),
    'src/symbolic/lists/b.ts': importing('../numbers/deep/c.ts'),
    'src/symbolic/numbers/deep/c.ts': importing('./d.ts'),
    'src/symbolic/numbers/e.ts': importing('../texts/a.ts'),
  });
  expect(violations).toEqual([
    'src/symbolic/lists, src/symbolic/numbers, src/symbolic/texts import each other in a cycle: ' +
      'src/symbolic/lists/b.ts imports src/symbolic/numbers/deep/c.ts; ' +
      'src/symbolic/numbers/e.ts imports src/symbolic/texts/a.ts; ' +
      'src/symbolic/texts/a.ts imports src/symbolic/lists/b.ts: decide which of them rests on which',
  ]);
});

it('refuses a file that a part of its folder rests on and that puts the part together', async () => {
  const { violations } = await check({
    'durable-objects/store.ts': importing('./parts/a.ts'),
    'durable-objects/parts/a.ts': importing('../store.ts'),
  });
  expect(violations).toEqual([
    expect.stringContaining('durable-objects/parts, durable-objects/store.ts import each other in a cycle'),
  ]);
});

it('allows a folder to have files below its parts and above them, and types in a cycle', async () => {
  const { violations } = await check({
    'src/context/service.ts': importing('./index/a.ts', './search/b.ts'),
    'src/context/index/a.ts': importing('../paths.ts', '../search/b.ts'),
    'src/context/search/b.ts': `import type { A } from '../index/a.ts';\n${importing('../paths.ts')}export type B = A;`,
    'src/context/paths.ts': 'export {};',
  });
  expect(violations).toEqual([]);
});

it('refuses that an engine runs code of its wasm/', async () => {
  const { violations } = await check({
    'src/python/a.ts': "import { pump } from '../../wasm/python/kernel/pump.ts';\nexport const run = pump;",
  });
  expect(violations).toEqual([expect.stringContaining('an engine imports only')]);
});
