/** Where definitions are reached from: the module of a file, and whether others than its repository may rest on it. */
import type { FileSurface, Language, SurfaceSymbol } from '../../syntax/api.ts';

/** Files that nobody outside rests on. */
const INTERNAL =
  /(?:^|\/)(?:tests?|testing|__tests__|specs?|examples?|samples?|demos?|docs?|benchmarks?|bench|scripts?|tools|internal|internals|private|fixtures?|testdata|vendor|third_party|node_modules|migrations|\.[^/]+)\/|(?:^|\/)(?:test_[^/]*|conftest|setup)\.py$|[._-](?:test|spec|stories)\.\w+$|_test\.\w+$|(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|php|scala)$/i;
const SHARED: ReadonlySet<Language> = new Set(['csharp', 'php', 'ruby', 'c', 'cpp']);
const BY_FOLDER: ReadonlySet<Language> = new Set(['go', 'java', 'kotlin', 'scala']);
const BY_HEADER = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$/;

/** Files with equal modules share their names: those of a package or namespace, or the file alone. */
export function moduleOf(path: string, language: Language): string {
  if (SHARED.has(language)) return language === 'cpp' ? 'c' : language;
  return BY_FOLDER.has(language) ? path.slice(0, path.lastIndexOf('/') + 1) : path;
}

/** Whether a file is one that others may rest on. */
export function isPublicFile(path: string, language: Language): boolean {
  if (INTERNAL.test(path)) return false;
  if (language === 'python') return !path.split('/').some((part) => /^_(?!_init__\.py$|_main__\.py$)/.test(part));
  if (language === 'c' || language === 'cpp') return BY_HEADER.test(path);
  return true;
}

/** Whether others may use a symbol, by what it and those around it say. */
export function isPublicSymbol(symbol: SurfaceSymbol, surface: FileSurface): boolean {
  if (symbol.visibility === 'private' || symbol.visibility === 'internal') return false;
  if (symbol.exportedAs?.length === 0) return false;
  if (surface.language === 'python' && !isPublicPython(symbol, surface)) return false;
  const outer = outerOf(symbol, surface);
  return outer === undefined || isPublicSymbol(outer, surface);
}

/** Whether other files may use a symbol. */
export function isShared({ visibility, exportedAs }: SurfaceSymbol): boolean {
  return visibility !== 'private' && exportedAs?.length !== 0;
}

/** The definition that a symbol is a member of. */
export function outerOf({ scope, line }: SurfaceSymbol, { symbols }: FileSurface): SurfaceSymbol | undefined {
  return scope === ''
    ? undefined
    : (symbols.find((each) => pathOf(each) === scope && each.line <= line) ??
        symbols.find((each) => pathOf(each) === scope));
}

/** Its name with those around it. */
export function pathOf({ name, scope }: Pick<SurfaceSymbol, 'name' | 'scope'>): string {
  return scope === '' ? name : `${scope}.${name}`;
}

/** `__all__` decides where a file has one, else a leading underscore hides; what begins and ends with two is public. */
function isPublicPython({ name, scope }: SurfaceSymbol, { listed }: FileSurface): boolean {
  if (scope === '' && listed !== undefined) return listed.includes(name);
  return !name.startsWith('_') || /^__.+__$/.test(name);
}
