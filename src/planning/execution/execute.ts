/** Executes a step: applies it to the plan's branch, runs its Python, reviews what was changed, or hands it over with the code that it is about. */

import { createTwoFilesPatch } from 'diff';
import { asToolFailure, ToolFailure, wordsOf } from '../../lib/errors.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { PlanBook } from '../book.ts';
import { runChecks } from '../checking/run-checks.ts';
import { act, completable, conclude, noteApplied, reopen } from '../operations/acting.ts';
import { ownPlace } from '../own-commit.ts';
import type { Step } from '../plan.ts';
import type { Actor, EvidenceRecord, PlanFacts } from '../records.ts';
import type { Executed, ExecutionRequest } from '../service.ts';
import type { PlanningServices } from '../services.ts';
import { traitsOf } from '../step-types.ts';
import { verified } from '../verify.ts';
import { type Application, applyStep, previewStep, undoStep } from './apply.ts';

/** Milliseconds that a step stays claimed beyond the time that it may take. */
const LEASE_MARGIN_MS = 10 * 60_000;
/** Tokens of the code that a step is handed over with, and characters of a preview. */
const CONTEXT_TOKENS = 700;
const LONGEST_PREVIEW = 20_000;
/** Seconds that Python may take, whatever is asked. */
const MOST_SECONDS = 300;

/** How a step can be executed. */
type Mode = 'apply' | 'python' | 'review' | 'hand_over';

interface Execution {
  readonly book: PlanBook;
  readonly request: ExecutionRequest;
  readonly by: Actor;
  readonly services: PlanningServices;
  readonly onProgress: OnProgress;
}

type Outcome = Pick<Executed, 'kind' | 'success'> & Partial<Executed>;

/**
 * Executes a step, and completes it when its checks hold then. What fails leaves nothing half done: the step is failed then, and can be tried
 * again. Throws `ToolFailure` for a step that cannot begin, and for a patch that does not apply.
 */
export async function executeStep(execution: Execution, now: () => number): Promise<Executed> {
  const started = now();
  const outcome = await outcomeOf(execution);
  return { files: [], retries: 0, merged: [], conflicts: [], durationMs: Math.round(now() - started), ...outcome };
}

async function outcomeOf(execution: Execution): Promise<Outcome> {
  const { book, request } = execution;
  const step = book.stepOf(request.step);
  const mode = modeOf(step);
  if (request.rollback) return undo(step, execution);
  if (request.dryRun) return preview(step, mode, execution);
  await begin(step, execution);
  switch (mode) {
    case 'apply':
      return apply(step, execution);
    case 'python':
      return runPython(step, execution);
    case 'review':
      return review(step, execution);
    case 'hand_over':
      return handOver(step, execution);
  }
}

function modeOf(step: Step): Mode {
  const { patch, contents, python } = step;
  if (patch !== undefined || contents !== undefined) return 'apply';
  if (python !== undefined) return 'python';
  return traitsOf(step).reviews ? 'review' : 'hand_over';
}

/** Claims the step; an attempt of one's own that goes on keeps its name. */
async function begin(step: Step, { book, request, by, services }: Execution): Promise<void> {
  const own = book.view.progress[book.indexOf(step.number)];
  const operation =
    own?.recorded === 'executing' && own.operation !== undefined
      ? own.operation
      : `${step.id}/${(own?.attempts ?? 0) + 1}`;
  const base = own?.recorded === 'executing' ? own.base : await workCommit(book.facts, services);
  const leaseMs = request.timeoutMs + LEASE_MARGIN_MS;
  const action = { kind: 'start', step: step.number, leaseMs, reopen: false, operation } as const;
  act(book, { ...action, ...(base !== undefined && { base }) }, { by });
}

async function apply(step: Step, execution: Execution): Promise<Outcome> {
  const { book, by, services } = execution;
  const operation = book.view.progress[book.indexOf(step.number)]?.operation ?? step.id;
  try {
    const facts = withCommit(book.facts);
    const result = await applyStep({ facts, step, operation }, services.workspace(facts.workspace));
    const { retries } = result;
    if (result.kind === 'conflicts') {
      const error = `The branch ${facts.branch} has changed the same: ${result.conflicts.map(({ path }) => path).join(', ')}.`;
      const acted = act(book, { kind: 'fail', step: step.number, error }, { by });
      return {
        kind: 'conflicts',
        success: false,
        error,
        retries,
        conflicts: result.conflicts,
        branch: facts.branch,
        acted,
      };
    }
    const { commit, parent = facts.commit, files, merged } = result;
    if (commit === undefined) throw new Error('A commit was to be made.');
    noteApplied(book, step, { commit, parent, files }, by);
    const done = { kind: 'applied' as const, retries, files, merged, commit, branch: facts.branch };
    return {
      ...done,
      ...(await verify({ ...step, files_affected: step.files_affected ?? [...files] }, commit, parent, execution)),
    };
  } catch (error) {
    throw failed(step, error, execution);
  }
}

