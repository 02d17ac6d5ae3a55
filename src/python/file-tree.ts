/** Lists of files: what of a directory is shown, and how it is drawn. */
import type { FileEntry } from './files.ts';

/** Levels below `root`, 1 being what lies directly in it. */
export function depthBelow(root: string, path: string): number {
  const names = path.split('/').length;
  return root === '' ? names : names - root.split('/').length;
}

/** Draws the entries below `root`, which come directories first and sorted by path. */
export function drawTree(root: string, entries: readonly FileEntry[]): string {
  const folders = new Map<string, FileEntry[]>();
  for (const entry of entries) {
    const parent = entry.path.includes('/') ? entry.path.slice(0, entry.path.lastIndexOf('/')) : '';
    const siblings = folders.get(parent);
    if (siblings === undefined) folders.set(parent, [entry]);
    else siblings.push(entry);
  }
  const lines = [root === '' ? '/workspace' : root];
  const draw = (folder: string, indent: string): void => {
    const inside = folders.get(folder) ?? [];
    for (const [index, entry] of inside.entries()) {
      const last = index === inside.length - 1;
      const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
      lines.push(`${indent}${last ? '└── ' : '├── '}${name}${entry.kind === 'directory' ? '/' : ''}`);
      if (entry.kind === 'directory') draw(entry.path, `${indent}${last ? '    ' : '│   '}`);
    }
  };
  draw(root, '');
  return lines.join('\n');
}
