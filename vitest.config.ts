import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'wasm/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/prepare.ts',
    // Without a network, wrangler would wait for both.
    env: { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
    // Starting workerd and the engines takes seconds on a small machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
