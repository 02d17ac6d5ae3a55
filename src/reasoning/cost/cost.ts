/** Says what a function of a workspace costs: measures it in a sandbox of its own, and reads it. */
import { ToolFailure } from '../../lib/errors.ts';
import type { OnProgress } from '../../lib/work.ts';
import { inSandbox } from '../../python/api.ts';
import type { FileFacts, SymbolFacts } from '../../syntax/api.ts';
import { readIndexed } from '../read-indexed.ts';
import type { Unseen } from '../service.ts';
import type { ReasoningServices } from '../services.ts';
import { readProgram } from '../trace/program.ts';
import { measure } from './measured/measure.ts';
import { readCost } from './read/read-cost.ts';
import type { CostReading } from './read/service.ts';
import type { CostAnswer, CostRequest, Measured } from './service.ts';

/** Bytes of a file that is read. */
const LARGEST = 1 << 20;
const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);

/** What the entry costs. */
export async function costOf(
  request: CostRequest,
  services: ReasoningServices,
  onProgress: OnProgress,
): Promise<CostAnswer> {
  const { entry, ref } = request;
  const workspace = services.workspace(request.workspace);
  const { commit, content, truncated } = await workspace.readFile({
    path: entry.path,
    mostBytes: LARGEST,
    ...(ref !== undefined && { ref }),
  });
  if (content.kind !== 'text' || truncated) throw unreadable(entry.path);
  const [facts] = await services.syntax.analyze([{ path: entry.path, text: content.text }]);
  if (facts === undefined || facts.language === 'text') throw unreadable(entry.path);
  const symbol = entrySymbol(facts, request);
  const name = symbol.scope === '' ? symbol.name : `${symbol.scope}.${symbol.name}`;
  const measured = await measuredOf(request, services, { commit, name, language: facts.language }, onProgress);
  const unseen: Unseen[] = [];
  const read = await readingOf(request, services, { commit, name, line: symbol.lineStart }, unseen);
  if (facts.damaged) unseen.push({ what: entry.path, why: 'Parts of the file are not of its language.' });
  return {
    commit,
    function: { path: entry.path, line: symbol.nameLine, name, language: facts.language },
    measured,
    ...(read !== undefined && { read }),
    unseen: [...unseen, ...(read?.unseen ?? [])],
  };
}

/** What reading says; undefined for a language whose flow is not known, and for a commit that the index does not cover. */
async function readingOf(
  { workspace: byName, entry, depth, memory }: CostRequest,
  { syntax, workspace: open }: ReasoningServices,
  { commit, name, line }: { readonly commit: string; readonly name: string; readonly line: number },
  unseen: Unseen[],
): Promise<CostReading | undefined> {
  const workspace = open(byName);
  const { commit: indexed } = await workspace.coverage();
  if (indexed !== commit) {
    unseen.push({ what: entry.path, why: 'Text is read at the indexed commit only.' });
    return undefined;
  }
  const read = readIndexed(workspace);
  const text = await read(entry.path);
  const flow = text === undefined ? undefined : await syntax.flow({ path: entry.path, text });
  if (flow?.supported !== true) return undefined;
  const program = await readProgram(
    { path: entry.path, line, functionName: name },
    depth,
    { syntax, workspace, read },
    async () => true,
  );
  return readCost(program, { memory, depth });
}

async function measuredOf(
  { workspace, entry, inputs, memory }: CostRequest,
  services: ReasoningServices,
  { commit, name, language }: { readonly commit: string; readonly name: string; readonly language: string },
  onProgress: OnProgress,
): Promise<Measured> {
  if (language !== 'python') return { kind: 'not run', why: 'Only Python is run; this was read.' };
  const session = services.sandbox(crypto.randomUUID());
  return inSandbox(
    { session, mount: { workspace, commit } },
    (sandbox, root) => measure(sandbox, { root, path: entry.path, function: name, inputs: inputs ?? '', memory }),
    onProgress,
  );
}

/** The function of that name, the nearest to the line, or else the innermost around the line. */
function entrySymbol({ symbols }: FileFacts, { entry }: CostRequest): SymbolFacts {
  const functions = symbols.filter(({ kind }) => FUNCTIONS.has(kind));
  const { line, functionName } = entry;
  const around = functions.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  if (functionName === undefined) {
    const innermost = around.at(-1);
    if (innermost !== undefined) return innermost;
    throw notThere(`No function stands around line ${line} of ${entry.path}.`, functions);
  }
  const named = functions.filter(({ scope, name }) => `.${scope}.${name}`.endsWith(`.${functionName}`));
  const [nearest] = named.toSorted((a, b) => distance(a, line) - distance(b, line));
  if (nearest !== undefined) return nearest;
  throw notThere(`${entry.path} defines no function ${JSON.stringify(functionName.slice(0, 100))}.`, functions);
}

function distance({ lineStart, lineEnd }: SymbolFacts, line: number): number {
  return line < lineStart ? lineStart - line : Math.max(0, line - lineEnd);
}

function notThere(message: string, functions: readonly SymbolFacts[]): ToolFailure {
  const some = functions.slice(0, 8).map(({ name, nameLine }) => `${name} (line ${nameLine})`);
  const advice = some.length === 0 ? 'The file defines no function.' : `It defines ${some.join(', ')}.`;
  return new ToolFailure({ errorType: 'SYMBOL_NOT_FOUND', message, advice });
}

function unreadable(path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${path} is no source text of a known language below 1 MB.`,
    advice: 'Name a source file of the workspace.',
  });
}
