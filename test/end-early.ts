/**
 * Set up for each test file: ends one early that waits for what does not come. Once a test of it failed by waiting, those behind it fail
 * without waiting as long; a file that fails runs again, so that each of them would hold up a run twice.
 */
import { beforeEach } from 'vitest';
import { PATIENCE_MS } from './until.ts';

/** The test that waited in vain: this module is new for each file. */
let hung: string | undefined;

beforeEach(({ task, onTestFailed }) => {
  if (hung !== undefined) throw new Error(`Not run: "${hung}" waited for something in vain.`);
  const began = performance.now();
  // Some tests may last longer than they wait for any one state.
  const longest = Math.min(PATIENCE_MS, 0.9 * task.timeout);
  onTestFailed(() => {
    if (performance.now() - began >= longest) hung ??= task.name;
  });
});
