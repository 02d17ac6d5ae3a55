/** Checks files by TypeScript's compiler in memory, with what the workspace has of what they import. */
import type { CheckedFile } from '../../src/review/static/analyzer.ts';
import {
  boundedAnswer,
  type CheckAnswer,
  type CheckRequest,
  type Diagnostic,
  type ReadFiles,
} from '../../src/review/static/service.ts';
import libraryTexts from './build/libraries.txt';
import ts from './build/typescript.mjs';
import { declarationOf, JSX_DECLARATION, MISSING } from './missing.ts';
import { isNoise, isUncertain } from './noise.ts';
import { type Project, projectOf, ROOT } from './settings.ts';
import { loadSources, type Sources } from './sources.ts';
import { surroundings } from './surroundings.ts';

const LIBRARY = '/library/';
/** Declared beside the workspace's own: what depends on packages that are not there. */
const AMBIENT = '/ambient.d.ts';
const AMBIENT_TEXT = `
  interface ImportMeta { [name: string]: any }
  interface ErrorConstructor { captureStackTrace(target: object, constructor?: Function): void; stackTraceLimit: number }
`;
/** Projects of one check. */
const MOST_PROJECTS = 6;
/** UTF-16 units of files that are checked together: each program goes before the next one comes. */
const TOGETHER = 150_000;

let texts: Readonly<Record<string, string>> | undefined;
/** Parsed libraries, which every program shares. */
const libraries = new Map<string, ts.SourceFile>();

/** Checks the files of a request; see `AnalyzerApi`. JavaScript is checked where its configuration or first line asks for it. */
export async function check({ files, paths: all }: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
  const paths = new Set([...all, ...files.map(({ path }) => path)]);
  const notes: string[] = [];
  const found: (readonly Diagnostic[])[] = [];
  const projects = (await projectsOf(files, paths, read)).toSorted(
    (one, other) => other.members.length - one.members.length,
  );
  for (const { project, members } of projects.slice(0, MOST_PROJECTS)) {
    notes.push(...project.notes);
    for (const together of batches(members)) {
      const sources = await loadSources(together, project.options, paths, read);
      notes.push(...sources.notes);
      found.push(...checkSafely(project, together, sources, notes));
    }
  }
  const left = projects.slice(MOST_PROJECTS).flatMap(({ members }) => members);
  if (left.length > 0) notes.push(`${left.length} files are of further projects than ${MOST_PROJECTS}: not checked.`);
  return boundedAnswer(found, notes);
}

interface Group {
  readonly project: Project;
  readonly members: CheckedFile[];
}

