/** Hypotheses about a workspace: finds the commit, and gives the engine what its checks need. */
import type { ErrorType } from '../../lib/error-types.ts';
import { asToolFailure, ToolFailure } from '../../lib/errors.ts';
import { describeSupply } from '../../lib/supply.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { SymbolFacts } from '../../syntax/api.ts';
import { sandboxRuns } from '../sandbox-runs.ts';
import type { ReasoningServices } from '../services.ts';
import type { HypothesisCheck } from './checks.ts';
import type { CheckContext } from './context.ts';
import type { HypothesesRequest, HypothesisScope, SourcePiece, TestedHypotheses, Tournament } from './service.ts';
import { testHypotheses } from './test-hypotheses.ts';
import { playBracket } from './tournament.ts';

/** Bytes of a file that is read. */
const LARGEST_FILE = 1_500_000;
/** Seconds that a run of tests has at least. */
const LEAST_GUARD = 20;
/** Pieces of source that a question shows. */
const MOST_PIECES = 40;

type Reader = CheckContext['read'];

/** Runs the checks of hypotheses. Throws `ToolFailure` for files and functions that are not there, and `Cancelled`. */
export async function testedHypotheses(
  request: HypothesesRequest,
  services: ReasoningServices,
  onProgress: OnProgress,
  clock: () => number,
): Promise<TestedHypotheses> {
  const { commit, context } = await contextOf(request, services, onProgress);
  return { commit, tested: await testHypotheses(request, context, clock) };
}

/** The same, and the bracket. */
export async function tournamentOf(
  request: HypothesesRequest,
  services: ReasoningServices,
  onProgress: OnProgress,
  clock: () => number,
): Promise<Tournament> {
  const { commit, context } = await contextOf(request, services, onProgress);
  const tested = await testHypotheses(request, context, clock);
  return { commit, ...(await playBracket(request, tested, context)) };
}

/** The source that a question about hypotheses shows: the functions of the scope, else its files. */
export async function materialOf(
  scope: HypothesisScope,
  services: ReasoningServices,
): Promise<{ readonly commit: string; readonly pieces: readonly SourcePiece[] }> {
  const { commit, read } = await openScope(scope, services);
  if (scope.functions.length === 0) {
    const texts = scope.files
      .slice(0, MOST_PIECES)
      .map(async (path) => ({ path, line: 1, text: (await read(path)) ?? '' }));
    return { commit, pieces: await Promise.all(texts) };
  }
  const pieces: SourcePiece[] = [];
  for (const { path, text, symbols } of await definitionsOf(scope, read, services)) {
    const lines = text.split('\n');
    for (const symbol of symbols.filter((one) => scope.functions.includes(nameOf(one)))) {
      const { lineStart, lineEnd } = symbol;
      pieces.push({ path, line: lineStart, text: lines.slice(lineStart - 1, lineEnd).join('\n') });
    }
  }
  return { commit, pieces: pieces.slice(0, MOST_PIECES) };
}

async function contextOf(
  { scope, hypotheses, supply, timeoutSeconds }: HypothesesRequest,
  services: ReasoningServices,
  onProgress: OnProgress,
): Promise<{ readonly commit: string; readonly context: CheckContext }> {
  const { commit, read } = await openScope(scope, services);
  const regions = scope.functions.length > 0 ? regionsOf(scope, await definitionsOf(scope, read, services)) : new Map();
  for (const { checks } of hypotheses)
    for (const path of checks.flatMap(filesOf)) await expectFile(path, 'checks.file', read);
  const { owner, symbolic, syntax } = services;
  const context: CheckContext = {
    owner,
    symbolic,
    syntax,
    read,
    files: scope.files,
    regions,
    ...sandboxRuns({ workspace: scope.workspace, commit }, services, onProgress, supply),
    supplied: describeSupply(supply),
    timeoutSeconds,
    guardSeconds: Math.max(LEAST_GUARD, Math.ceil(timeoutSeconds)),
    onProgress,
  };
  return { commit, context };
}