async function runPython(step: Step, execution: Execution): Promise<Outcome> {
  const { book, by, services, request, onProgress } = execution;
  const { facts } = book;
  const commit = await workCommit(facts, services);
  if (commit === undefined) throw failed(step, emptyWorkspace(facts.workspace), execution);
  const seconds = Math.min(MOST_SECONDS, Math.max(1, Math.ceil(request.timeoutMs / 1000)));
  const code = step.python ?? '';
  const [ran] = await runChecks(
    { checks: [{ kind: 'python', code }], workspace: facts.workspace, commit, supply: step.supply, seconds },
    services,
    onProgress,
  );
  if (ran === undefined || ran.outcome !== 'holds') {
    const error = ran?.evidence ?? 'It did not run.';
    return {
      kind: 'ran',
      success: false,
      error,
      commit,
      acted: act(book, { kind: 'fail', step: step.number, error }, { by }),
    };
  }
  const checked = (step.checks ?? []).length === 0 ? [ran] : undefined;
  return { kind: 'ran', text: ran.evidence, commit, ...(await verify(step, commit, undefined, execution, checked)) };
}

async function review(step: Step, execution: Execution): Promise<Outcome> {
  const { book, services, by } = execution;
  const { facts } = book;
  const commit = await workCommit(facts, services);
  if (commit === undefined) throw failed(step, emptyWorkspace(facts.workspace), execution);
  const outcome = await verify(step, commit, facts.commit, execution);
  if (outcome.success) return { kind: 'reviewed', commit, ...outcome };
  const error = outcome.error ?? '';
  return { kind: 'reviewed', commit, ...outcome, acted: act(book, { kind: 'fail', step: step.number, error }, { by }) };
}

async function handOver(step: Step, { book, services }: Execution): Promise<Outcome> {
  const { description, details = '', files_affected = [], command } = step;
  const { facts } = book;
  const { context } = await services.workspace(facts.workspace).bundle({
    query: `${description}\n${details}`.slice(0, 2000),
    maxFiles: Math.max(1, Math.min(10, files_affected.length || 3)),
    maxTokens: CONTEXT_TOKENS,
    includeDependencies: false,
    fileHints: files_affected.slice(0, 20),
    includeMemories: false,
    includeTests: false,
  });
  const error =
    command === undefined
      ? 'Only you can do this step: do it, push it, and call complete_step.'
      : `Only you can run this: ${command}. Then call complete_step.`;
  return { kind: 'handed_over', success: false, error, text: context };
}

/** Completes a step if its checks hold at `commit`. */
async function verify(
  step: Step,
  commit: string,
  base: string | undefined,
  { book, by, services, request, onProgress }: Execution,
  results?: EvidenceRecord['results'],
): Promise<Pick<Outcome, 'success' | 'error' | 'evidence' | 'acted'>> {
  const begun = completable(book, step.number, by);
  const from = base ?? begun.base;
  const completion = { step: step.number, ref: commit, seconds: Math.max(1, request.timeoutMs / 1000) };
  const checked =
    results === undefined
      ? (
          await verified(
            { step, ...(from !== undefined && { base: from }) },
            book.facts,
            completion,
            services,
            onProgress,
          )
        ).checked
      : { results, commit };
  const holds = checked.results.length > 0 && checked.results.every(({ outcome }) => outcome === 'holds');
  const evidence: EvidenceRecord = { ...checked, at: book.now(), by, outcome: holds ? 'passed' : 'refused' };
  const acted = conclude(book, begun, evidence, step.files_affected ?? []);
  const missing = checked.results.filter(({ outcome }) => outcome !== 'holds');
  const why = missing.map(({ check, outcome, evidence: words }) => `${outcome}: ${check}. ${words}`).join(' / ');
  const error = checked.results.length === 0 ? 'It has no checks, and nothing else tells that it is done.' : why;
  return { success: holds, evidence, acted, ...(!holds && { error }) };
}

