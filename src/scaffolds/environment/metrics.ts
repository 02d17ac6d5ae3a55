/**
 * Aggregate metrics of rollouts, as `compute_aggregate_metrics` of NeMo Gym has them (https://github.com/NVIDIA-NeMo/Gym,
 * nemo_gym/reward_profile.py): statistics of every number at the top of a rollout and in its usage, for each task and for all of them.
 */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';

/** The fields that name a rollout; they are no numbers of it. */
const TASK = '_ng_task_index';
const ROLLOUT = '_ng_rollout_index';
const NO_NUMBERS: ReadonlySet<string> = new Set([TASK, ROLLOUT, 'agent_name']);

type Fields = Readonly<Record<string, unknown>>;
type Numbers = ReadonlyMap<string, number>;

/** A rollout as `/verify` answers it, without what is large. */
export interface Rollout extends Fields {
  readonly [TASK]: number;
  readonly [ROLLOUT]: number;
  readonly response?: { readonly usage?: Fields | null | undefined } | null | undefined;
}

export interface AggregateMetrics {
  readonly group_level_metrics: readonly Fields[];
  readonly agent_metrics: Readonly<Record<string, number>>;
  readonly key_metrics: Readonly<Record<string, number>>;
}

/** Whether a rollout stands twice among them; its task and number. */
export function repeatedRollout(rollouts: readonly Rollout[]): string | undefined {
  const seen = new Set<string>();
  return rollouts.map(idOf).find((id) => seen.size === seen.add(id).size);
}

/** A rollout and its numbers by their names. */
export interface Measured {
  readonly rollout: Rollout;
  readonly numbers: Numbers;
}

/** Rollouts with their numbers. */
export function measuredOf(rollouts: readonly Rollout[]): readonly Measured[] {
  return rollouts.map((rollout) => ({ rollout, numbers: numbersOf(rollout) }));
}

/** The metrics of rollouts, none of which stands twice; those of each task are a step. */
export function* aggregateMetrics(rollouts: readonly Measured[], work: WorkBudget): Steps<AggregateMetrics> {
  const ordered = rollouts.toSorted(({ rollout: a }, { rollout: b }) => a[TASK] - b[TASK] || a[ROLLOUT] - b[ROLLOUT]);
  const columns = columnsOf(ordered);
  const agentMetrics = statisticsOf(ordered, columns);
  const groups: Fields[] = [];
  for (const [task, of] of Map.groupBy(ordered, ({ rollout }) => rollout[TASK])) {
    groups.push({
      [TASK]: task,
      ...statisticsOf(of, columns),
      sample: { agent_ref: { name: 'agent' } },
      num_rollouts: of.length,
      expected_num_rollouts: of.length,
      missing_num_rollouts: 0,
      reward_profile_completion_pct: 100,
      rollout_infos: of.map(({ rollout }) => infoOf(rollout)),
    });
    work.spend(of.reduce((units, { numbers }) => units + UNITS * (numbers.size + 1), UNITS));
    yield;
  }
  return {
    group_level_metrics: groups,
    agent_metrics: agentMetrics,
    key_metrics: Object.fromEntries(Object.entries(agentMetrics).filter(([name]) => name.startsWith('mean/'))),
  };
}

/** Work for a task, a rollout or a number. */
const UNITS = 3;

const STATISTICS: readonly (readonly [string, (sorted: readonly number[], rollouts: number) => number | undefined])[] =
  [
    ['mean', meanOf],
    ['max', (sorted) => sorted.at(-1)],
    ['min', (sorted) => sorted[0]],
    ['median', (sorted) => meanOf(sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1))],
    ['std', deviationOf],
  ];

/** The names of numbers, in the order in which they come; each with the names of its statistics. */
type Columns = ReadonlyMap<string, { readonly place: number; readonly titles: readonly string[] }>;

function columnsOf(ordered: readonly Measured[]): Columns {
  const columns = new Map<string, { readonly place: number; readonly titles: readonly string[] }>();
  for (const { numbers } of ordered)
    for (const name of numbers.keys())
      if (!columns.has(name))
        columns.set(name, { place: columns.size, titles: STATISTICS.map(([statistic]) => `${statistic}/${name}`) });
  return columns;
}

/** Statistics of each number over the rollouts that have it; what is not defined, or too large for a number, is left out. */
function statisticsOf(rollouts: readonly Measured[], columns: Columns): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const { numbers } of rollouts)
    for (const [name, value] of numbers) {
      const of = values.get(name);
      if (of === undefined) values.set(name, [value]);
      else of.push(value);
    }
  const sorted = [...values]
    .map(([name, of]) => ({ column: columns.get(name), of: of.sort((a, b) => a - b) }))
    .sort((a, b) => (a.column?.place ?? 0) - (b.column?.place ?? 0));
  const statistics: Record<string, number> = {};
  for (const [index, [, compute]] of STATISTICS.entries())
    for (const { column, of } of sorted) {
      const [title, value] = [column?.titles[index], compute(of, rollouts.length)];
      if (title !== undefined && value !== undefined && Number.isFinite(value)) statistics[title] = value;
    }
  return statistics;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample's standard deviation; 0 for a single rollout, and undefined where only one of several has the number. */
function deviationOf(values: readonly number[], rollouts: number): number | undefined {
  if (values.length < 2) return rollouts === 1 ? 0 : undefined;
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** The numbers of a rollout; those of its usage go before its own. */
function numbersOf(rollout: Rollout): Numbers {
  return new Map(numericOf({ ...rollout, ...rollout.response?.usage }));
}

/** The numbers of a rollout by its id; its own go before those of its usage, but for the reward. */
function infoOf(rollout: Rollout): Fields {
  const { reward, ...others } = rollout;
  return {
    rollout_id: idOf(rollout),
    [TASK]: rollout[TASK],
    [ROLLOUT]: rollout[ROLLOUT],
    ...(reward !== undefined && { reward }),
    ...Object.fromEntries(numericOf(rollout.response?.usage ?? {})),
    ...Object.fromEntries(numericOf(others)),
  };
}

function numericOf(fields: Fields): readonly (readonly [string, number])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    !NO_NUMBERS.has(name) && (typeof value === 'number' || typeof value === 'boolean') ? [[name, Number(value)]] : [],
  );
}

function idOf(rollout: Rollout): string {
  return `${rollout[TASK]}:${rollout[ROLLOUT]}`;
}
