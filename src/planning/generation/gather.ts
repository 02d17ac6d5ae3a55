/** Gathers what a goal rests on, from the index, the graph and the history of a workspace. The same commit gives the same evidence. */
import { asToolFailure } from '../../lib/errors.ts';
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { Reach } from '../../review/api.ts';
import type { SyntaxApi } from '../../syntax/api.ts';
import type { TreeFile, WorkspaceApi } from '../../workspace/api.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { historyOf } from './history.ts';
import { OWNER_FILES, type OwnerRules, ownerRules, ownersByCommits } from './owners.ts';
import { risksOf } from './risks.ts';
import type { EvidenceRequest, FileEvidence, GoalEvidence } from './service.ts';
import { type ReadFile, readFiles } from './sources.ts';
import { chosenSymbols, symbolEvidence } from './symbols.ts';
import { isPytestFile, nearestTests, testCommandOf } from './test-files.ts';
import { counted } from './words.ts';

/** What is asked. */
export interface EvidenceServices {
  readonly workspace: WorkspaceApi;
  readonly syntax: Pick<SyntaxApi, 'analyze' | 'publicSurface'>;
  readonly reach: Reach;
  isTest(path: string): boolean;
}

/** Definitions that callers and tests are looked for of, over all files. */
const MOST_SYMBOLS = 12;
/** The most files of tests that are reported. */
const MOST_TEST_FILES = 50;
/** Bytes of a file that says how tests are run, or who owns what. */
const LARGEST_SETTINGS = 200_000;

/** What a goal rests on. Throws `ToolFailure` for a ref that is not there, and `Cancelled`. */
export async function evidenceOf(
  request: Omit<EvidenceRequest, 'owner'>,
  services: EvidenceServices,
  onProgress: OnProgress,
): Promise<GoalEvidence> {
  const { workspace } = services;
  const coverage = await workspace.coverage();
  if (coverage.commit === undefined) return nothing(request.workspace);
  const { commit, files: tree } = await workspace.fileTree(request.ref ?? coverage.commit);
  const notSeen = coverage.complete ? [] : [`${coverage.filesPending} files wait to be indexed and were not searched`];
  if (commit !== coverage.commit)
    notSeen.push(
      `search, callers and tests at the commit itself: they are of the indexed commit ${coverage.commit}, files of ${commit}`,
    );
  await proceed(onProgress, { done: 0, message: `searching ${tree.length} files` });
  const found = await candidatesOf(request, tree, services);
  notSeen.push(...found.notSeen);
  const [sources, history] = await Promise.all([
    readFiles(found.files, commit, services),
    historyOf(workspace, found.files),
  ]);
  notSeen.push(...sources.notSeen, ...history.notSeen);
  const owners = await ownersOf(tree, commit, services);
  if (owners !== undefined && owners.left > 0) notSeen.push(`${owners.left} rules of CODEOWNERS were not taken`);
  const isIndexed = coverage.complete && commit === coverage.commit;
  const files = await filesOf(
    { isIndexed, candidates: found.files, sources: sources.files, history, owners, notSeen },
    services,
    onProgress,
  );
  const tests = tree.map(({ path }) => path).filter((path) => services.isTest(path));
  const testCommand = await commandOf(tree, commit, services);
  return {
    workspace: request.workspace,
    commit,
    totalFiles: tree.length,
    files,
    others: found.others,
    totalTestFiles: tests.length,
    testFiles: nearestTests(
      tests,
      files.map(({ path }) => path),
    ).slice(0, MOST_TEST_FILES),
    hasPytest: tests.some(isPytestFile),
    ...(testCommand !== undefined && { testCommand }),
    ...(history.newest !== undefined && {
      history: { newest: history.newest, looked: history.looked, total: history.total },
    }),
    risks: risksOf(files, history.looked),
    ambiguous: found.ambiguous,
    unknownNames: found.unknownNames,
    unknownWords: found.unknownWords,
    notSeen,
  };
}

interface Gathered {
  readonly isIndexed: boolean;
  readonly candidates: readonly Candidate[];
  readonly sources: ReadonlyMap<string, ReadFile>;
  readonly history: Awaited<ReturnType<typeof historyOf>>;
  readonly owners: OwnerRules | undefined;
  readonly notSeen: string[];
}

async function filesOf(
  { isIndexed, candidates, sources, history, owners, notSeen }: Gathered,
  services: EvidenceServices,
  onProgress: OnProgress,
): Promise<readonly FileEvidence[]> {
  const chosen = chosenSymbols(candidates, sources, MOST_SYMBOLS);
  if (chosen.left > 0) notSeen.push(`callers and tests of ${counted(chosen.left, 'further definition')}`);
  const total = [...chosen.symbols.values()].flat().length + 1;
  let done = 1;
  const files: FileEvidence[] = [];
  for (const { path, isNamed, why, score } of candidates) {
    const source = sources.get(path);
    const symbols = [];
    for (const symbol of chosen.symbols.get(path) ?? []) {
      await proceed(onProgress, { done: done++, total, message: `${path}: ${symbol.name}` });
      symbols.push(await symbolEvidence(symbol, { ...services, isIndexed }, notSeen));
    }
    const authors = history.authorsOf(path);
    const ruled = owners?.of(path) ?? [];
    files.push({
      path,
      isNamed,
      why,
      score,
      language: source?.facts.language ?? 'text',
      ...(source !== undefined && { lines: source.facts.lines }),
      ...(source?.largest !== undefined && { largest: source.largest }),
      ...(history.newest !== undefined && { commits: authors.length }),
      owners: ruled.length > 0 ? ruled : ownersByCommits(authors),
      symbols,
    });
  }
  return files;
}

async function ownersOf(
  tree: readonly TreeFile[],
  commit: string,
  services: EvidenceServices,
): Promise<OwnerRules | undefined> {
  const known = new Set(tree.map(({ path }) => path));
  const file = OWNER_FILES.find((path) => known.has(path));
  const text = file === undefined ? undefined : await textOf(file, commit, services);
  return file === undefined || text === undefined ? undefined : ownerRules(file, text);
}

async function commandOf(tree: readonly TreeFile[], commit: string, services: EvidenceServices) {
  const known = new Set(tree.map(({ path }) => path));
  const settings = known.has('package.json') ? await textOf('package.json', commit, services) : undefined;
  return testCommandOf(known, settings);
}

/** The beginning of a text; undefined for what is none. */
async function textOf(
  path: string,
  commit: string,
  { workspace }: Pick<EvidenceServices, 'workspace'>,
): Promise<string | undefined> {
  try {
    const { content } = await workspace.readFile({ path, ref: commit, mostBytes: LARGEST_SETTINGS });
    return content.kind === 'text' ? content.text : undefined;
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType !== 'FILE_NOT_FOUND') throw error;
    return undefined;
  }
}

function nothing(workspace: string): GoalEvidence {
  return {
    workspace,
    totalFiles: 0,
    files: [],
    others: [],
    totalTestFiles: 0,
    testFiles: [],
    hasPytest: false,
    risks: [],
    ambiguous: [],
    unknownNames: [],
    unknownWords: [],
    notSeen: [`the workspace ${workspace} is empty`],
  };
}
