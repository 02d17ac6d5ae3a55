/** Checks Python by Ruff, with the settings of the workspace. */
import type { TextEdit } from '../../src/review/static/analyzer.ts';
import {
  boundedAnswer,
  type CheckAnswer,
  type CheckRequest,
  type Diagnostic,
  type ReadFiles,
} from '../../src/review/static/service.ts';
import { type Diagnostic as Found, initSync, PositionEncoding, Workspace } from './build/ruff.mjs';
import { isForItsException, isOfPython2 } from './noise.ts';
import { OWN_SETTINGS, type Settings, settingsFor } from './settings.ts';

/** Ruff, started when it is first asked. */
export class Ruff {
  readonly #module: WebAssembly.Module;
  /** Of the instance that runs; a new one takes its place after a failure, which may leave it broken. */
  #memory: WebAssembly.Memory | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  get heapBytes(): number {
    return this.#memory?.buffer.byteLength ?? 0;
  }

  get version(): string {
    this.#start();
    return Workspace.version();
  }

  /** See `AnalyzerApi`. A file on which Ruff fails is left out with a note; the others are checked. */
  async check({ files, paths: all }: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
    this.#start();
    const paths = new Set(all);
    const notes: string[] = [];
    const found: (readonly Diagnostic[])[] = [];
    for (const { path, text } of files) {
      const settings = await settingsFor(path, paths, read);
      notes.push(...settings.notes);
      if (settings.excludes(path)) continue;
      try {
        found.push(this.#checkFile(path, text, settings, notes));
      } catch {
        notes.push(`Ruff failed on ${path}: the file was not checked.`);
        this.#memory = initSync({ module: this.#module }).memory;
      }
    }
    return boundedAnswer(found, notes);
  }

  #start(): void {
    this.#memory ??= initSync({ module: this.#module }).memory;
  }

  #checkFile(path: string, text: string, settings: Settings, notes: string[]): readonly Diagnostic[] {
    const workspace = open(settings, notes);
    try {
      const found: readonly Found[] = workspace.check(text);
      const lines = text.split('\n');
      return found
        .filter(({ code }) => !settings.ignores(path, code ?? ''))
        .map((each) => toDiagnostic(path, each))
        .filter((each) => !isForItsException(each, lines))
        .map((each) => (!settings.needsPython3 && isOfPython2(each, lines) ? { ...each, uncertain: true } : each));
    } finally {
      workspace.free();
    }
  }
}

function open({ options, source }: Settings, notes: string[]): Workspace {
  try {
    return new Workspace(options, PositionEncoding.Utf16);
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('\n', 1);
    notes.push(`Ruff refuses the settings of ${source ?? 'this server'}, its own count instead: ${why}`);
    return new Workspace(OWN_SETTINGS.options, PositionEncoding.Utf16);
  }
}

/** Rules whose repairs Ruff documents as safe wherever there is one; it does not tell of a single repair here. */
const SAFE: ReadonlySet<string> = new Set(['E711', 'E714', 'F401', 'F541', 'F632', 'F901', 'I001']);

function toEdit({ content, location, end_location }: NonNullable<Found['fix']>['edits'][number]): TextEdit {
  const { row: line, column } = location;
  return { line, column, endLine: end_location.row, endColumn: end_location.column, text: content ?? '' };
}

function toDiagnostic(path: string, { code, message, start_location, end_location, fix }: Found): Diagnostic {
  const isSyntax = code === null || code === 'invalid-syntax';
  return {
    path,
    line: start_location.row,
    column: start_location.column,
    endLine: end_location.row,
    endColumn: end_location.column,
    code: isSyntax ? 'syntax-error' : code,
    message,
    severity: isSyntax ? 'error' : 'warning',
    ...(fix !== null && SAFE.has(code ?? '') && { fix: fix.edits.map(toEdit) }),
  };
}
