/** Checks Python by basedpyright, with what the workspace has of what the files import. */
import type { CheckedFile } from '../../src/review/static/analyzer.ts';
import type { CheckAnswer, CheckRequest, Diagnostic, ReadFiles } from '../../src/review/static/service.ts';
import { LanguageServer } from './language-server.ts';
import { loadSources } from './sources.ts';
import { trusted } from './trusted.ts';

const ROOT = '/workspace';

/**
 * Rules that count: those of pyright's standard mode, without what follows from packages that are not there, and without what
 * unannotated code breaks by the dozen. A workspace's own settings do not count: they would take the place of all of these, the
 * stubs of the standard library included.
 */
const RULES = {
  typeshedPaths: ['/typeshed'],
  typeCheckingMode: 'standard',
  diagnosticMode: 'openFilesOnly',
  autoSearchPaths: true,
  useLibraryCodeForTypes: false,
  diagnosticSeverityOverrides: {
    reportMissingImports: 'none',
    reportMissingModuleSource: 'none',
    reportMissingTypeStubs: 'none',
    reportOptionalMemberAccess: 'none',
    reportOptionalSubscript: 'none',
    reportOptionalIterable: 'none',
    reportOptionalOperand: 'none',
    reportIncompatibleMethodOverride: 'none',
    reportIncompatibleVariableOverride: 'none',
    reportPrivateImportUsage: 'none',
    reportFunctionMemberAccess: 'none',
  },
};

const SETTINGS = { python: {}, 'python.analysis': RULES, 'basedpyright.analysis': RULES };

/** Reported in no workspace, whatever its settings are: they follow from packages that are not there. */
const DROPPED = /^report(Missing|Unknown|Import|Untyped|Any$|Explicit|Unused|Deprecated|Unnecessary)/;

/** See `AnalyzerApi`. */
export async function check({ files, paths }: CheckRequest, read: ReadFiles): Promise<CheckAnswer> {
  const { texts, notes } = await loadSources(files, new Set(paths), read);
  const server = new LanguageServer(SETTINGS);
  try {
    const found = await diagnosticsOf(server, files, texts);
    return trusted(found, notes);
  } finally {
    server.close();
  }
}

async function diagnosticsOf(
  server: LanguageServer,
  files: readonly CheckedFile[],
  texts: ReadonlyMap<string, string>,
): Promise<readonly (readonly Diagnostic[])[]> {
  const folder = { uri: `file://${ROOT}`, name: 'workspace' };
  await server.request('initialize', {
    processId: null,
    rootUri: folder.uri,
    workspaceFolders: [folder],
    initializationOptions: {
      files: Object.fromEntries(Array.from(texts, ([path, text]) => [`${ROOT}/${path}`, text])),
    },
    capabilities: {
      textDocument: { diagnostic: { dynamicRegistration: false } },
      workspace: { configuration: true, workspaceFolders: true },
    },
  });
  server.notify('initialized', {});
  for (const { path, text } of files) {
    server.notify('textDocument/didOpen', {
      textDocument: { uri: uriOf(path), languageId: 'python', version: 1, text },
    });
  }
  const found: (readonly Diagnostic[])[] = [];
  for (const { path } of files) {
    const report = await server.request('textDocument/diagnostic', { textDocument: { uri: uriOf(path) } });
    found.push(itemsOf(report).flatMap((item) => toDiagnostic(path, item)));
  }
  return found;
}

function uriOf(path: string): string {
  return `file://${ROOT}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Item {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly severity?: number;
  readonly code?: string;
  readonly message: string;
}

function itemsOf(report: unknown): readonly Item[] {
  return typeof report === 'object' && report !== null && 'items' in report && Array.isArray(report.items)
    ? report.items
    : [];
}

const ERROR = 1;
const WARNING = 2;

function toDiagnostic(path: string, { range: { start, end }, severity, code, message }: Item): readonly Diagnostic[] {
  const rule = typeof code === 'string' ? code : 'syntax-error';
  if ((severity !== ERROR && severity !== WARNING) || DROPPED.test(rule)) return [];
  return [
    {
      path,
      line: start.line + 1,
      column: start.character + 1,
      endLine: end.line + 1,
      endColumn: end.character + 1,
      code: rule,
      message,
      severity: severity === ERROR ? 'error' : 'warning',
    },
  ];
}
