import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withFreshStubs } from './fresh-stubs.ts';

const { resolve } = createRequire(createRequire(import.meta.url).resolve('wrangler'));
const source = readFileSync(join(dirname(resolve('miniflare')), 'workers/core/dev-registry-proxy.worker.js'), 'utf8');

it("changes wrangler's module as it is, and no other", () => {
  expect(source).toContain('return this._cachedFetcher;');
  const changed = withFreshStubs(source);
  expect(changed).not.toContain('return this._cachedFetcher;');
  expect(changed.match(/\.getActor\(/g)).toHaveLength(2);
  expect(() => withFreshStubs(changed)).toThrow('has changed');
});
