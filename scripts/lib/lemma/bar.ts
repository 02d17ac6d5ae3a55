/** A bar that shows how far work is. */

/** Cells of the bar. */
const CELLS = 30;

/** Shows it in place of what stands in the line, on a terminal only. */
export function showBar(label: string, done: number, all: number, unit: string): void {
  if (!process.stderr.isTTY) return;
  const filled = all === 0 ? 0 : Math.floor((CELLS * done) / all);
  const cells = '#'.repeat(filled) + '.'.repeat(CELLS - filled);
  process.stderr.write(`\r\x1b[K${label} [${cells}] ${done} of ${all} ${unit}`);
}

/** Takes it away. */
export function hideBar(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
