/** A tool's context for tests of one tool: engines that the test scripts, progress that it can look at. */

import { USER_SPACE_MIGRATIONS } from '../durable-objects/user-space/migrations.ts';
import { DEFAULT_LIMITS } from '../src/auth/limits.ts';
import type { Principal } from '../src/auth/principal.ts';
import { SCOPES } from '../src/auth/scope.ts';
import { migrate } from '../src/lib/migrations.ts';
import { userId } from '../src/lib/object-name.ts';
import { objectLists } from '../src/lib/owned-objects.ts';
import { atOnce, WorkBudget } from '../src/lib/sliced-work.ts';
import type { Progress } from '../src/lib/work.ts';
import { StoredHandBacks } from '../src/mcp/stored-hand-backs.ts';
import { StoredReports } from '../src/mcp/stored-reports.ts';
import type { ToolContext } from '../src/mcp/tool-context.ts';
import { UserModels } from '../src/models/user-models.ts';
import { StoredPlans } from '../src/planning/plans.ts';
import type { PythonSessionApi } from '../src/python/protocol.ts';
import type { PythonSessions } from '../src/python/sessions.ts';
import { StoredConversations } from '../src/reasoning/conversation/sessions.ts';
import { StoredReviewSessions } from '../src/review/reactive/sessions.ts';
import type { ReviewApi } from '../src/review/service.ts';
import { StoredCertifications } from '../src/scaffolds/certification/certifications.ts';
import { linesOf, streamOf } from '../src/scaffolds/certification/datasets.ts';
import { estimateOf } from '../src/scaffolds/certification/suite.ts';
import {
  casesOf,
  checkAnswer,
  checkTrace,
  describeScaffold,
  generateCases,
  listScaffolds,
  solveInstance,
} from '../src/scaffolds/engine.ts';
import { gradeAttempt, openEpisode } from '../src/scaffolds/environment/episodes.ts';
import type { ScaffoldsApi } from '../src/scaffolds/service.ts';
import { LISTED_CATALOG } from '../src/tools/surfaces.ts';
import type { WorkspaceApi } from '../src/workspace/service.ts';
import type { Workspaces } from '../src/workspace/workspaces.ts';
import { createDatabase } from './sqlite.ts';

const UNSLICED = new WorkBudget(Number.POSITIVE_INFINITY);

/** The engine of scaffolds itself: it holds nothing. */
const SCAFFOLD_ENGINE: ScaffoldsApi = {
  list: async (category) => listScaffolds(category),
  describe: async (name) => describeScaffold(name),
  generate: async (request) => generateCases(request),
  dataset: async (request, dataset) => streamOf(linesOf(dataset, casesOf(request))),
  check: async (instance, answer, withExpected) => checkAnswer(instance, answer, withExpected),
  checkTrace: async (instance, trace) => checkTrace(instance, trace),
  solve: async (instance) => solveInstance(instance),
  episode: async (wish) => atOnce(openEpisode(wish, UNSLICED)),
  grade: async (id, attempt) => atOnce(gradeAttempt(id, attempt, UNSLICED)),
  estimate: async (suite) => atOnce(estimateOf(suite, UNSLICED)),
};

const unused = () => Promise.reject(new Error('This test does not use that engine.'));

/** A session whose methods fail unless the test gives them. */
export function pythonSession(methods: Partial<PythonSessionApi> = {}): PythonSessionApi {
  return {
    run: unused,
    evaluate: unused,
    install: unused,
    complete: unused,
    inspect: unused,
    variables: unused,
    interrupt: unused,
    introduce: unused,
    mount: unused,
    remount: unused,
    occupy: (work) => work(),
    erase: unused,
    describe: unused,
    health: unused,
    checkpoint: unused,
    checkpoints: unused,
    restore: unused,
    restart: unused,
    fork: unused,
    borrowPackages: unused,
    info: unused,
    listFiles: unused,
    fileTotals: unused,
    readFile: unused,
    openFile: unused,
    writeFile: unused,
    deleteFile: unused,
    ...methods,
  };
}

/** A list of one session `default`, which `session` stands for; every name opens it. */
export function pythonSessions(session: PythonSessionApi = pythonSession()): PythonSessions {
  const open = (id = 'default') => ({ id, session });
  return {
    open,
    openOrCreate: open,
    create: open,
    fork: async (from, id) => ({ source: open(from), copy: open(id) }),
    activate: () => 'default',
    active: 'default',
    list: () => [],
    erase: (id) => open(id).session.erase(),
    remove() {},
  };
}

