import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bindingFaults, readBindings } from './worker-bindings.ts';
import { WORKERS } from './workers.ts';
import { ROOT } from './wrangler.ts';

test('every Worker binds only those that are deployed before it', () => {
  const bound = readBindings(WORKERS);
  expect(bindingFaults(bound)).toEqual([]);
  // That nothing is read of the configurations would pass as well.
  expect(bound.find(({ name }) => name === 'lemma')?.binds.toSorted()).toEqual([
    'lemma-planning',
    'lemma-python',
    'lemma-reasoning',
    'lemma-review',
    'lemma-scaffolds',
    'lemma-symbolic',
    'lemma-workspace',
  ]);
});

test('the list has every configuration of a Worker that is deployed', async () => {
  const skipped = ['node_modules', '.wrangler', 'bench', 'test'];
  const found = glob('**/wrangler.toml', { cwd: ROOT, exclude: (name) => skipped.includes(String(name)) });
  expect((await Array.fromAsync(found)).toSorted()).toEqual(WORKERS.map(({ config }) => config).toSorted());
});

test('a name that the configuration does not have is refused', () => {
  expect(() => readBindings([{ name: 'other', config: 'wrangler.toml' }])).toThrow(
    'wrangler.toml names its Worker lemma, scripts/lib/workers.ts other',
  );
});

test('a Worker that stands before one that it binds is refused', () => {
  const [first, ...others] = readBindings(WORKERS);
  expect(bindingFaults([...others, first ?? { name: '', binds: [] }])).toEqual([
    'lemma-workspace binds lemma-syntax and stands before it in scripts/lib/workers.ts: put it behind',
    'lemma-review binds lemma-syntax and stands before it in scripts/lib/workers.ts: put it behind',
    'lemma-reasoning binds lemma-syntax and stands before it in scripts/lib/workers.ts: put it behind',
    'lemma-planning binds lemma-syntax and stands before it in scripts/lib/workers.ts: put it behind',
  ]);
});

test('a circle is shown once, whole, and an unknown Worker is named', () => {
  const faults = bindingFaults([
    { name: 'a', binds: ['b'] },
    { name: 'b', binds: ['c', 'd'] },
    { name: 'c', binds: ['a'] },
  ]);
  expect(faults).toEqual([
    'a binds b binds c binds a: no order can deploy them; let one of them pass on what the other needs',
    'b binds c binds a binds b: no order can deploy them; let one of them pass on what the other needs',
    'b binds d, which no Worker of scripts/lib/workers.ts is called: a, b, c',
  ]);
});

test('docs/hosting.md names the Workers in this order', async () => {
  const hosting = await readFile(join(ROOT, 'docs/hosting.md'), 'utf8');
  const names = WORKERS.map(({ name }) => `\`${name}\``);
  expect(hosting).toContain(`${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);
});
