/** Claims about a workspace: finds the commit, and gives the engine what its checks need. */
import { asToolFailure } from '../../lib/errors.ts';
import { Cancelled, type OnProgress } from '../../lib/work.ts';
import { codeReader } from '../code-reader.ts';
import type { CodeReader } from '../conversation/evidence.ts';
import type { CheckContext } from '../hypotheses/context.ts';
import { runTest } from '../hypotheses/run-python.ts';
import { sandboxRuns } from '../sandbox-runs.ts';
import type { Place } from '../service.ts';
import type { ReasoningServices } from '../services.ts';
import { type ClaimContext, checkClaims } from './check-claims.ts';
import { type CheckedClaims, type ClaimsRequest, MOST_CLAIMS } from './service.ts';

/** Seconds after which the test of a claim is given up, which decides nothing. */
const GUARD_SECONDS = 20;

/** Checks each claim. Throws `ToolFailure` for a ref that is not there, and `Cancelled`. */
export async function checkedClaims(
  { scope, claims }: ClaimsRequest,
  services: ReasoningServices,
  onProgress: OnProgress,
): Promise<CheckedClaims> {
  const reader = await codeReader(scope, services);
  if (reader === undefined) {
    const why = `The workspace ${scope.workspace} holds no code to check it by.`;
    return { supported: [], unsupported: claims.map((claim) => ({ claim, why })), commit: '' };
  }
  return checkClaims(claims.slice(0, MOST_CLAIMS), contextOf(scope.workspace, reader, services, onProgress));
}

function contextOf(
  workspace: string,
  reader: CodeReader,
  services: ReasoningServices,
  onProgress: OnProgress,
): ClaimContext {
  const { commit } = reader;
  const read = async (path: string) => {
    const file = await reader.read(path);
    return 'text' in file ? file.text : undefined;
  };
  return {
    commit,
    read,
    definitions: (name, file) =>
      file === undefined ? definedAnywhere(name, commit, services.workspace(workspace)) : definedIn(file, name, reader),
    async runTest(code, file, place) {
      if (!(await onProgress({ done: 0, message: 'Running the test of a claim' }))) throw new Cancelled();
      return runTest(
        { code, edits: [] },
        {
          read,
          files: place === undefined ? (file === undefined ? [] : [file]) : [place.path],
          regions: place === undefined ? new Map() : await regionOf(place, reader),
          syntax: services.syntax,
          onProgress,
          guardSeconds: GUARD_SECONDS,
          ...sandboxRuns({ workspace, commit }, services, onProgress),
        },
      );
    },
  };
}

/** Lines of the innermost definition at a place, by its file; none where no definition is there. */
async function regionOf({ path, line }: Place, reader: CodeReader): Promise<CheckContext['regions']> {
  const file = await reader.read(path);
  if (!('text' in file)) return new Map();
  const around = (await reader.definitions(path, file.text)).filter(
    ({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd,
  );
  const [inner] = around.toSorted((one, other) => one.lineEnd - one.lineStart - (other.lineEnd - other.lineStart));
  return inner === undefined ? new Map() : new Map([[path, [[inner.lineStart, inner.lineEnd]]]]);
}

async function definedIn(path: string, name: string, reader: CodeReader): ReturnType<ClaimContext['definitions']> {
  const file = await reader.read(path);
  if (!('text' in file)) return { unknown: `${path}: ${file.missing}` };
  const definitions = await reader.definitions(path, file.text);
  return definitions.filter((one) => isCalled(one.name, name)).map(({ lineStart }) => ({ path, line: lineStart }));
}

async function definedAnywhere(
  name: string,
  commit: string,
  workspace: Pick<ReturnType<ReasoningServices['workspace']>, 'findSymbol'>,
): ReturnType<ClaimContext['definitions']> {
  try {
    const { symbols, coverage } = await workspace.findSymbol({ name, match: 'exact', limit: 1, offset: 0 });
    if (coverage.commit !== commit)
      return { unknown: `The definitions of another commit are indexed: it has to name the file of ${name}.` };
    return symbols.map(({ path, lineStart }) => ({ path, line: lineStart }));
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure?.errorType === 'INVALID_INPUT') return { unknown: failure.message };
    throw error;
  }
}

/** Whether a scoped name is `wanted`, or ends with it. */
function isCalled(name: string, wanted: string): boolean {
  return name === wanted || name.endsWith(`.${wanted}`);
}
