/** Which settings Ruff checks a file with: those of the workspace, as Ruff itself finds them. */
import ignore from 'ignore';
import { parse } from 'smol-toml';
import { type ReadFiles, upwards } from '../../src/review/static/service.ts';

/** Ruff's own names of settings files, the first of a folder counts. */
const FILES = ['.ruff.toml', 'ruff.toml', 'pyproject.toml'] as const;

/** Files that one rests on by `extend`. */
const MOST_EXTENDED = 5;

/**
 * Rules that count where a workspace chooses none: what is a fault whenever it is true. Pyflakes without what is only unused, those of
 * flake8-bugbear that say nothing of style, and Pylint's errors.
 */
export const CERTAIN_RULES: readonly string[] = [
  ...['E9', 'F402', 'F404', 'F406', 'F407', 'F5', 'F601', 'F602', 'F62', 'F63', 'F70', 'F722', 'F811', 'F82', 'F901'],
  ...['B002', 'B003', 'B005', 'B006', 'B012', 'B015', 'B016', 'B018', 'B020', 'B021', 'B022', 'B025', 'B029', 'B030'],
  ...['B031', 'B032', 'B033', 'B035', 'B039', 'PLE', 'PLW0127', 'PLW0129', 'PLW0131', 'PLW0177', 'PLW0711', 'PLW1501'],
  ...['PLW1508', 'PLW1509', 'RUF016'],
];

/** The rules that say more of taste than of faults, although Ruff counts them among those above. */
const NOT_BY_DEFAULT = ['F541'];

type Table = Readonly<Record<string, unknown>>;

/** How the files below one settings file are checked. */
export interface Settings {
  /** As in a `ruff.toml`, but for what is about paths. */
  readonly options: Table;
  /** The settings file; absent where there is none. */
  readonly source?: string;
  readonly notes: readonly string[];
  /** Whether the project says that it runs on Python 3 only. */
  readonly needsPython3: boolean;
  /** Whether a file is left out. */
  excludes(path: string): boolean;
  /** Whether a rule is left out for a file. */
  ignores(path: string, code: string): boolean;
}

/** Used where a workspace has none, or such that Ruff refuses. */
export const OWN_SETTINGS: Settings = settingsOf({}, undefined, undefined, []);

/** The settings of `path`: of the nearest file that has any. */
export async function settingsFor(path: string, paths: ReadonlySet<string>, read: ReadFiles): Promise<Settings> {
  const notes: string[] = [];
  let python: string | undefined;
  for (const file of upwards(path, FILES, paths)) {
    const table = await tableOf(file, read, notes);
    if (table === undefined) continue;
    python ??= pythonOf(table);
    const own = file.endsWith('pyproject.toml') ? at(table, 'tool', 'ruff') : table;
    if (own === undefined) continue;
    const chosen = await extended(own, file, paths, read, notes);
    return settingsOf(withOwnModules(chosen, file, paths), file, python, notes);
  }
  return { ...settingsOf({}, undefined, python, notes) };
}

async function tableOf(file: string, read: ReadFiles, notes: string[]): Promise<Table | undefined> {
  const [text] = await read([file]);
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    notes.push(`${file} is no valid TOML: its settings do not count.`);
    return undefined;
  }
}

/** `own` upon what it extends. */
async function extended(
  own: Table,
  file: string,
  paths: ReadonlySet<string>,
  read: ReadFiles,
  notes: string[],
): Promise<Table> {
  let merged = own;
  let from = file;
  for (let depth = 0; depth < MOST_EXTENDED && typeof merged.extend === 'string'; depth++) {
    const { extend, ...rest } = merged;
    from = decodeURIComponent(new URL(String(extend), `file:///${from}`).pathname).slice(1);
    const table = paths.has(from) ? await tableOf(from, read, notes) : undefined;
    if (table === undefined) notes.push(`${file} extends ${extend}, which is not in the workspace.`);
    const base = (from.endsWith('pyproject.toml') ? at(table, 'tool', 'ruff') : table) ?? {};
    merged = { ...base, ...rest, lint: { ...at(base, 'lint'), ...at(rest, 'lint') } };
  }
  return merged;
}

