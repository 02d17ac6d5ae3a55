import './scripts/check-node.mjs';
import { defineConfig } from 'vitest/config';
import { OFFLINE } from './scripts/lib/wrangler.ts';
import { RUN } from './test/generated.ts';
import { SlowestFirst } from './test/slowest-first.ts';

const include = [
  'src/**/*.test.ts',
  'durable-objects/**/*.test.ts',
  'scripts/**/*.test.ts',
  'wasm/**/*.test.ts',
  'test/**/*.test.ts',
];
/** What only a clock can tell, such as how long a neighbour waits: reported by CI, and red for nobody. */
const chaos = ['**/*.chaos.test.ts'];
/** Files that put modules of their own in place of others, which only Vite's loader can. */
const mocked = ['test/differential/planted-faults.test.ts'];
/** Files that load Mermaid and the DOM that it needs: neither, nor the memory that they take, may reach another file. */
const isolated = ['src/planning/diagrams/*diagrams.test.ts', 'src/tools/planning/visualize-plan.test.ts'];

export default defineConfig({
  test: {
    globalSetup: 'test/prepare.ts',
    setupFiles: 'test/end-early.ts',
    // Node loads modules itself: they run faster than what Vite makes of them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { ...OFFLINE, ...RUN },
    // Starting workerd and the engines takes seconds on a small machine.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'mocked', include: mocked, experimental: { viteModuleRunner: true } } },
      { extends: true, test: { name: 'isolated', include: isolated } },
      { extends: true, test: { name: 'chaos', include: chaos } },
      // A process runs many files, and starts each engine and each server once.
      { extends: true, test: { name: 'shared', include, exclude: [...mocked, ...isolated, ...chaos], isolate: false } },
    ],
  },
});
