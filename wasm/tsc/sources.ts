/** The files that checking some needs: those that they import, theirs in turn, and global declarations. */
import type { CheckedFile } from '../../src/review/static/analyzer.ts';
import type { ReadFiles } from '../../src/review/static/service.ts';
import ts from './build/typescript.mjs';
import { ROOT } from './settings.ts';

/**
 * What a program of one isolate may be made of: with these and TypeScript's own libraries the largest that were measured stay below 128 MB (`bench/review/memory.ts`).
 */
const MOST_FILES = 300;
const MOST_UNITS = 500_000;
/** Global declarations are in a program whether it imports them or not. */
const MOST_DECLARATIONS = 60;

/** The texts of a program, by path. */
export interface Sources {
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  /** Where a module is, in the compiler's file system; undefined when the workspace does not have it. */
  resolve(specifier: string, from: string, mode?: ts.ResolutionMode): ts.ResolvedModuleFull | undefined;
}

/** Loads what `files` need, nearest first, within bounds; what is left out counts as missing. */
export async function loadSources(
  files: readonly CheckedFile[],
  options: ts.CompilerOptions,
  paths: ReadonlySet<string>,
  read: ReadFiles,
): Promise<Sources> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const resolve = resolver(options, paths);
  let units = files.reduce((sum, { text }) => sum + text.length, 0);
  let left = 0;
  let wanted = [...new Set([...importsOf(files, resolve), ...declarations(paths)])];
  while (wanted.length > 0) {
    const fresh = wanted.filter((path) => !texts.has(path));
    const affordable = fresh.slice(0, Math.max(MOST_FILES - texts.size, 0));
    left += fresh.length - affordable.length;
    const loaded: CheckedFile[] = [];
    for (const [at, text] of (await read(affordable)).entries()) {
      const path = affordable[at];
      if (path === undefined || text === undefined) continue;
      if (units + text.length > MOST_UNITS) {
        left++;
        continue;
      }
      units += text.length;
      texts.set(path, text);
      loaded.push({ path, text });
    }
    wanted = [...new Set(importsOf(loaded, resolve))].filter((path) => !texts.has(path));
  }
  const notes =
    left === 0 ? [] : [`${left} imported files do not fit into the check: what they export is not known to it.`];
  return { texts, notes, resolve };
}

type Resolve = Sources['resolve'];

function importsOf(files: readonly CheckedFile[], resolve: Resolve): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
    const imported = importedFiles.flatMap(({ fileName }) => resolve(fileName, ROOT + path)?.resolvedFileName ?? []);
    const folder = ROOT + path.slice(0, path.lastIndexOf('/') + 1);
    const referenced = referencedFiles.map(({ fileName }) => new URL(fileName, `file://${folder}`).pathname);
    return [...imported, ...referenced].flatMap((file) => (file.startsWith(ROOT) ? [file.slice(ROOT.length)] : []));
  });
}

/** What the workspace declares for all its files. */
function declarations(paths: ReadonlySet<string>): readonly string[] {
  const found = [...paths].filter(
    (path) => /\.d\.[cm]?ts$/.test(path) && !/(^|\/)(node_modules|dist|build)\//.test(path),
  );
  return found.slice(0, MOST_DECLARATIONS);
}

function resolver(options: ts.CompilerOptions, paths: ReadonlySet<string>): Resolve {
  const host: ts.ModuleResolutionHost = {
    fileExists: (file) => file.startsWith(ROOT) && paths.has(file.slice(ROOT.length)),
    readFile: () => undefined,
    useCaseSensitiveFileNames: true,
    getCurrentDirectory: () => ROOT,
  };
  const cache = ts.createModuleResolutionCache(ROOT, (name) => name, options);
  return (specifier, from, mode) => {
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, host, cache, undefined, mode);
    if (resolvedModule === undefined) return undefined;
    const isScript = /\.[cm]?jsx?$/.test(resolvedModule.resolvedFileName);
    return isScript && options.allowJs !== true ? undefined : resolvedModule;
  };
}
