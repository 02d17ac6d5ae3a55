/** Files that belong to an interpreter's state but not to the workspace: those of `tempfile` and of the home directory. */
import type { EmscriptenFS } from './glue.ts';
import type { WorkspaceEntry } from './types.ts';

const FOLDERS = ['/tmp', '/home/pyodide'] as const;

/** Returns files and directories by absolute path, directories before what they hold; anything else is left out. */
export function readTemporary(files: EmscriptenFS): readonly WorkspaceEntry[] {
  return FOLDERS.flatMap((folder) => below(files, folder));
}

/** Puts back what {@link readTemporary} returned. */
export function writeTemporary(files: EmscriptenFS, entries: readonly WorkspaceEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === 'directory') files.mkdirTree(entry.path);
    else files.writeFile(entry.path, entry.data);
  }
}

function below(files: EmscriptenFS, folder: string): readonly WorkspaceEntry[] {
  if (!files.analyzePath(folder).exists) return [];
  return files
    .readdir(folder)
    .filter((name) => name !== '.' && name !== '..')
    .flatMap((name): readonly WorkspaceEntry[] => {
      const path = `${folder}/${name}`;
      const { mode } = files.lstat(path);
      if (files.isDir(mode)) return [{ kind: 'directory', path }, ...below(files, path)];
      return files.isFile(mode) ? [{ kind: 'file', path, data: files.readFile(path) }] : [];
    });
}
