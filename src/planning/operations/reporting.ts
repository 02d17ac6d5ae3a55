/** What a plan says of itself. Nothing here changes it. */
import type { PlanBook } from '../book.ts';
import { overlapsOf } from '../graph/overlaps.ts';
import type { StepState } from '../graph/states.ts';
import { countsOf, numbersIn, type PlanView, stepStatusOf, viewOf } from '../progress/view.ts';
import type {
  Comparison,
  Drift,
  DriftReport,
  History,
  NextStep,
  NextSteps,
  PlanDocument,
  PlanOverview,
  PlanStatus,
  StepStatus,
} from '../service.ts';
import { changesBetween } from '../versions/changes.ts';
import { openApproval } from './approving.ts';

/** Overlaps, overrides and approvals that a status names. */
const MOST_OVERLAPS = 20;
const MOST_NAMED = 50;
/** States of steps that are not ended. */
const OPEN = ['pending', 'ready', 'executing', 'blocked', 'failed'] as const;

/** All of it at a version: states of an earlier one are those that its steps would have now. */
export function documentOf(book: PlanBook, version = book.view.version): PlanDocument {
  const { facts, times } = book;
  const plan = book.planAt(version);
  const view =
    version === book.view.version
      ? book.view
      : viewOf(version, plan, book.records.progress(), book.records.approvals());
  return { facts, version, ...times, plan, states: view.states, progress: view.progress };
}

/** The plan without its steps. */
export function overviewOf(book: PlanBook): PlanOverview {
  const { view, facts, times } = book;
  const { version, state, plan } = view;
  return { facts, version, goal: plan.head.goal, ...times, state, counts: countsOf(view.states) };
}

/** Where the plan stands; `drift` is what was found last. */
export function statusOf(
  book: PlanBook,
  page: { readonly offset: number; readonly limit: number; readonly state?: StepState },
  drift: DriftReport,
): PlanStatus {
  const { view } = book;
  const { begins: _begins, durations: _durations, levels, ...timing } = view.timing;
  const wanted = view.plan.steps.flatMap((_, index) =>
    page.state === undefined || view.states[index] === page.state ? [index] : [],
  );
  const ready = numbersIn(view, 'ready');
  const approvals = book.records.approvals().filter((one) => one.answer === undefined);
  const begun = view.progress.flatMap((one) => one?.startedAt ?? []);
  const over = view.progress.flatMap((one) => one?.endedAt ?? []);
  const isOver = view.state === 'completed' || view.state === 'cancelled';
  return {
    overview: overviewOf(book),
    timing,
    executing: numbersIn(view, 'executing'),
    ready,
    waiting: numbersIn(view, 'pending', 'blocked'),
    parallel: groupsOf(view, numbersIn(view, ...OPEN), levels),
    steps: wanted.slice(page.offset, page.offset + page.limit).flatMap((index) => stepStatusOf(view, index) ?? []),
    totalSteps: wanted.length,
    overrides: view.plan.steps
      .flatMap(({ number: step }, index) => {
        const { how, by, reason = '' } = view.progress[index] ?? {};
        return how === 'overridden' && by !== undefined ? [{ step, by, reason }] : [];
      })
      .slice(0, MOST_NAMED),
    overlaps: openOverlaps(view),
    drift,
    approvals: approvals.slice(-MOST_NAMED).map((one) => openApproval(book, one)),
    ...(begun.length > 0 && { startedAt: least(begun) }),
    ...(isOver && over.length > 0 && { endedAt: -least(over.map((one) => -one)) }),
  };
}

/** Overlaps of steps that are not ended. */
function openOverlaps(view: PlanView) {
  const files = new Map(
    view.plan.steps.flatMap(({ files_affected = [] }, index) => {
      const isOpen = isOpenState(view.states[index]);
      return isOpen && files_affected.length > 0 ? [[index, files_affected] as const] : [];
    }),
  );
  return overlapsOf(view.network, files, MOST_OVERLAPS);
}

