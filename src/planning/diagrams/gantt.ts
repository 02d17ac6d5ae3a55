/** A plan as a Gantt chart of Mermaid. */
import { networkOf, startOf } from '../graph/network.ts';
import type { StepState } from '../graph/states.ts';
import type { Step } from '../plan.ts';
import { chooseSteps } from './choose.ts';
import { counted, type Diagram, type DiagramOptions, type DrawnPlan, MOST_NODES } from './diagram.ts';
import { labelOf } from './label.ts';

/** Code points of the goal, of a description, and of the title of a section. */
const LONGEST_TITLE = 80;
const LONGEST_LABEL = 40;
const LONGEST_SECTION = 24;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The end of the year 9999: Mermaid refuses later ones. */
const LAST = Date.UTC(10_000, 0) - 1;

/** What dates are written as: the first whose unit fits all, as a beginning of ISO 8601. */
const FORMATS = [
  { unit: DAY, format: 'YYYY-MM-DD' },
  { unit: MINUTE, format: 'YYYY-MM-DD HH:mm' },
  { unit: SECOND, format: 'YYYY-MM-DD HH:mm:ss' },
  { unit: 1, format: 'YYYY-MM-DD HH:mm:ss.SSS' },
] as const;

const UNITS = [
  { unit: DAY, name: 'd' },
  { unit: HOUR, name: 'h' },
  { unit: MINUTE, name: 'm' },
  { unit: SECOND, name: 's' },
  { unit: 1, name: 'ms' },
] as const;

interface Task {
  readonly step: Step;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
}

/**
 * Steps as tasks from `begin` (milliseconds since 1970) on, by estimates: sections are groups, else the steps that they are a part of. Marks:
 * `done`, `active`, `crit`, and `milestone` for what takes no time. A step with parts lasts until the last of them ends. Where nothing is
 * estimated each step takes a day, and the title says so. Throws `ToolFailure` for a number of `only` that is of no step. Linear in steps and
 * edges, but for sorting what is shown.
 */
export function gantt(plan: DrawnPlan, options: DiagramOptions & { readonly begin: number }): Diagram {
  const { head, steps, states, critical } = plan;
  const chosen = new Set(chooseSteps(plan, { ...options, most: Math.min(options.most, MOST_NODES) }));
  const ends = endsOf(plan);
  const length = plan.unit === 'steps' ? DAY : 1;
  const at = (time: number) => Math.round(options.begin + time * length);
  const all = steps
    .filter(({ number }) => chosen.has(number))
    .map(
      (step): Task => ({ step, begin: at(plan.startsAt.get(step.number) ?? 0), end: at(ends.get(step.number) ?? 0) }),
    );
  const tasks = all
    .filter(({ begin, end }) => begin >= 0 && end <= LAST)
    .sort((left, right) => left.begin - right.begin || left.step.number - right.step.number);
  const { format } = FORMATS.find(({ unit }) => tasks.every(({ begin }) => begin % unit === 0)) ?? FORMATS[3];
  const onPath = new Set(critical);
  const missing = steps.length - all.length;
  const omitted = [
    ...(missing > 0 ? [counted(missing, 'more step')] : []),
    ...(all.length > tasks.length
      ? [`${counted(all.length - tasks.length, 'step')} outside of the years 1970 to 9999`]
      : []),
  ];
  const notes = [
    ...(plan.unit === 'steps' ? ['nothing is estimated, each step counts a day'] : []),
    ...(omitted.length > 0 ? [`not shown: ${omitted.join(', ')}`] : []),
  ];
  return {
    mermaid: [
      'gantt',
      `  title Plan ${labelOf(head.goal, LONGEST_TITLE)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`,
      `  dateFormat ${format}`,
      ...[...sectionsOf(steps, tasks)].flatMap(([name, within]) => [
        `  section ${name}`,
        ...within.map((task) => lineOf(task, format, states.get(task.step.number) ?? 'pending', onPath)),
      ]),
    ].join('\n'),
    shown: tasks.map(({ step }) => step.number).sort((left, right) => left - right),
    total: steps.length,
    omitted,
  };
}

/** When each step ends, by number: one with parts when the last of them does. */
function endsOf({ steps, startsAt, durations }: DrawnPlan): ReadonlyMap<number, number> {
  const network = networkOf(steps);
  const ends = new Map<number, number>();
  for (const event of network.order) {
    const index = event >> 1;
    if (event === startOf(index)) continue;
    const { number } = network.steps[index] ?? { number: 0 };
    const begin = startsAt.get(number) ?? 0;
    const parts = network.parts[index] ?? [];
    const end = parts.reduce(
      (latest, part) => Math.max(latest, ends.get(network.steps[part]?.number ?? 0) ?? 0),
      parts.length > 0 ? begin : begin + (durations.get(number) ?? 0),
    );
    ends.set(number, end);
  }
  return ends;
}

/** Tasks by the titles of their sections, which come in the order of their first tasks. */
function sectionsOf(steps: readonly Step[], tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  const wholes = new Set(steps.flatMap(({ parent }) => parent ?? []));
  const titleOf = (step: Step): string => {
    if (step.group !== undefined) return `Group ${labelOf(step.group, LONGEST_SECTION)}`;
    const whole = wholes.has(step.number) ? step : byNumber.get(step.parent ?? 0);
    return whole === undefined ? 'Steps' : `${whole.number} ${labelOf(whole.description, LONGEST_SECTION)}`;
  };
  return Map.groupBy(tasks, ({ step }) => titleOf(step));
}

function lineOf({ step, begin, end }: Task, format: string, state: StepState, critical: ReadonlySet<number>): string {
  const marks = [
    ...markOf(state),
    ...(critical.has(step.number) ? ['crit'] : []),
    ...(end === begin ? ['milestone'] : []),
  ];
  const date = new Date(begin).toISOString().replace('T', ' ').slice(0, format.length);
  const facts = [...marks, `s${step.number}`, date, durationOf(end - begin)];
  return `  ${step.number} ${labelOf(step.description, LONGEST_LABEL)}${wordOf(state)} :${facts.join(', ')}`;
}

function markOf(state: StepState): readonly string[] {
  if (state === 'completed') return ['done'];
  return state === 'executing' ? ['active'] : [];
}

/** States that Gantt charts have no mark for. */
function wordOf(state: StepState): string {
  return state === 'failed' || state === 'skipped' || state === 'blocked' || state === 'cancelled' ? ` (${state})` : '';
}

function durationOf(time: number): string {
  const { unit, name } = UNITS.find((one) => time % one.unit === 0) ?? UNITS[4];
  return `${time / unit}${name}`;
}
