/**
 * Which file may import which, types included, and that no folders do so in a cycle at run time (`folder-cycles.ts`). An import whose path
 * is computed at run time, and code that only tests or build scripts run, are not seen.
 */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript-6';
import { folderCycles } from './folder-cycles.ts';

/** Lines that a source file may have; tests may be longer. */
export const MAX_LINES = 400;

const SOURCE_FOLDERS = ['src', 'durable-objects', 'wasm', 'scripts', 'bench'] as const;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['build', 'node_modules', '.wrangler']);

/** Folders of `src/` that serve requests. Every other folder of `src/` is an engine. */
const SHELL = ['auth', 'lib', 'mcp', 'routes', 'tools'] as const;
const ENGINE = new RegExp(`^src/(?!(?:${SHELL.join('|')})/)([^/]+)/`);

/** Files that match `within` may import only what `allows` accepts, of the kinds of import that the rule is about. */
interface Rule {
  readonly within: RegExp;
  readonly about: Import['kind'];
  /** `folder` is what the first group of `within` matched, `isErased` whether only types are imported. */
  readonly allows: (target: string, folder: string, isErased: boolean) => boolean;
  readonly says: string;
}

const RULES: readonly Rule[] = [
  {
    within: ENGINE,
    about: 'repository',
    allows: (target, folder, isErased) =>
      isBelow(target, 'src/lib', `src/${folder}`) || isApi(target) || (isErased && isBelow(target, `wasm/${folder}`)),
    says: 'an engine imports only src/lib/, its own folder, types of its wasm/<engine>/, and src/<engine>/api.ts, which names what others may use of an engine',
  },
  {
    within: /^src\/(lib)\//,
    about: 'repository',
    allows: (target) => isBelow(target, 'src/lib') || target === 'package.json',
    says: 'src/lib/ imports only src/lib/ and package.json',
  },
  {
    within: /^src\/(auth)\//,
    about: 'repository',
    allows: (target) => isBelow(target, 'src/lib', 'src/auth'),
    says: 'src/auth/ imports only src/lib/ and its own folder',
  },
  {
    within: /^src\/(mcp)\//,
    about: 'repository',
    allows: (target) => isBelow(target, 'src/lib', 'src/auth', 'src/mcp') || ENGINE.test(target),
    says: 'src/mcp/ imports only src/lib/, src/auth/, its own folder and engines: tools are passed to it',
  },
  {
    within: /^src\/tools\/([^/]+)\//,
    about: 'repository',
    allows: (target, folder) => isBelow(target, 'src/lib', 'src/mcp', `src/tools/${folder}`) || ENGINE.test(target),
    says: 'a tool imports only src/mcp/, src/lib/, its own folder and one engine',
  },
  {
    within: /^wasm\/python\/(kernel)\//,
    about: 'repository',
    allows: (target) => !isBelow(target, 'src'),
    says: 'wasm/python/kernel/ imports nothing from src/',
  },
  {
    within:
      /^(?!src\/(?:index|app)\.ts$|src\/routes\/|durable-objects\/|(?:wasm\/[^/]+|bench\/worker)\/worker\.ts$)(.)/,
    about: 'platform',
    allows: () => false,
    says: 'only src/index.ts, src/app.ts, src/routes/, durable-objects/ and worker.ts of wasm/*/ and bench/worker/ import cloudflare:*',
  },
];

/** One import. */
interface Import {
  readonly from: string;
  /** A path from the root for `repository`, else the specifier. */
  readonly to: string;
  /** `platform`: a module of workerd, such as `cloudflare:workers`. */
  readonly kind: 'repository' | 'platform' | 'package';
  /** Whether it is there for types only. */
  readonly isErased: boolean;
}

/** What was looked at, and a line for each thing that is wrong. */
export interface BoundaryReport {
  readonly files: number;
  readonly imports: number;
  readonly violations: readonly string[];
}

