/** What is done to steps: they begin, fail, are skipped, cancelled and completed. */
import { ToolFailure } from '../../lib/errors.ts';
import type { PlanBook } from '../book.ts';
import { claimed } from '../failures.ts';
import type { Step } from '../plan.ts';
import { expectLegal, type StepAction } from '../progress/actions.ts';
import { numbersIn, type PlanView, stateWithout, stepStatusOf } from '../progress/view.ts';
import { workOf } from '../progress/work.ts';
import type { Actor, AppliedCommit, EvidenceRecord, Progress } from '../records.ts';
import type { Acted, Action, Change, StepStatus } from '../service.ts';

/** Steps that an answer shows. */
const MOST_SHOWN = 20;

/** Does it. Throws `ToolFailure` for what is not legal in the state of a step, and for a step that somebody else works on. */
export function act(book: PlanBook, action: Action, change: Change): Acted {
  const { base: _, ...request } = action.kind === 'start' ? action : { ...action, base: undefined };
  return book.once(change, request, () => moved(book, () => apply(book, action, change.by)));
}

function apply(book: PlanBook, action: Action, by: Actor): readonly Step[] {
  const at = book.now();
  switch (action.kind) {
    case 'start': {
      const step = book.stepOf(action.step);
      const own = startable(book, step, action.reopen, by);
      const progress: Progress = {
        recorded: 'executing',
        work: workOf(step),
        by,
        attempts: (own?.attempts ?? 0) + 1,
        startedAt: at,
        ...(action.base !== undefined && { base: action.base }),
        ...(action.operation !== undefined && { operation: action.operation }),
        lease: at + action.leaseMs,
      };
      book.record(step, progress, {
        action: action.reopen ? 'reopened' : 'started',
        by,
        ...(action.base !== undefined && { commit: action.base }),
      });
      return [step];
    }
    case 'fail': {
      const { step, own } = owned(book, action.step, 'fail', by);
      book.record(
        step,
        { ...ended(own, step, by, at), recorded: 'failed', error: action.error },
        { action: 'failed', by, note: action.error },
      );
      return [step];
    }
    case 'skip': {
      const { step, own } = owned(book, action.step, 'skip', by);
      book.record(
        step,
        { ...ended(own, step, by, at), recorded: 'skipped', reason: action.reason },
        { action: 'skipped', by, note: action.reason },
      );
      return [step];
    }
    case 'cancel':
      return cancel(book, action.steps, action.reason, by);
  }
}

/** What was recorded of a step that may begin now. */
function startable(book: PlanBook, step: Step, reopen: boolean, by: Actor): Progress | undefined {
  const { view } = book;
  const index = book.indexOf(step.number);
  const state = view.states[index] ?? 'pending';
  const own = view.progress[index];
  const isOver = own?.lease !== undefined && !holds(own, book.now());
  if (state === 'executing') {
    // Beginning again prolongs one's own lease, and takes over one that is over.
    if (isOver || isOwn(own, by)) return own;
    throw claimed(step.number, nameOf(own?.by), own?.lease ?? 0);
  }
  expectLegal(
    step.number,
    state,
    reopen && state !== 'ready' && state !== 'failed' ? 'reopen' : 'start',
    because(view, index),
  );
  // What it waits for may have been reopened since.
  expectLegal(step.number, stateWithout(view, index), 'start', because(view, index));
  return own;
}

/** A step that `by` may end. */
function owned(
  book: PlanBook,
  number: number,
  action: StepAction,
  by: Actor,
): { readonly step: Step; readonly own: Progress | undefined } {
  const { view } = book;
  const index = book.indexOf(number);
  const own = view.progress[index];
  expectLegal(number, view.states[index] ?? 'pending', action, because(view, index));
  if (own?.recorded === 'executing' && own.lease !== undefined && holds(own, book.now()) && !isOwn(own, by))
    throw claimed(number, nameOf(own.by), own.lease);
  return { step: book.stepOf(number), own };
}

function cancel(book: PlanBook, numbers: readonly number[] | undefined, reason: string, by: Actor): readonly Step[] {
  const { view } = book;
  const chosen = numbers ?? numbersIn(view, 'pending', 'ready', 'executing', 'blocked', 'failed');
  if (numbers === undefined && chosen.length === 0)
    throw new ToolFailure({
      errorType: 'CONFLICT',
      message: 'No step of the plan is open: there is nothing to cancel.',
      advice: 'delete_plan deletes a plan.',
    });
  for (const number of chosen) expectLegal(number, view.states[book.indexOf(number)] ?? 'pending', 'cancel');
  const at = book.now();
  const steps = chosen.map((number) => ({ step: book.stepOf(number), own: view.progress[book.indexOf(number)] }));
  book.recordAll(
    steps.map(({ step, own }) => ({
      step,
      progress: { ...ended(own, step, by, at), recorded: 'cancelled' as const, reason },
    })),
    { action: 'cancelled', by, note: reason },
  );
  return steps.map(({ step }) => step);
}

/** Whether a lease goes on. By a clock that was set back it does so for as long again, not until that has caught up. */
function holds({ lease = 0, startedAt = 0 }: Progress, now: number): boolean {
  return lease > now && lease - now <= 2 * (lease - startedAt);
}