/** The numbers by level: groups in the order in which they can be done. */
function groupsOf(view: PlanView, open: readonly number[], levels: readonly number[]): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>();
  for (const number of open) {
    const level = levels[view.network.indexOf.get(number) ?? -1] ?? 0;
    const group = groups.get(level);
    if (group === undefined) groups.set(level, [number]);
    else group.push(number);
  }
  return [...groups].sort(([left], [right]) => left - right).map(([, numbers]) => numbers);
}

/** The ready steps that should come first: those on the critical path, then those that most wait for, then by number. */
export function nextOf(book: PlanBook, most: number, drift: DriftReport): NextSteps {
  const { view } = book;
  const { version, plan, states, state, progress, timing } = view;
  const critical = new Set(timing.critical);
  const unblocks = waitingFor(view);
  const touching = new Map<string, number[]>();
  const ready = plan.steps.flatMap((step, index) => (states[index] === 'ready' ? [{ step, index }] : []));
  for (const { step } of ready)
    for (const file of step.files_affected ?? []) touching.set(file, [...(touching.get(file) ?? []), step.number]);
  const first = ready
    .map(({ step, index }) => ({ step, isCritical: critical.has(step.number), unblocks: unblocks[index] ?? 0 }))
    .sort(
      (left, right) =>
        Number(right.isCritical) - Number(left.isCritical) ||
        right.unblocks - left.unblocks ||
        left.step.number - right.step.number,
    )
    .slice(0, most);
  const steps = first.map((one): NextStep => {
    const { number, files_affected = [] } = one.step;
    const others = new Set(files_affected.flatMap((file) => touching.get(file) ?? []));
    others.delete(number);
    return { ...one, drifts: driftsOf(drift, number), overlaps: [...others] };
  });
  const executing = plan.steps.flatMap(({ number }, index) => {
    const { by, lease } = progress[index] ?? {};
    return states[index] === 'executing' && by !== undefined
      ? [{ number, by, ...(lease !== undefined && { lease }) }]
      : [];
  });
  return { version, state, steps, ready: ready.length, executing, counts: countsOf(states) };
}

/** How many open steps wait for each step directly, by index. */
function waitingFor({ plan, network, states }: PlanView): readonly number[] {
  const counts = plan.steps.map(() => 0);
  for (const [index, { dependencies }] of plan.steps.entries()) {
    if (!isOpenState(states[index])) continue;
    for (const number of dependencies) {
      const of = network.indexOf.get(number);
      if (of !== undefined) counts[of] = (counts[of] ?? 0) + 1;
    }
  }
  return counts;
}

function isOpenState(state: StepState | undefined): boolean {
  return OPEN.some((open) => open === state);
}

/** What was found of one step. */
export function driftsOf({ drifts }: DriftReport, number: number): readonly Drift[] {
  return drifts.filter((drift) => drift.step === number);
}

/** A step as it stands. */
export function stepOf(book: PlanBook, number: number): StepStatus {
  const status = stepStatusOf(book.view, book.indexOf(number));
  if (status === undefined) throw new Error(`The plan has no step at the place of ${number}.`);
  return status;
}

/** Versions before `before`, and events of the plan or of a step. */
export function historyOf(
  book: PlanBook,
  page: { readonly most: number; readonly before?: number; readonly events: number; readonly step?: number },
): History {
  const { version, plan } = book.view;
  const id = page.step === undefined ? undefined : book.stepOf(page.step).id;
  const numbers = new Map(plan.steps.map((step) => [step.id, step.number]));
  const events = book.records.events(page.events, undefined, id).map((event) => {
    const number = event.step === undefined ? undefined : numbers.get(event.step);
    return { ...event, ...(number !== undefined && { number }) };
  });
  return {
    versions: book.documents.versions(page.before === undefined ? version : page.before - 1, page.most),
    kept: book.documents.kept(),
    events,
    eventsKept: book.records.eventsKept(),
  };
}

/** What differs between two versions. */
export function compareVersions(book: PlanBook, from: number, to = book.view.version): Comparison {
  return { from, to, ...changesBetween(book.planAt(from), book.planAt(to)) };
}

function least(values: readonly number[]): number {
  return values.reduce((left, right) => Math.min(left, right));
}
