import { defineConfig } from 'vitest/config';
import { OFFLINE } from './scripts/lib/wrangler.ts';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'durable-objects/**/*.test.ts',
      'scripts/**/*.test.ts',
      'wasm/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    globalSetup: 'test/prepare.ts',
    env: OFFLINE,
    // Starting workerd and the engines takes seconds on a small machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
