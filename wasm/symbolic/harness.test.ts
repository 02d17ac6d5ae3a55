import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { loadHarness } from '../../scripts/lib/node-harness.ts';

it('gives the Worker every file of the harness', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('harness.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    loader: { '.py': 'text' },
  });
  const [bundle] = outputFiles;
  const module = await import(`data:text/javascript,${encodeURIComponent(bundle?.text ?? '')}`);
  expect(module.HARNESS).toEqual(await loadHarness());
});
