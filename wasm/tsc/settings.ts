/** Which options a file is checked with: its nearest tsconfig.json, as far as that cannot make noise. */
import { nearest, type ReadFiles } from '../../src/review/static/service.ts';
import ts from './build/typescript.mjs';

/** Where the workspace stands in the compiler's file system. */
export const ROOT = '/workspace/';

/** The files that share options. */
export interface Project {
  /** Path of the configuration; absent where there is none. */
  readonly config?: string;
  /** Whether the configuration includes the file, or there is none. */
  readonly isCovered: boolean;
  readonly options: ts.CompilerOptions;
  readonly notes: readonly string[];
}

/** Configurations that one may rest on, one upon the other. */
const MOST_CONFIGS = 12;

/** Options of the configuration that decide what is an error, and that need nothing which is not there. */
const HONOURED = [
  ...['strict', 'noImplicitAny', 'strictNullChecks', 'strictFunctionTypes', 'strictBindCallApply', 'noImplicitThis'],
  ...['strictPropertyInitialization', 'strictBuiltinIteratorReturn', 'useUnknownInCatchVariables', 'alwaysStrict'],
  ...['noUncheckedIndexedAccess', 'exactOptionalPropertyTypes', 'noImplicitOverride', 'noFallthroughCasesInSwitch'],
  ...['noPropertyAccessFromIndexSignature', 'noImplicitReturns', 'target', 'lib', 'jsx', 'jsxFactory'],
  ...['jsxFragmentFactory', 'jsxImportSource', 'reactNamespace', 'experimentalDecorators', 'emitDecoratorMetadata'],
  ...[
    'useDefineForClassFields',
    'allowJs',
    'checkJs',
    'baseUrl',
    'paths',
    'pathsBasePath',
    'rootDirs',
    'customConditions',
  ],
  ...['moduleDetection', 'moduleSuffixes'],
] as const;

/**
 * What is set whatever the configuration says: modules are found as bundlers find them, which is the most lenient way, and
 * nothing is written.
 */
const SET: ts.CompilerOptions = {
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  allowArbitraryExtensions: true,
  allowSyntheticDefaultImports: true,
  allowUmdGlobalAccess: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  ignoreDeprecations: '6.0',
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** The project of a file: options of the nearest tsconfig.json or jsconfig.json, and of what it extends. */
export async function projectOf(path: string, paths: ReadonlySet<string>, read: ReadFiles): Promise<Project> {
  const config = nearest(path, ['tsconfig.json', 'jsconfig.json'], paths);
  if (config === undefined) return { isCovered: true, options: { ...SET, jsx: ts.JsxEmit.Preserve }, notes: [] };
  const texts = new Map<string, string>();
  await loadConfigs([config], paths, read, texts);
  const own = parsed(config, texts);
  // A solution's configuration has no files of its own: one that it refers to has them.
  const references = (own.raw?.references ?? []).flatMap((each: unknown) => referenceOf(each, config));
  await loadConfigs(
    references.filter((each: string) => paths.has(each)),
    paths,
    read,
    texts,
  );
  const covering = references
    .filter((each: string) => texts.has(each))
    .find((each: string) => covers(parsed(each, texts), path));
  const isOwn = covers(own, path);
  const chosen = covering !== undefined && !isOwn ? covering : config;
  return { config: chosen, isCovered: isOwn || covering !== undefined, ...settingsOf(chosen, texts) };
}

function settingsOf(config: string, texts: ReadonlyMap<string, string>): Pick<Project, 'options' | 'notes'> {
  const { options, errors } = parsed(config, texts);
  const honoured = Object.fromEntries(HONOURED.flatMap((name) => (name in options ? [[name, options[name]]] : [])));
  const missing = errors.filter(({ code }) => code === UNREADABLE_CONFIG || code === CONFIG_NOT_FOUND);
  return {
    options: {
      jsx: ts.JsxEmit.Preserve,
      // Before version 6 a configuration that does not say so is not strict; one that rests on a package's mostly is.
      ...(missing.length === 0 && { strict: false }),
      ...honoured,
      ...SET,
    },
    notes:
      missing.length === 0 ? [] : [`${config} extends a file that the workspace does not have: it counts as strict.`],
  };
}

const UNREADABLE_CONFIG = 5083;
const CONFIG_NOT_FOUND = 6053;

/** Loads configurations and those that they extend, as far as they are in the workspace. */
async function loadConfigs(
  configs: readonly string[],
  paths: ReadonlySet<string>,
  read: ReadFiles,
  texts: Map<string, string>,
): Promise<void> {
  let wanted = configs;
  while (wanted.length > 0 && texts.size < MOST_CONFIGS) {
    const loaded = await read(wanted);
    const bases: string[] = [];
    for (const [at, path] of wanted.entries()) {
      const text = loaded[at];
      if (text === undefined) continue;
      texts.set(path, text);
      const raw: unknown = ts.parseConfigFileTextToJson(path, text).config?.extends;
      const named = (Array.isArray(raw) ? raw : [raw]).filter(
        (each) => typeof each === 'string' && each.startsWith('.'),
      );
      for (const each of named)
        bases.push(joined(path, each), joined(path, `${each}.json`), joined(path, `${each}/tsconfig.json`));
    }
    wanted = [...new Set(bases)].filter((base) => paths.has(base) && !texts.has(base));
  }
}

function parsed(config: string, texts: ReadonlyMap<string, string>): ts.ParsedCommandLine {
  const inside = (file: string) => (file.startsWith(ROOT) ? texts.get(file.slice(ROOT.length)) : undefined);
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: (file) => inside(file) !== undefined,
    readFile: inside,
    readDirectory: () => [],
  };
  const file = ROOT + config;
  const { config: raw } = ts.parseConfigFileTextToJson(file, texts.get(config) ?? '{}');
  const folder = file.slice(0, file.lastIndexOf('/'));
  return ts.parseJsonConfigFileContent(raw ?? {}, host, folder, undefined, file);
}

function covers({ wildcardDirectories = {}, raw }: ts.ParsedCommandLine, path: string): boolean {
  if (Array.isArray(raw?.files) && raw?.include === undefined) return false;
  return Object.keys(wildcardDirectories).some((folder) => (ROOT + path).startsWith(`${folder}/`));
}

function referenceOf(reference: unknown, config: string): readonly string[] {
  if (typeof reference !== 'object' || reference === null || !('path' in reference)) return [];
  const { path } = reference;
  if (typeof path !== 'string') return [];
  return [joined(config, path.endsWith('.json') ? path : `${path}/tsconfig.json`)];
}

/** `relative` from the folder of `file`. */
function joined(file: string, relative: string): string {
  const url = new URL(relative, `file:///${file.split('/').map(encodeURIComponent).join('/')}`);
  return decodeURIComponent(url.pathname)
    .replace(/^\//, '')
    .replace(/\/{2,}/g, '/');
}