/** Checks the sources below `root`. */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const files = SOURCE_FOLDERS.flatMap((folder) => sourceFiles(root, folder));
  const programs = files.filter((file) => file.endsWith('.ts'));
  const running = await importsAtRunTime(root, programs);
  const imports = [...running, ...importsOfTypes(root, programs, running)];
  const violations = [
    ...imports.flatMap((each) => violationsOf(each)),
    ...toolsWithEngines(running),
    ...folderCycles(running.filter(({ kind }) => kind === 'repository')),
    ...files.flatMap((file) => tooLong(root, file)),
  ];
  return { files: files.length, imports: imports.length, violations };
}

function violationsOf({ from, to, kind, isErased }: Import): readonly string[] {
  return RULES.flatMap(({ within, about, allows, says }) => {
    const [, folder] = within.exec(from) ?? [];
    const broken = folder !== undefined && about === kind && !allows(to, folder, isErased);
    return broken ? [`${from} imports ${isErased ? 'types of ' : ''}${to}: ${says}`] : [];
  });
}

function toolsWithEngines(imports: readonly Import[]): readonly string[] {
  const engines = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [, engine] = ENGINE.exec(to) ?? [];
    if (engine === undefined || !from.startsWith('src/tools/')) continue;
    engines.set(from, (engines.get(from) ?? new Set()).add(engine));
  }
  return [...engines]
    .filter(([, used]) => used.size > 1)
    .map(([from, used]) => `${from} imports the engines ${[...used].join(', ')}: a tool imports one engine`);
}

function tooLong(root: string, file: string): readonly string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  return lines > MAX_LINES
    ? [`${file} has ${lines} lines: a source file has at most ${MAX_LINES}; split it by subject`]
    : [];
}

/** Every import of `files` that is there at run time. */
async function importsAtRunTime(root: string, files: readonly string[]): Promise<readonly Import[]> {
  const imports: Import[] = [];
  await build({
    absWorkingDir: root,
    entryPoints: [...files],
    bundle: true,
    write: false,
    outdir: '.',
    format: 'esm',
    logLevel: 'silent',
    // Imports that only types use are erased only where they say so.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [
      {
        name: 'record-imports',
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ kind, path, importer, resolveDir }) => {
            if (kind === 'entry-point') return undefined;
            const from = slashes(relative(root, importer));
            if (path.startsWith('.')) {
              const to = slashes(relative(root, join(resolveDir, path)));
              imports.push({ from, to, kind: 'repository', isErased: false });
            } else {
              const kind = path.startsWith('cloudflare:') ? 'platform' : 'package';
              imports.push({ from, to: path, kind, isErased: false });
            }
            return { path, external: true };
          });
        },
      },
    ],
  });
  return imports;
}

/** The imports of files of the repository that are not among those at run time. */
function importsOfTypes(root: string, files: readonly string[], running: readonly Import[]): readonly Import[] {
  const runs = new Set(running.map(({ from, to }) => `${from} ${to}`));
  return files.flatMap((from) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, from), 'utf8'), true, true);
    const targets = importedFiles.flatMap(({ fileName }) =>
      fileName.startsWith('.') ? [posix.join(posix.dirname(from), fileName)] : [],
    );
    return [...new Set(targets)]
      .filter((to) => !runs.has(`${from} ${to}`))
      .map((to) => ({ from, to, kind: 'repository' as const, isErased: true }));
  });
}

function sourceFiles(root: string, folder: string): readonly string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return []; // not every folder exists
  }
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : sourceFiles(root, path);
    return /\.(ts|py|mjs)$/.test(path) && !/\.test\.ts$/.test(path) ? [path] : [];
  });
}

/** Whether it is what an engine lets others use. */
function isApi(target: string): boolean {
  const [, engine] = ENGINE.exec(target) ?? [];
  return engine !== undefined && target === `src/${engine}/api.ts`;
}

function isBelow(target: string, ...folders: readonly string[]): boolean {
  return folders.some((folder) => target.startsWith(`${folder}/`));
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
