/**
 * Workers that were bundled before: `npm run deploy:check -- --keep <folder>` leaves them there, and tests start them when `LEMMA_BUNDLES`
 * names that folder. To bundle a Worker takes longer than to start it, and a run of all tests starts them hundreds of times.
 */
import { writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { experimental_readRawConfig as readConfiguration } from 'wrangler';
import type { Worker } from './workers.ts';
import { ROOT } from './wrangler.ts';

const { LEMMA_BUNDLES: BUNDLES } = process.env;

/** What a bundle's own configuration is called. */
const CONFIG = 'wrangler.json';
/** What runs first in a bundle. */
const ENTRY = 'entry.js';

/** What wrangler takes for modules without a rule; with one, it says of each that it found it twice. */
const KNOWN = ['**/*.txt', '**/*.bin'];

/** The configuration of a Worker, from the repository's root: that of its bundle where there is one. */
export function configToStart({ name, config }: Worker): string {
  return BUNDLES === undefined ? config : join(BUNDLES, name, CONFIG);
}

/** Makes what a dry run left in `folder` a Worker: its configuration, beside an entry. */
export async function keepBundle(worker: Worker, folder: string): Promise<void> {
  const path = join(ROOT, worker.config);
  const { rawConfig } = readConfiguration({ config: path });
  const { main = '', assets, rules = [], define: _, ...rest } = rawConfig;
  const bundle = `./${parse(main).name}.js`;
  // wrangler parses all of an entry at each start, to find out whether it is a module.
  await writeFile(join(folder, ENTRY), `export * from '${bundle}';\nexport { default } from '${bundle}';\n`);
  const kept = {
    ...rest,
    ...(assets && { assets: { ...assets, directory: resolve(path, '..', assets.directory ?? '') } }),
    main: ENTRY,
    no_bundle: true,
    find_additional_modules: true,
    rules: [...rules.map(withoutKnown), { type: 'ESModule', globs: ['**/*.js'], fallthrough: true }],
  };
  await writeFile(join(folder, CONFIG), JSON.stringify(kept));
}

function withoutKnown<Rule extends { readonly globs: readonly string[] }>(rule: Rule): Rule {
  return { ...rule, globs: rule.globs.filter((glob) => !KNOWN.includes(glob)) };
}