async function projectsOf(
  files: readonly CheckedFile[],
  paths: ReadonlySet<string>,
  read: ReadFiles,
): Promise<readonly Group[]> {
  const groups = new Map<string, Group>();
  for (const file of files) {
    const project = await projectOf(file.path, paths, read);
    if (!isChecked(file, project)) continue;
    // What a configuration does not cover is no part of its program: it may declare the same globals once more.
    const key = project.isCovered ? (project.config ?? '') : `${project.config}, outside`;
    const group = groups.get(key) ?? { project, members: [] };
    group.members.push(file);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Files that are checked together, in their order. */
function batches(members: readonly CheckedFile[]): readonly (readonly CheckedFile[])[] {
  const all: CheckedFile[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const file of members) {
    units += file.text.length;
    if (units <= TOGETHER) all.at(-1)?.push(file);
    else {
      all.push([file]);
      units = file.text.length;
    }
  }
  return all;
}

function isChecked({ path, text }: CheckedFile, { options }: Project): boolean {
  return (
    !/\.[cm]?jsx?$/.test(path) ||
    options.checkJs === true ||
    /^[^\S\r\n\u2028\u2029]*\/\/\s*@ts-check\b/m.test(text.slice(0, 500))
  );
}

/** Files that are checked one by one, when all together break the compiler. */
const MOST_ALONE = 20;

/** The compiler goes down by recursion: a file that nests too deep, or one that it imports, ends in the stack. Each other one is checked. */
function checkSafely(
  project: Project,
  members: readonly CheckedFile[],
  sources: Sources,
  notes: string[],
): readonly (readonly Diagnostic[])[] {
  try {
    return checkProject(project, members, sources, notes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    libraries.clear(); // what the compiler notes in them may be half done
    const [only, ...others] = members;
    if (only !== undefined && others.length === 0) {
      notes.push(`TypeScript failed on ${only.path}, which nests too deep or imports what does: it was not checked.`);
      return [];
    }
    const left = members.length - MOST_ALONE;
    if (left > 0) notes.push(`${left} files of a project on which TypeScript failed were not checked.`);
    return members.slice(0, MOST_ALONE).flatMap((each) => checkSafely(project, [each], sources, notes));
  }
}

const UNTYPED = 'What rests on types of modules that the workspace lacks was not checked by TypeScript';
/** Files that a note names. */
const MOST_NAMED = 5;

function named(paths: readonly string[]): string {
  const rest = paths.length - MOST_NAMED;
  return `${paths.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function checkProject(
  { options }: Project,
  members: readonly CheckedFile[],
  sources: Sources,
  notes: string[],
): (readonly Diagnostic[])[] {
  const isScript = members.some(({ path }) => /\.[cm]?jsx?$/.test(path));
  const host = new Host(sources, { ...options, ...(isScript && { allowJs: true }) });
  const declared = [...sources.texts.keys()].filter((path) => /\.d\.[cm]?ts$/.test(path));
  const rootNames = [...new Set([...members.map(({ path }) => path), ...declared])].map((path) => ROOT + path);
  const program = ts.createProgram({ rootNames: [...rootNames, AMBIENT], options: host.options, host });
  const untyped = members.filter(({ path }) => host.importMissing.has(ROOT + path)).map(({ path }) => path);
  if (untyped.length > 0) notes.push(`${UNTYPED}: ${named(untyped)}.`);
  return members.map(({ path }) => {
    const file = program.getSourceFile(ROOT + path);
    if (file === undefined) return [];
    const syntactic = program.getSyntacticDiagnostics(file);
    const found = syntactic.length > 0 ? syntactic : program.getSemanticDiagnostics(file);
    const { exportsUnknown } = host;
    const followsFrom = surroundings(file, program);
    return found
      .filter((each) => !isNoise(each, { library: browserNames(), exportsUnknown }) && !followsFrom(each))
      .flatMap((each) => (each.file === file ? [toDiagnostic(each, file, path, host)] : []));
  });
}

function toDiagnostic(
  diagnostic: ts.Diagnostic,
  file: ts.SourceFile,
  path: string,
  { importMissing }: Host,
): Diagnostic {
  const { start = 0, length = 0, code, category, messageText } = diagnostic;
  const from = ts.getLineAndCharacterOfPosition(file, start);
  const to = ts.getLineAndCharacterOfPosition(file, start + length);
  return {
    path,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
    code: `TS${code}`,
    message: ts.flattenDiagnosticMessageText(messageText, '\n').replaceAll(ROOT, ''),
    severity: category === ts.DiagnosticCategory.Error ? 'error' : 'info',
    ...(isUncertain(diagnostic, importMissing.has(file.fileName)) && { uncertain: true }),
  };
}

/** The compiler's view: texts of the workspace, libraries, and declarations of what is missing. */
class Host implements ts.CompilerHost {
  readonly options: ts.CompilerOptions;
  /** Whether a file exports all of a module that is missing. */
  exportsUnknown = false;
  /** Files that import a module which is missing. */
  readonly importMissing = new Set<string>();
  readonly #sources: Sources;
  readonly #made = new Map<string, string>();

  constructor(sources: Sources, options: ts.CompilerOptions) {
    this.#sources = sources;
    this.options = options;
  }

  getSourceFile(file: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    if (file.startsWith(LIBRARY)) return libraryFile(file.slice(LIBRARY.length), version);
    const text = this.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version);
  }

  readFile(file: string): string | undefined {
    if (file === AMBIENT)
      return AMBIENT_TEXT + (this.#declaresElements() ? '' : `declare namespace JSX {${JSX_DECLARATION}}`);
    if (file.startsWith(MISSING)) return this.#made.get(file);
    return file.startsWith(ROOT) ? this.#sources.texts.get(file.slice(ROOT.length)) : undefined;
  }

  fileExists(file: string): boolean {
    return this.readFile(file) !== undefined;
  }

  resolveModuleNameLiterals(
    literals: readonly ts.StringLiteralLike[],
    from: string,
    _redirected: ts.ResolvedProjectReference | undefined,
    options: ts.CompilerOptions,
    file: ts.SourceFile,
  ): readonly ts.ResolvedModuleWithFailedLookupLocations[] {
    return literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(file, literal, options);
      const resolved = this.#sources.resolve(literal.text, from, mode);
      const isThere = resolved !== undefined && this.fileExists(resolved.resolvedFileName);
      return { resolvedModule: isThere ? resolved : this.#missing(literal.text, from, file) };
    });
  }

  getDefaultLibFileName(options: ts.CompilerOptions): string {
    return LIBRARY + ts.getDefaultLibFileName(options);
  }

  getDefaultLibLocation(): string {
    return LIBRARY;
  }

  getCurrentDirectory(): string {
    return ROOT;
  }

  getCanonicalFileName(file: string): string {
    return file;
  }

  useCaseSensitiveFileNames(): boolean {
    return true;
  }

  getNewLine(): string {
    return '\n';
  }

  writeFile(): void {}

  #missing(specifier: string, from: string, file: ts.SourceFile): ts.ResolvedModuleFull {
    const name = `${MISSING}${this.#made.size}.d.ts`;
    this.#made.set(name, declarationOf(specifier, file));
    // What elements are says nothing of the types beside them.
    if (!/\/jsx(-dev)?-runtime$/.test(specifier)) this.importMissing.add(from);
    this.exportsUnknown ||= from.startsWith(ROOT) && exportsAll(specifier, file);
    return { resolvedFileName: name, extension: ts.Extension.Dts, isExternalLibraryImport: true };
  }

  #declaresElements(): boolean {
    return Array.from(this.#sources.texts.values()).some((text) => /\bnamespace\s+JSX\b/.test(text));
  }
}

function exportsAll(specifier: string, { statements }: ts.SourceFile): boolean {
  return statements.some(
    (each) =>
      ts.isExportDeclaration(each) &&
      each.exportClause === undefined &&
      each.moduleSpecifier !== undefined &&
      ts.isStringLiteral(each.moduleSpecifier) &&
      each.moduleSpecifier.text === specifier,
  );
}

function libraryText(name: string): string | undefined {
  texts ??= Object.freeze<Record<string, string>>(JSON.parse(libraryTexts));
  return texts[name];
}

function libraryFile(name: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  const known = libraries.get(name);
  if (known !== undefined) return known;
  const text = libraryText(name);
  if (text === undefined) return undefined;
  const file = ts.createSourceFile(LIBRARY + name, text, version);
  libraries.set(name, file);
  return file;
}

let browser: ReadonlySet<string> | undefined;

/** The globals of browsers, which other runtimes have too, and which packages declare for these. */
function browserNames(): ReadonlySet<string> {
  browser ??= new Set(
    ['lib.dom.d.ts', 'lib.webworker.d.ts'].flatMap((name) =>
      Array.from(
        (libraryText(name) ?? '').matchAll(/^(?:declare )?(?:var|function|interface|type|namespace) (\w+)/gm),
        ([, found = '']) => found,
      ),
    ),
  );
  return browser;
}
