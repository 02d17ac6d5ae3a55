import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'wasm/**/*.test.ts', 'test/**/*.test.ts'],
    // Starting workerd and the engines takes seconds on a small machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
