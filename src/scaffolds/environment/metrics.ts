/**
 * Aggregate metrics of rollouts, as `compute_aggregate_metrics` of NeMo Gym has them (https://github.com/NVIDIA-NeMo/Gym,
 * nemo_gym/reward_profile.py): statistics of every number at the top of a rollout and in its usage, for each task and for all of them.
 */

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

/** How many numbers metrics are made of. */
export function numbersIn(rollouts: readonly Rollout[]): number {
  return rollouts.reduce((sum, rollout) => sum + numbersOf(rollout).size, 0);
}

/** The metrics of rollouts, none of which stands twice. */
export function aggregateMetrics(rollouts: readonly Rollout[]): AggregateMetrics {
  const ordered = rollouts.toSorted((a, b) => a[TASK] - b[TASK] || a[ROLLOUT] - b[ROLLOUT]);
  // Names have one order everywhere: that in which they come.
  const order = new Map<string, number>();
  for (const rollout of ordered)
    for (const name of numbersOf(rollout).keys()) if (!order.has(name)) order.set(name, order.size);
  const agentMetrics = statisticsOf(ordered.map(numbersOf), order);
  const keyMetrics = Object.entries(agentMetrics).filter(([name]) => name.startsWith('mean/'));
  return {
    group_level_metrics: [...Map.groupBy(ordered, (rollout) => rollout[TASK])].map(([task, of]) => ({
      [TASK]: task,
      ...statisticsOf(of.map(numbersOf), order),
      sample: { agent_ref: { name: 'agent' } },
      num_rollouts: of.length,
      expected_num_rollouts: of.length,
      missing_num_rollouts: 0,
      reward_profile_completion_pct: 100,
      rollout_infos: of.map(infoOf),
    })),
    agent_metrics: agentMetrics,
    key_metrics: Object.fromEntries(keyMetrics),
  };
}

const STATISTICS: readonly (readonly [string, (sorted: readonly number[], rollouts: number) => number | undefined])[] =
  [
    ['mean', meanOf],
    ['max', (sorted) => sorted.at(-1)],
    ['min', (sorted) => sorted[0]],
    ['median', (sorted) => meanOf(sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1))],
    ['std', deviationOf],
  ];

/** Statistics of each number over the rollouts that have it; what is not defined, or too large for a number, is left out. */
function statisticsOf(rollouts: readonly Numbers[], order: ReadonlyMap<string, number>): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const numbers of rollouts)
    for (const [name, value] of numbers) {
      const of = values.get(name);
      if (of === undefined) values.set(name, [value]);
      else of.push(value);
    }
  const columns = [...values]
    .map(([name, of]) => ({ name, place: order.get(name) ?? 0, sorted: of.toSorted((a, b) => a - b) }))
    .toSorted((a, b) => a.place - b.place);
  const entries = STATISTICS.flatMap(([statistic, compute]) =>
    columns.map(({ name, sorted }) => [`${statistic}/${name}`, compute(sorted, rollouts.length)] as const),
  );
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value !== undefined && Number.isFinite(value) ? [[name, value]] : [])),
  );
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