/** With the modules that Ruff would find beside the settings, so that sorted imports count as sorted. */
function withOwnModules(table: Table, file: string, paths: ReadonlySet<string>): Table {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const sources = 'src' in table ? texts(table.src) : ['.', 'src'];
  const roots = sources.map(
    (source) => folder + (source === '.' ? '' : `${source.replace(/^\.\//, '').replace(/\/$/, '')}/`),
  );
  const names = new Set<string>();
  for (const path of paths) {
    if (!/\.pyi?$/.test(path)) continue;
    for (const root of roots) {
      if (path.startsWith(root))
        names.add(
          path
            .slice(root.length)
            .split('/', 1)[0]
            ?.replace(/\.pyi?$/, '') ?? '',
        );
    }
  }
  const lint = at(table, 'lint') ?? {};
  const isort = at(lint, 'isort') ?? at(table, 'isort') ?? {};
  const known = [...texts(isort['known-first-party']), ...names];
  const { isort: _, ...others } = table;
  return { ...others, lint: { ...lint, isort: { ...isort, 'known-first-party': known } } };
}

function settingsOf(
  table: Table,
  source: string | undefined,
  python: string | undefined,
  notes: readonly string[],
): Settings {
  const {
    exclude,
    'extend-exclude': extendExclude,
    'per-file-ignores': ignoresBefore,
    'extend-per-file-ignores': moreIgnoresBefore,
    'required-version': _version,
    extend: _extend,
    'per-file-target-version': _targets,
    ...options
  } = table;
  const {
    'per-file-ignores': perFile,
    'extend-per-file-ignores': morePerFile,
    exclude: lintExclude,
    ...lint
  } = at(table, 'lint') ?? {};
  const chosen = 'select' in lint || 'select' in options;
  const folder = source === undefined ? '' : source.slice(0, source.lastIndexOf('/') + 1);
  const excluded = ignore().add([exclude, extendExclude, lintExclude].flatMap(texts));
  const ignored = [ignoresBefore, moreIgnoresBefore, perFile, morePerFile].flatMap((each) =>
    Object.entries(isTable(each) ? each : {}).map(([pattern, codes]) => perFileIgnore(pattern, texts(codes))),
  );
  const inside = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : undefined);
  return {
    options: {
      'target-version': python ?? 'py314',
      ...options,
      lint: chosen ? lint : { ...lint, select: CERTAIN_RULES, ignore: [...texts(lint.ignore), ...NOT_BY_DEFAULT] },
    },
    ...(source !== undefined && { source }),
    notes,
    needsPython3: python !== undefined || 'target-version' in options,
    excludes(path) {
      const own = inside(path);
      return own !== undefined && excluded.ignores(own);
    },
    ignores(path, code) {
      const own = inside(path);
      // Names that a package's own file imports are there to be imported from it.
      if (code === 'F401' && path.endsWith('__init__.py')) return true;
      return own !== undefined && ignored.some((each) => each(own, code));
    },
  };
}

/** Ruff's globs are like those of .gitignore; `!` in front means every other file. */
function perFileIgnore(pattern: string, codes: readonly string[]): (path: string, code: string) => boolean {
  const isNegated = pattern.startsWith('!');
  const matcher = ignore().add(isNegated ? pattern.slice(1) : pattern);
  return (path, code) =>
    matcher.ignores(path) !== isNegated && codes.some((each) => each === 'ALL' || code.startsWith(each));
}

/** The oldest version that the project says it runs on, as Ruff names it. */
function pythonOf(table: Table): string | undefined {
  const wanted = at(table, 'project')?.['requires-python'];
  const [, minor] = (typeof wanted === 'string' && /(?:>=|==|~=)\s*3\.(\d{1,2})\b/.exec(wanted)) || [];
  return minor !== undefined && Number(minor) >= 7 && Number(minor) <= 14 ? `py3${minor}` : undefined;
}

function at(table: unknown, ...names: readonly string[]): Table | undefined {
  const found = names.reduce<unknown>((each, name) => (isTable(each) ? each[name] : undefined), table);
  return isTable(found) ? found : undefined;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
