/** The files that checking some Python needs: modules of the workspace that they import, and theirs in turn. */
import type { CheckedFile } from '../../src/review/static/analyzer.ts';
import type { ReadFiles } from '../../src/review/static/service.ts';

/** What one check loads: bounds that are chosen for an isolate of 128 MB. */
const MOST_FILES = 200;
const MOST_UNITS = 1_000_000;

/** `import a.b, c` and `from .a.b import c`, with the names of the first lines behind it. */
const IMPORT =
  /^[ \t]*(?:from[ \t]+(\.*)(\w[\w.]*|(?<=\.))[ \t]+import[ \t]+\(?([^#\n)]*(?:\n[^#\n)=]*){0,10})|import[ \t]+([\w., \t]+))/gm;

/** The texts by path; what is left out counts as missing. */
export async function loadSources(
  files: readonly CheckedFile[],
  paths: ReadonlySet<string>,
  read: ReadFiles,
): Promise<{ texts: ReadonlyMap<string, string>; notes: readonly string[] }> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  let units = files.reduce((sum, { text }) => sum + text.length, 0);
  let left = 0;
  let wanted = [...new Set(files.flatMap(({ path, text }) => imported(path, text, paths)))];
  while (wanted.length > 0) {
    const fresh = wanted.filter((path) => !texts.has(path));
    const affordable = fresh.slice(0, Math.max(MOST_FILES - texts.size, 0));
    left += fresh.length - affordable.length;
    const next = new Set<string>();
    for (const [at, text] of (await read(affordable)).entries()) {
      const path = affordable[at];
      if (path === undefined || text === undefined) continue;
      if (units + text.length > MOST_UNITS) {
        left++;
        continue;
      }
      units += text.length;
      texts.set(path, text);
      for (const each of imported(path, text, paths)) next.add(each);
    }
    wanted = [...next].filter((path) => !texts.has(path));
  }
  const notes =
    left === 0 ? [] : [`${left} imported modules do not fit into the check: what they have is not known to it.`];
  return { texts, notes };
}

/** Files of the workspace that a file may import, packages' own files included. */
function imported(path: string, text: string, paths: ReadonlySet<string>): readonly string[] {
  if (!/\.pyi?$/.test(path)) return [];
  const folder = path.split('/').slice(0, -1);
  return Array.from(text.matchAll(IMPORT)).flatMap(([, dots = '', from = '', names = '', plain]) => {
    if (plain !== undefined) {
      return plain
        .split(',')
        .flatMap((each) => modulesAt(folder, '', (each.trim().split(/\s/)[0] ?? '').split('.'), paths));
    }
    const module = from === '' ? [] : from.split('.');
    const members = names.split(',').map((each) => /\w+/.exec(each)?.[0] ?? '');
    return [module, ...members.map((member) => [...module, member])].flatMap((parts) =>
      modulesAt(folder, dots, parts, paths),
    );
  });
}

function modulesAt(
  folder: readonly string[],
  dots: string,
  parts: readonly string[],
  paths: ReadonlySet<string>,
): readonly string[] {
  const roots = dots === '' ? [[], ['src'], folder] : [folder.slice(0, folder.length - dots.length + 1)];
  return roots.flatMap((root) =>
    parts.flatMap((_, at) => {
      const module = [...root, ...parts.slice(0, at + 1)].join('/');
      return [`${module}.pyi`, `${module}.py`, `${module}/__init__.pyi`, `${module}/__init__.py`].filter((each) =>
        paths.has(each),
      );
    }),
  );
}