/** Lines of the functions of a scope, by file. */
function regionsOf(
  { functions }: HypothesisScope,
  definitions: Awaited<ReturnType<typeof definitionsOf>>,
): CheckContext['regions'] {
  return new Map(
    definitions.map(({ path, symbols }) => [
      path,
      symbols
        .filter((one) => functions.includes(nameOf(one)))
        .map(({ lineStart, lineEnd }) => [lineStart, lineEnd] as const),
    ]),
  );
}

/** The commit of a scope, and a reader of its files, which are there. */
async function openScope(
  { workspace: name, ref, files }: HypothesisScope,
  services: ReasoningServices,
): Promise<{ readonly commit: string; readonly read: Reader }> {
  const workspace = services.workspace(name);
  const [first = ''] = files;
  const { commit } = await orMissing(
    () => workspace.readFile({ path: first, mostBytes: 1, ...(ref !== undefined && { ref }) }),
    () => missingFile(first, 'test_scope.files'),
    ['FILE_NOT_FOUND'],
  );
  const texts = new Map<string, Promise<string | undefined>>();
  const load = (path: string): Promise<string | undefined> =>
    orMissing(
      async () => {
        const { content, truncated } = await workspace.readFile({ path, ref: commit, mostBytes: LARGEST_FILE });
        return content.kind === 'text' && !truncated ? content.text : undefined;
      },
      () => undefined,
      ['FILE_NOT_FOUND', 'INVALID_INPUT'],
    );
  const read: Reader = (path) => {
    const known = texts.get(path) ?? load(path);
    texts.set(path, known);
    return known;
  };
  for (const path of files) await expectFile(path, 'test_scope.files', read);
  return { commit, read };
}

/** What `read` gives; what `missing` does where it fails as one of `types`. */
async function orMissing<Result>(
  read: () => Promise<Result>,
  missing: () => Result,
  types: readonly ErrorType[],
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const type = asToolFailure(error)?.failure.errorType;
    if (type !== undefined && types.includes(type)) return missing();
    throw error;
  }
}

async function expectFile(path: string, field: string, read: Reader): Promise<void> {
  if ((await read(path)) === undefined) missingFile(path, field);
}

function missingFile(path: string, field: string): never {
  throw new ToolFailure({
    errorType: 'FILE_NOT_FOUND',
    message: `The commit has no text file ${path}, or it is larger than ${LARGEST_FILE} bytes.`,
    advice: 'list_workspace_files lists the files of the workspace; paths are from its root.',
    details: { field, value: path, constraint: 'a text file of the commit' },
  });
}

function filesOf(check: HypothesisCheck): readonly string[] {
  switch (check.kind) {
    case 'contract':
    case 'behaves_like':
    case 'call':
      return [check.file];
    case 'pattern':
    case 'search':
      return check.files ?? [];
    case 'python_test':
      return check.edits.map(({ file }) => file);
  }
}

/** The definitions in the files of a scope, which has all its functions. */
async function definitionsOf(
  { files, functions }: HypothesisScope,
  read: Reader,
  { syntax }: ReasoningServices,
): Promise<readonly { readonly path: string; readonly text: string; readonly symbols: readonly SymbolFacts[] }[]> {
  const found: { readonly path: string; readonly text: string; readonly symbols: readonly SymbolFacts[] }[] = [];
  for (const path of files) {
    const text = (await read(path)) ?? '';
    const [facts] = await syntax.analyze([{ path, text }]);
    found.push({ path, text, symbols: facts?.symbols ?? [] });
  }
  const names = new Set(found.flatMap(({ symbols }) => symbols.map(nameOf)));
  const missing = functions.find((name) => !names.has(name));
  if (missing === undefined) return found;
  throw new ToolFailure({
    errorType: 'SYMBOL_NOT_FOUND',
    message: `No file of the scope defines ${missing}.`,
    advice: 'Name functions as f, and methods as C.m; find_symbol finds where they are.',
    details: { field: 'test_scope.functions', value: missing, constraint: 'a function of the files' },
  });
}

function nameOf({ scope, name }: SymbolFacts): string {
  return scope === '' ? name : `${scope}.${name}`;
}