async function preview(step: Step, mode: Mode, { book, services }: Execution): Promise<Outcome> {
  const { facts } = book;
  if (mode !== 'apply') return { kind: 'preview', success: true, text: PREVIEWS[mode] };
  const { changes, conflicts, merged, tip } = await previewStep(
    { facts: withCommit(facts), step },
    services.workspace(facts.workspace),
  );
  const texts = changes.map(async ({ path, text }) => {
    const before = await textAt(path, tip, facts, services);
    return (
      createTwoFilesPatch(`a/${path}`, `b/${path}`, before, text ?? '', '', '', { context: 3, maxEditLength: 5_000 }) ??
      path
    );
  });
  const text = (await Promise.all(texts)).join('').slice(0, LONGEST_PREVIEW).toWellFormed();
  const success = conflicts.length === 0;
  const error = success ? {} : { error: `Conflicts with the branch: ${conflicts.map(({ path }) => path).join(', ')}.` };
  return {
    kind: 'preview',
    success,
    ...error,
    text,
    files: changes.map(({ path }) => path),
    merged,
    conflicts,
    branch: facts.branch,
  };
}

const PREVIEWS: Readonly<Record<Exclude<Mode, 'apply'>, string>> = {
  python: 'Its Python would run in an empty sandbox on the commit.',
  review: 'What the plan changed would be reviewed.',
  hand_over: 'It would be handed over to you, with the code that it is about.',
};

async function undo(step: Step, execution: Execution): Promise<Outcome> {
  const { book, by, services, request } = execution;
  const { facts } = book;
  const own = book.view.progress[book.indexOf(step.number)];
  const { applied } = own ?? {};
  if (applied === undefined || own === undefined)
    throw new ToolFailure({
      errorType: 'CONFLICT',
      message: `Step ${step.number} has applied nothing to ${facts.branch}.`,
      advice: 'Only what execute_plan_step applied can be undone here.',
    });
  const application: Application = { facts: withCommit(facts), step, operation: `${own.operation ?? step.id}/undo` };
  if (request.dryRun)
    return {
      kind: 'preview',
      success: true,
      text: `${applied.commit} would be undone.`,
      files: applied.files,
      branch: facts.branch,
    };
  const result = await undoStep(application, applied, services.workspace(facts.workspace));
  if (result.kind === 'conflicts') {
    const error = `Later commits of ${facts.branch} have changed the same: ${result.conflicts.map(({ path }) => path).join(', ')}.`;
    return {
      kind: 'conflicts',
      success: false,
      error,
      retries: result.retries,
      conflicts: result.conflicts,
      branch: facts.branch,
    };
  }
  const { files, retries, commit } = result;
  const acted = reopen(book, step, by, commit);
  return {
    kind: 'undone',
    success: true,
    files,
    retries,
    branch: facts.branch,
    ...(commit !== undefined && { commit }),
    acted,
  };
}

/** Where work is looked at: where the plan's own work is, else the commit that it was made for. */
async function workCommit(facts: PlanFacts, services: PlanningServices): Promise<string | undefined> {
  return (await ownPlace(facts, services.workspace(facts.workspace)))?.commit ?? facts.commit;
}

async function textAt(path: string, ref: string, facts: PlanFacts, services: PlanningServices): Promise<string> {
  try {
    const { content } = await services.workspace(facts.workspace).readFile({ path, ref });
    return content.kind === 'text' ? content.text : '';
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType === 'FILE_NOT_FOUND') return '';
    throw error;
  }
}

function withCommit(facts: PlanFacts): PlanFacts & { readonly commit: string } {
  const { commit } = facts;
  if (commit === undefined) throw emptyWorkspace(facts.workspace);
  return { ...facts, commit };
}

function emptyWorkspace(workspace: string): ToolFailure {
  return new ToolFailure({
    errorType: 'EXECUTION_FAILED',
    message: `The plan was made for no commit: ${workspace} was empty.`,
    advice: 'Push code, and base the plan on it: update_plan with ref.',
  });
}

/** Notes a failure that the caller can act on; what is not, such as a lost engine, leaves the step as it is, to be gone on with. */
function failed(step: Step, error: unknown, { book, by }: Execution): unknown {
  const failure = asToolFailure(error)?.failure;
  if (failure === undefined || failure.errorType === 'RuntimeError') return error;
  act(book, { kind: 'fail', step: step.number, error: wordsOf(failure).slice(0, 2000) }, { by });
  return error;
}
