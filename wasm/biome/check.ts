/** Checks JavaScript and TypeScript by Biome, with the settings of the workspace. */
import { byteOffsets } from '../../src/review/static/positions.ts';
import {
  boundedAnswer,
  type CheckAnswer,
  type CheckRequest,
  type Diagnostic,
  MOST_IN_FILE,
  type ReadFiles,
} from '../../src/review/static/service.ts';
import { type Diagnostic as Found, initSync, Workspace } from './build/biome.mjs';
import { OWN_SETTINGS, type Settings, settingsFor, withoutNursery } from './settings.ts';

const ROOT = '/workspace';

/** UTF-16 units of a file: a megabyte takes 5 s and 70 MB. */
const LARGEST = 600_000;

/** Biome, started when it is first asked. */
export class Biome {
  readonly #module: WebAssembly.Module;
  /** Of the instance that runs; a new one takes its place after a failure, which may leave it broken. */
  #memory: WebAssembly.Memory | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  get heapBytes(): number {
    return this.#memory?.buffer.byteLength ?? 0;
  }

  /** See `AnalyzerApi`. A file on which Biome fails is left out with a note; the others are checked. */
  async check({ files, paths: all }: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    const paths = new Set(all);
    const notes: string[] = [];
    const found: (readonly Diagnostic[])[] = [];
    for (const { path, text } of files) {
      if (text.length > LARGEST) {
        notes.push(`${path} is larger than ${LARGEST} characters: Biome did not check it.`);
        continue;
      }
      const settings = await settingsFor(path, paths, read);
      notes.push(...settings.notes);
      this.#memory ??= initSync({ module: this.#module }).memory;
      try {
        found.push(checkFile(path, text, settings, notes));
      } catch {
        notes.push(`Biome failed on ${path}: the file was not checked.`);
        this.#memory = undefined;
      }
    }
    return boundedAnswer(found, notes);
  }
}

function checkFile(path: string, text: string, settings: Settings, notes: string[]): readonly Diagnostic[] {
  const workspace = new Workspace();
  try {
    const { projectKey } = workspace.openProject({ path: ROOT, openUninitialized: true });
    configure(workspace, projectKey, settings, notes);
    const file = `${ROOT}/${path}`;
    if (workspace.isPathIgnored({ projectKey, path: file, features: ['lint'], ignoreKind: 'ancestors' })) return [];
    workspace.openFile({ projectKey, path: file, content: { type: 'fromClient', content: text, version: 0 } });
    const { diagnostics } = workspace.pullDiagnostics({
      projectKey,
      path: file,
      categories: ['syntax', 'lint'],
      maxDiagnostics: MOST_IN_FILE + 1,
    });
    const placeOf = byteOffsets(text);
    return diagnostics.flatMap((each) => toDiagnostic(path, each, placeOf));
  } finally {
    workspace.free();
  }
}

type ProjectKey = ReturnType<Workspace['openProject']>['projectKey'];

function configure(workspace: Workspace, projectKey: ProjectKey, settings: Settings, notes: string[]): void {
  const folder = settings.source?.split('/').slice(0, -1) ?? [];
  const workspaceDirectory = [ROOT, ...folder].join('/');
  for (const { configuration } of [settings, withoutNursery(settings), OWN_SETTINGS]) {
    try {
      workspace.updateSettings({ projectKey, configuration, workspaceDirectory });
      return;
    } catch (error) {
      const [why] = String(error instanceof Error ? error.message : error).split('\n', 1);
      notes.push(`Biome refuses settings of ${settings.source}, fewer of them count: ${why}`);
    }
  }
}

function toDiagnostic(
  path: string,
  { category = 'parse', description, severity, location: { span } }: Found,
  placeOf: ReturnType<typeof byteOffsets>,
): readonly Diagnostic[] {
  if (span === undefined || category.startsWith('suppressions/')) return [];
  const [from, to] = span;
  const { line, column } = placeOf(from);
  const end = placeOf(to);
  return [
    {
      path,
      line,
      column,
      endLine: end.line,
      endColumn: end.column,
      code: category === 'parse' ? 'syntax-error' : category.replace(/^lint\//, ''),
      message: description,
      severity: category === 'parse' || severity === 'fatal' ? 'error' : severity === 'error' ? 'warning' : 'info',
    },
  ];
}