/** What is the same for all endings. */
function ended(own: Progress | undefined, step: Step, by: Actor, at: number): Omit<Progress, 'recorded'> {
  const { lease: _lease, error: _error, reason: _reason, how: _how, ...kept } = own ?? { attempts: 0 };
  return { ...kept, work: workOf(step), by, endedAt: at };
}

/** What a step's checks run on. */
export interface Completable {
  readonly step: Step;
  readonly work: string;
  /** The commit where the work began, where that was recorded. */
  readonly base?: string;
  /** It is completed already, with this evidence. */
  readonly done?: EvidenceRecord;
}

/** The step, which can be completed now or is so already. */
export function completable(book: PlanBook, number: number, by: Actor): Completable {
  const index = book.indexOf(number);
  const step = book.stepOf(number);
  const base = book.view.progress[index]?.base;
  const [last] = book.records.evidence(step.id);
  const known = { step, work: workOf(step), ...(base !== undefined && { base }) };
  if (book.view.states[index] === 'completed' && last !== undefined) return { ...known, done: last };
  owned(book, number, 'complete', by);
  return known;
}

/** Notes the evidence of a step and, unless it was refused, that the step is completed. Throws when the step was changed meanwhile. */
export function conclude(
  book: PlanBook,
  { step, work }: Completable,
  evidence: EvidenceRecord,
  files: readonly string[],
): Acted {
  return book.transaction(() => {
    const now = book.stepById(step.id);
    if (now === undefined || workOf(now) !== work)
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `Step ${step.number} was changed or removed while its checks ran.`,
        advice: 'Look at it (get_plan_status), and complete it again. Nothing was changed.',
      });
    const { by, outcome, commit, base, reason, at } = evidence;
    const isDone = book.view.states[book.indexOf(now.number)] === 'completed';
    if (isDone) return moved(book, () => [now]);
    const { own } = owned(book, now.number, 'complete', by);
    book.records.addEvidence(step.id, evidence);
    if (outcome === 'refused')
      return moved(book, () => {
        book.note(now, { action: 'refused', by, ...(commit !== undefined && { commit }) });
        return [now];
      });
    const progress: Progress = {
      ...ended(own, now, by, at),
      recorded: 'completed',
      how: outcome === 'passed' ? 'verified' : 'overridden',
      ...(commit !== undefined && { commit }),
      ...(base !== undefined && { base }),
      ...(files.length > 0 && { files }),
      ...(reason !== undefined && { reason }),
    };
    return moved(book, () => {
      const action = outcome === 'passed' ? 'completed' : 'overridden';
      book.record(now, progress, {
        action,
        by,
        ...(commit !== undefined && { commit }),
        ...(reason !== undefined && { note: reason }),
      });
      return [now];
    });
  });
}

/** Notes what was applied for a step that runs. */
export function noteApplied(book: PlanBook, step: Step, applied: AppliedCommit, by: Actor): void {
  book.transaction(() => {
    const own = book.view.progress[book.indexOf(step.number)];
    if (own === undefined) return;
    book.record(step, { ...own, applied, files: applied.files }, { action: 'applied', by, commit: applied.commit });
  });
}

/** Makes a step one that is yet to be done, whatever was recorded of it. */
export function reopen(book: PlanBook, step: Step, by: Actor, commit: string | undefined): Acted {
  return book.transaction(() =>
    moved(book, () => {
      book.record(step, undefined, { action: 'undone', by, ...(commit !== undefined && { commit }) });
      return [step];
    }),
  );
}

/** What `work` changes of the states. */
function moved(book: PlanBook, work: () => readonly Step[]): Acted {
  const before = book.view.states;
  const steps = work();
  const { view } = book;
  const became = (state: 'ready' | 'blocked') =>
    view.plan.steps.flatMap(({ number }, index) =>
      view.states[index] === state && before[index] !== state ? [number] : [],
    );
  const shown = steps.slice(0, MOST_SHOWN).flatMap((step): readonly StepStatus[] => {
    const status = stepStatusOf(view, book.indexOf(step.number));
    return status === undefined ? [] : [status];
  });
  return {
    version: view.version,
    plan: view.state,
    steps: shown,
    becameReady: became('ready'),
    becameBlocked: became('blocked'),
    progress: { completed: numbersIn(view, 'completed').length, total: view.plan.steps.length },
  };
}

function because(view: PlanView, index: number): string | undefined {
  const status = stepStatusOf(view, index);
  if (status === undefined) return undefined;
  const waits = status.waitsFor.slice(0, 5).join(', ');
  return (
    status.why ??
    (waits === '' ? undefined : `it waits for ${status.waitsFor.length === 1 ? 'step' : 'steps'} ${waits}`)
  );
}

function isOwn(own: Progress | undefined, by: Actor): boolean {
  return own === undefined || (own.by.user === by.user && own.by.agent === by.agent);
}

function nameOf(by: Actor | undefined): string {
  return by?.agent ?? by?.via ?? by?.user ?? 'somebody';
}
