/** The paths of a workspace's source files, found by folder and by ending. */

/** The folder of a path; empty for one at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Puts path parts together; undefined when `..` leads out of the workspace. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${relative}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Folders from `folder` up to the root, which is the empty string. */
export function* ancestors(folder: string): Generator<string> {
  for (let at = folder; at !== ''; at = folderOf(at)) yield at;
  yield '';
}

/** Of paths, the only one, else the only one that shares the most leading folders with `from`; undefined when that is no decision. */
export function nearest(paths: readonly string[], from: string): string | undefined {
  const shared = (path: string) => {
    const [left, right] = [path.split('/'), from.split('/')];
    const different = left.findIndex((part, index) => part !== right[index]);
    return different < 0 ? left.length : different;
  };
  const most = Math.max(...paths.map(shared));
  const best = paths.filter((path) => shared(path) === most);
  return best.length === 1 ? best[0] : undefined;
}

/** Source files of one commit. */
export class Paths {
  readonly #all: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();
  readonly #byFolder = new Map<string, string[]>();
  readonly #foldersByName = new Map<string, string[]>();
  /** Folders of packages by what manifests call them: `npm:` and the name, or `go:` and the module's path. */
  readonly packages: ReadonlyMap<string, string>;

  /** `paths` in order; lists that come out of this have the same order. */
  constructor(paths: Iterable<string>, packages: ReadonlyMap<string, string> = new Map()) {
    this.#all = new Set(paths);
    this.packages = packages;
    for (const path of this.#all) {
      push(this.#byName, nameOf(path), path);
      push(this.#byFolder, folderOf(path), path);
    }
    const folders = new Set([...this.#byFolder.keys()].flatMap((folder) => [...ancestors(folder)]));
    for (const folder of folders) push(this.#foldersByName, nameOf(folder), folder);
  }

  has(path: string): boolean {
    return this.#all.has(path);
  }

  /** The first of `candidates` that is a file. */
  first(candidates: Iterable<string>): string | undefined {
    for (const candidate of candidates) if (this.#all.has(candidate)) return candidate;
    return undefined;
  }

  /** Files right inside a folder. */
  inFolder(folder: string): readonly string[] {
    return this.#byFolder.get(folder) ?? [];
  }

  /** Paths that are `ending`, or end in it after a slash. */
  endingIn(ending: string): readonly string[] {
    return (this.#byName.get(nameOf(ending)) ?? []).filter((path) => endsIn(path, ending));
  }

  /** As {@link endingIn}, of folders that hold files at any depth. */
  foldersEndingIn(ending: string): readonly string[] {
    return (this.#foldersByName.get(nameOf(ending)) ?? []).filter((folder) => endsIn(folder, ending));
  }
}

function endsIn(path: string, ending: string): boolean {
  return path === ending || path.endsWith(`/${ending}`);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
