import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { BIOME } from '../wasm/biome/build-artifacts.ts';
import { PYRIGHT } from '../wasm/pyright/build-artifacts.ts';
import { PYTHON } from '../wasm/python/build-artifacts.ts';
import { readIncluded } from '../wasm/python/build-included.ts';
import { RUFF } from '../wasm/ruff/build-artifacts.ts';
import { SYMBOLIC } from '../wasm/symbolic/build-artifacts.ts';
import { SYNTAX } from '../wasm/syntax/build-artifacts.ts';
import { TSC } from '../wasm/tsc/build-artifacts.ts';
import { PAGE_PACKAGES } from './lib/pages.ts';
import { ROOT } from './lib/wrangler.ts';

const { dependencies, devDependencies } = manifest;
const VERSIONS: ReadonlyMap<string, string> = new Map(Object.entries({ ...devDependencies, ...dependencies }));

/** Packages whose files the builds put into Workers and pages: `@scope/name` or `name` of each path. */
const built = [BIOME, PYRIGHT, PYTHON, RUFF, SYMBOLIC, SYNTAX, TSC]
  .flatMap(({ packageFiles }) => packageFiles)
  .flatMap((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
const builtIn = [...new Set([...built, ...PAGE_PACKAGES])];

const included = await readIncluded();

describe('THIRD_PARTY_NOTICES.md', () => {
  it.each(included)('names the included $name $version', async ({ name, version }) => {
    const notices = await readFile(join(ROOT, 'THIRD_PARTY_NOTICES.md'), 'utf8');
    expect(notices).toContain(`| ${name} ${version} |`);
  });

  it.each([...new Set([...Object.keys(dependencies), ...builtIn])])('names %s in its version', async (name) => {
    const notices = await readFile(join(ROOT, 'THIRD_PARTY_NOTICES.md'), 'utf8');
    expect(notices).toContain(`| ${name} ${VERSIONS.get(name)}`);
  });
});

it('what only builds read is a development dependency; of tree-sitter, a Worker imports code too', () => {
  expect(builtIn.length).toBeGreaterThan(20);
  expect(builtIn.filter((name) => name in dependencies)).toEqual(['web-tree-sitter']);
});
