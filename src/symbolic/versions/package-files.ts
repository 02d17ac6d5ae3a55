/** The files of a workspace that a module needs to run: those that it imports, and so on, with the packages around them. */
import type { PackageFile, PackageFiles } from '../replay/trial.ts';
import type { Module, Statement } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { STANDARD_MODULES } from './library-names.ts';
import { type ReadFile, Undecidable } from './link.ts';
import { moduleName } from './module-name.ts';

/** Files of one version, and UTF-16 units of all of them. */
const MOST_FILES = 100;
const MOST_TEXT = 1_500_000;

/** All that a module imports of its workspace, wherever the imports stand. Throws {@link Undecidable} where that is too much. */
export async function packageFiles(path: string, read: ReadFile, parser: TreeParser): Promise<PackageFiles> {
  const name = await moduleName(path, read);
  const depth = name.split('.').length;
  const isPackage = /(?:^|\/)__init__\.py$/.test(path);
  const root = path.split('/').slice(0, -(isPackage ? depth + 1 : depth));
  const files = new Map<string, PackageFile>();
  let size = 0;
  const waiting = [name];
  const missing = new Set<string>();
  for (let dotted = waiting.pop(); dotted !== undefined; dotted = waiting.pop()) {
    if (files.has(dotted) || missing.has(dotted)) continue;
    const found = await fileOf(dotted, root, read);
    if (found === undefined) {
      missing.add(dotted);
      continue;
    }
    files.set(dotted, found);
    size += found.text.length;
    if (files.size > MOST_FILES || size > MOST_TEXT)
      throw new Undecidable('imports', 'the module needs too many files of the workspace', found.path);
    const parts = dotted.split('.');
    waiting.push(...parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.')));
    waiting.push(...importedBy(found, parser));
  }
  const own = new Set([...files.keys()].map(topOf));
  const hard = [...files.values()].flatMap((one) => importedBy(one, parser, 'hard')).map(topOf);
  const needed = [...new Set(hard)].filter((top) => !own.has(top)).sort();
  return { module: name, needed, files: [...files.values()].sort((one, other) => (one.name < other.name ? -1 : 1)) };
}

async function fileOf(name: string, root: readonly string[], read: ReadFile): Promise<PackageFile | undefined> {
  const base = [...root, ...name.split('.')].join('/');
  for (const [path, isPackage] of [
    [`${base}/__init__.py`, true],
    [`${base}.py`, false],
  ] as const) {
    const text = await read(path);
    if (text !== undefined) return { name, path, text, isPackage };
  }
  return undefined;
}

function topOf(name: string): string {
  return name.split('.')[0] ?? name;
}

/** Dotted names of what may be modules of the workspace; `hard`: of those whose failure nothing catches. */
function importedBy(
  { name, path, text, isPackage }: PackageFile,
  parser: TreeParser,
  which: 'all' | 'hard' = 'all',
): readonly string[] {
  const found: string[] = [];
  const base = isPackage ? name.split('.') : name.split('.').slice(0, -1);
  for (const one of importStatements(moduleOf(text, path, parser), which)) {
    if (one.kind === 'import') found.push(...one.names.map((each) => each.name));
    else {
      const dots = /^\.*/.exec(one.module)?.[0].length ?? 0;
      const rest = one.module.slice(dots);
      const from = dots === 0 ? [] : base.slice(0, base.length - dots + 1);
      const module = [...from, ...(rest === '' ? [] : [rest])].join('.');
      if (module === '') continue;
      found.push(module);
      if (one.names !== '*') found.push(...one.names.map((each) => `${module}.${each.name}`));
    }
  }
  return found.filter((each) => !STANDARD_MODULES.has(each.split('.')[0] ?? ''));
}

function moduleOf(text: string, path: string, parser: TreeParser): Module {
  try {
    return parseModule(text, parser);
  } catch (error) {
    if (error instanceof PythonSyntaxError) throw new Undecidable('syntax', error.message, path, error.line);
    throw error;
  }
}

type ImportStatement = Extract<Statement, { kind: 'import' | 'importfrom' }>;

function importStatements(node: unknown, which: 'all' | 'hard'): readonly ImportStatement[] {
  if (typeof node !== 'object' || node === null) return [];
  if (isImport(node)) return [node];
  if (which === 'hard' && 'kind' in node && node.kind === 'try') return [];
  return Object.values(node).flatMap((part) => importStatements(part, which));
}

function isImport(node: object): node is ImportStatement {
  return 'kind' in node && (node.kind === 'import' || node.kind === 'importfrom');
}