/** A list of one workspace `default`, which `workspace` stands for; its methods fail unless the test gives them. */
export function workspaces(methods: Partial<WorkspaceApi> = {}): Workspaces {
  const workspace: WorkspaceApi = {
    fetch: unused,
    takePushRequest: unused,
    coverage: unused,
    readFile: unused,
    fileTree: unused,
    pathsLike: unused,
    readBlob: unused,
    listFiles: unused,
    compare: unused,
    showCommit: unused,
    patch: unused,
    blame: unused,
    isEmpty: unused,
    exportRepository: unused,
    putFiles: unused,
    putArchive: unused,
    importRepository: unused,
    deleteFiles: unused,
    searchByMeaning: unused,
    searchCode: unused,
    findSymbol: unused,
    findReferences: unused,
    callGraph: unused,
    repoMap: unused,
    bundle: unused,
    addMemory: unused,
    listMemories: unused,
    suggestMemories: unused,
    waitingSuggestions: unused,
    reviewSuggestions: unused,
    findVerdicts: unused,
    keepVerdict: unused,
    indexStatus: unused,
    indexFacts: unused,
    findCommits: unused,
    syntaxInfo: unused,
    erase: unused,
    ...methods,
  };
  const open = (name = 'default') => ({ name, workspace });
  const fill = <Result>(_name: string | undefined, work: (opened: WorkspaceApi) => Promise<Result>) => work(workspace);
  return { open, openOrCreate: open, fill, settle: async () => {}, list: () => [], erase: unused };
}

/** An engine of reviews whose methods fail unless the test gives them. */
export function reviewEngine(methods: Partial<ReviewApi> = {}): ReviewApi {
  return {
    review: unused,
    compareBehaviour: unused,
    staticAnalysis: unused,
    checkInvariants: unused,
    scrub: unused,
    validate: unused,
    info: unused,
    ...methods,
  };
}

/** A user who may do everything, unless `overrides` say otherwise. */
export function tester(overrides: Partial<Principal> = {}): Principal {
  return {
    userId: userId('tester'),
    credential: { kind: 'api-key', name: 'laptop', digest: 'd' },
    scopes: SCOPES,
    limits: DEFAULT_LIMITS,
    ...overrides,
  };
}

/** A context of the user `tester`; `steps` collects its progress. */
export function toolContext(overrides: Partial<ToolContext> = {}): ToolContext & { readonly steps: Progress[] } {
  const steps: Progress[] = [];
  const database = createDatabase('');
  migrate(database, USER_SPACE_MIGRATIONS, 0);
  const { sql } = database;
  const signal = overrides.signal ?? new AbortController().signal;
  return {
    principal: tester(),
    symbolic: {
      check: unused,
      listFunctions: unused,
      sliceOf: unused,
      findPathToException: unused,
      compare: unused,
      analyzeBranches: unused,
      compareVersions: unused,
      changedFunctions: unused,
      checkVersion: unused,
      branchInputs: unused,
      checkClaim: unused,
      info: unused,
    },
    pythonSessions: pythonSessions(),
    testSandbox: () => pythonSession(),
    workspaces: workspaces(),
    review: reviewEngine(),
    reviewSessions: new StoredReviewSessions(objectLists(sql), () => {
      throw new Error('This test does not use reviews in the background.');
    }),
    reasoning: {
      cost: unused,
      impact: unused,
      tracePath: unused,
      hypothesisMaterial: unused,
      testHypotheses: unused,
      runTournament: unused,
      checkClaims: unused,
      info: unused,
    },
    conversations: new StoredConversations(objectLists(sql), () => {
      throw new Error('This test does not use conversations.');
    }),
    planning: { evidence: unused, info: unused },
    plans: new StoredPlans(objectLists(sql), () => {
      throw new Error('This test does not use plans.');
    }),
    scaffolds: SCAFFOLD_ENGINE,
    certifications: new StoredCertifications(
      objectLists(sql),
      () => {
        throw new Error('This test does not use certifications.');
      },
      unused,
    ),
    reports: new StoredReports(sql),
    handBacks: new StoredHandBacks(sql, new Set()),
    models: new UserModels(sql, { models: [], allowance: { calls: 1, tokens: 1 } }),
    hung: () => false,
    spaceFacts: () => ({
      startedAt: 0,
      now: 60_000,
      databaseBytes: 0,
      mcpSessions: 0,
      webSockets: 0,
      reports: 0,
      pythonSessions: [],
      activePythonSession: 'default',
      runningCalls: 1,
      calls: new Map(),
      today: { calls: 0, bytes: 0, engineSeconds: 0, renewsAt: 86_400_000 },
    }),
    answeredBy: 'caller',
    clientModel: 'none',
    announce: async () => {},
    catalog: LISTED_CATALOG,
    codeSizeLimit: 64 * 1024,
    signal,
    progress: async (step) => void steps.push(step),
    onProgress: async (step) => {
      steps.push(step);
      return !signal.aborted;
    },
    steps,
    ...overrides,
  };
}
