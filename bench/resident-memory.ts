/** Memory of the server's process, which is a child of this one. */
import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes that workerd occupies, as Linux counts them; undefined elsewhere. */
export function residentMegabytes(): number | undefined {
  const sizes = processes().flatMap((id) => {
    const status = field(id);
    return status('Name') === 'workerd' && Number(status('PPid')) === process.pid
      ? [Number.parseInt(status('VmRSS'), 10) / 1024]
      : [];
  });
  return sizes.length === 0 ? undefined : Math.max(...sizes);
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function field(id: string): (name: string) => string {
  let lines: readonly string[] = [];
  try {
    lines = readFileSync(`/proc/${id}/status`, 'utf8').split('\n');
  } catch {
    // The process has ended.
  }
  return (name) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
}
