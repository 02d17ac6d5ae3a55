/** Activity selection: as many activities as one hall can have. CLRS, section 15.1. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { sizeOf, spendOnSorting, type Waiting, waiting, without } from './items.ts';

type Activity = [number, number];

/** Activities of an instance. */
const MOST_ACTIVITIES = 100_000;

const input = z
  .strictObject({
    activities: z
      .array(z.tuple([z.number(), z.number()]))
      .max(MOST_ACTIVITIES)
      .describe('[start, end]; no end is before its start.'),
  })
  .superRefine(({ activities }, context) => {
    const place = activities.findIndex(([start, end]) => end < start);
    if (place !== -1)
      context.addIssue({ code: 'custom', path: ['activities', place], message: 'it ends before it starts' });
  });

export default defineScaffold({
  name: 'activity_selection',
  title: 'Activity selection',
  category: 'greedy',
  aliases: ['activity-selection', 'interval scheduling', 'activity selection problem'],
  purpose: 'Selects as many activities as possible of which no two overlap.',
  checks:
    'The selected activities are of the input, each at most as often as it stands there; of any two one starts no earlier than the other ends; ' +
    'and there are as many as possible. Any such selection will do. A count, where one is given, is theirs.',
  input,
  answer: {
    selected: {
      kind: 'numberRows',
      says: 'the selected activities as [start, end]; empty when there are none',
      aliases: ['selected activities', 'activities selected', 'selection', 'schedule'],
    },
    count: {
      kind: 'number',
      says: 'how many there are',
      aliases: ['number of activities', 'maximum number of activities', 'max count', 'selected count'],
      optional: true,
    },
  },
  task: ({ activities }) =>
    `Activities as [start, end]: ${activities.length === 0 ? 'none' : activities.map(inWords).join(', ')}. ` +
    'Two are compatible when one starts no earlier than the other ends. Select as many as possible that are compatible with each other.',
  generate: (random, tier, level, index) => ({ activities: overlapping(random, tier, level, index) }),
  solve({ activities }, work) {
    const selected = select(activities, work);
    return { selected, count: selected.length };
  },
  judge({ activities }, { selected, count }, work) {
    work.spend(selected.length);
    const left = new Map<string, number>();
    for (const activity of activities) left.set(inWords(activity), (left.get(inWords(activity)) ?? 0) + 1);
    for (const activity of selected) {
      const name = inWords(activity);
      const times = left.get(name);
      if (times === undefined) return wrong(`${name} is no activity.`, name);
      if (times === 0) return wrong(`${name} is selected more often than it is there.`, name);
      left.set(name, times - 1);
    }
    const order = inOrder(selected, work);
    const late = order.findIndex(([start = 0], at) => start < (order[at - 1]?.[1] ?? start));
    if (late !== -1) {
      const [before, behind] = [inWords(order[late - 1] ?? []), inWords(order[late] ?? [])];
      return wrong(`${before} and ${behind} overlap.`, behind);
    }
    const most = select(activities, work).length;
    if (selected.length < most) return wrong(`${selected.length} are selected; ${most} are possible.`);
    if (count !== undefined && count !== most) return wrong(`There are ${most}, not ${count}.`);
    return right(`${most} are selected, and no more are possible.`);
  },
  trace: {
    says:
      'A step for each activity, also for those that are not selected, in the order of their ends. Of activities with the same end, those that take time come first, in any order, then those ' +
      'whose start is their end. An activity is selected when it starts no earlier than the activity ends that was selected last.',
    step: {
      activity: { kind: 'numbers', says: '[start, end]', aliases: ['interval', 'current'] },
      selected: { kind: 'boolean', says: 'whether it is selected', aliases: ['accepted', 'taken', 'select'] },
      last_end: {
        kind: 'number',
        says: 'after the step, the end of the activity that was selected last',
        aliases: ['end', 'finish', 'last finish'],
      },
    },
    start: ({ activities }, work) =>
      hallState(
        waiting(inOrder(activities, work), (one, other) => one[1] === other[1] && isShort(one) === isShort(other)),
        -Infinity,
      ),
  },
});

interface HallStep {
  readonly activity: readonly number[];
  readonly selected: boolean;
  readonly last_end: number;
}

/** The hall is free from `free` on. */
function hallState(activities: Waiting<Activity>, free: number): TraceState<HallStep> {
  return {
    options(work) {
      work.spend(activities.first.length);
      const different = new Map(activities.first.map((activity) => [inWords(activity), activity]));
      return [...different.values()].map((activity) => {
        const [start, end] = activity;
        const selected = start >= free;
        const last_end = selected ? end : free;
        const next = () => hallState(without(activities, activity, work), last_end);
        return { step: { activity, selected, last_end }, next };
      });
    },
  };
}

/** It takes no time. */
function isShort([start, end]: Activity): boolean {
  return start === end;
}

function inWords(activity: readonly number[]): string {
  return `[${activity.join(', ')}]`;
}

/** By their ends, then by their starts: what takes no time comes behind what ends when it does. */
function inOrder<Row extends readonly number[]>(activities: readonly Row[], work: Work): readonly Row[] {
  spendOnSorting(activities.length, work);
  return activities.toSorted(([start = 0, end = 0], [otherStart = 0, otherEnd = 0]) =>
    end === otherEnd ? start - otherStart : end - otherEnd,
  );
}

/** Always the next one that ends first. */
function select(activities: readonly Activity[], work: Work): readonly Activity[] {
  const selected: Activity[] = [];
  let free = -Infinity;
  for (const activity of inOrder(activities, work)) {
    if (activity[0] < free) continue;
    selected.push(activity);
    free = activity[1];
  }
  return selected;
}

/**
 * Two of them overlap always, so that the activities themselves are no answer; none at all are none either, unless the answer names its
 * field. Edge cases: none, the same end, one behind the other below a long one, all at the same time, twice the same and no time.
 */
function overlapping(random: Random, tier: Tier, level: number, index: number): Activity[] {
  const count = sizeOf(random, tier, level);
  const one = (): Activity => {
    const start = random.below(3 * count);
    return [start, start + 1 + random.below(tier === 'simple' ? 5 : 8)];
  };
  const activities = Array.from({ length: count }, one);
  const [[first, last] = [0, 1]] = activities;
  if (tier !== 'edge') return [...activities, [first, last + 1 + random.below(3)]];
  if (index === 0) return [];
  switch (index % 4) {
    case 0:
      return activities.map(([start]) => [start, 4 * count]);
    case 1: {
      const chain = activities.map((_, at): Activity => [first + 2 * at, first + 2 * at + 2]);
      return [[first, first + 2 * count], ...chain.reverse()];
    }
    case 2:
      return activities.map(([start, end]) => [start - 3 * count, end + 3 * count]);
    default:
      return activities.flatMap(([start, end]): Activity[] => [
        [start, end],
        [end, end],
        [start, end],
      ]);
  }
}
