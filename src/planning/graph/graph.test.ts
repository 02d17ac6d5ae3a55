/** The network, the states and the schedule against a second implementation that follows their definitions, over random plans. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { endOf, type GraphStep, networkOf, startOf } from './network.ts';
import { overlapsOf } from './overlaps.ts';
import { scheduleOf } from './schedule.ts';
import { planStateOf, type Recorded, type StepState, statesOf } from './states.ts';

const step = (number: number, dependencies: number[] = [], more: Partial<GraphStep> = {}): GraphStep => ({
  number,
  dependencies,
  parent: undefined,
  conditions: undefined,
  discovered_from: undefined,
  ...more,
});

const open = { recorded: [], gated: () => false };

test('the order puts every step behind what it depends on', () => {
  const { order, steps } = networkOf([step(3, [1]), step(1), step(2, [3])]);
  const starts = order.filter((event) => event % 2 === 0).map((event) => steps[event >> 1]?.number);
  expect(starts).toEqual([1, 3, 2]);
});

test.each([
  ['two steps of one number', [step(1), step(1)], 'the number 1 is given to several steps'],
  ['a missing dependency', [step(1, [4])], 'step 1 names 4 in dependencies, and there is no such step'],
  ['a step that depends on itself', [step(1, [1])], 'step 1 names itself in dependencies'],
  ['a missing whole', [step(1, [], { parent: 9 })], 'step 1 names 9 in parent'],
  ['a missing origin', [step(1, [], { discovered_from: 9 })], 'step 1 names 9 in discovered_from'],
  ['a missing condition', [step(1, [], { conditions: [{ step: 9, ended: 'failed' }] })], 'names 9 in conditions'],
  [
    'a circle',
    [step(1, [3]), step(2, [1]), step(3, [2])],
    '1 → 3 → 2 → 1 (1 waits for 3; 3 waits for 2; 2 waits for 1)',
  ],
  [
    'a part that waits for its whole',
    [step(1), step(2, [1], { parent: 1 })],
    '1 is a part of 2|2 is a part of 1|2 waits for 1',
  ],
  ['a whole that is a part of its part', [step(1, [], { parent: 2 }), step(2, [], { parent: 1 })], 'is a part of'],
])('refuses %s', (_, steps, words) => {
  expect(() => networkOf(steps)).toThrow(new RegExp(words.replace(/[()]/g, '\\$&')));
});

test('a circle behind other steps is named without them', () => {
  expect(() => networkOf([step(1), step(2, [1, 4]), step(3, [2]), step(4, [3]), step(5, [4])])).toThrow(
    '2 → 4 → 3 → 2',
  );
});

test('what was found on the way blocks nothing', () => {
  const network = networkOf([step(1), step(2, [], { discovered_from: 1 })]);
  expect(statesOf(network, { ...open, recorded: ['failed', undefined] })).toEqual(['failed', 'ready']);
});

test('a failure blocks exactly what depends on it, and a retry unblocks that', () => {
  const network = networkOf([step(1), step(2, [1]), step(3, [2]), step(4), step(5, [4])]);
  expect(statesOf(network, { ...open, recorded: ['failed'] })).toEqual([
    'failed',
    'blocked',
    'blocked',
    'ready',
    'pending',
  ]);
  expect(statesOf(network, { ...open, recorded: ['executing'] })).toEqual([
    'executing',
    'pending',
    'pending',
    'ready',
    'pending',
  ]);
});

test('a condition that does not come true skips a step, and what waits for it goes on', () => {
  const network = networkOf([
    step(1),
    step(2, [], { conditions: [{ step: 1, ended: 'failed' }] }),
    step(3, [2]),
    step(4, [], { conditions: [{ step: 1, ended: 'completed' }] }),
  ]);
  expect(statesOf(network, { ...open, recorded: ['completed'] })).toEqual(['completed', 'skipped', 'ready', 'ready']);
  expect(statesOf(network, { ...open, recorded: ['failed'] })).toEqual(['failed', 'ready', 'pending', 'skipped']);
});

test('a whole is ready when its parts are done, which wait for what it waits for', () => {
  const network = networkOf([step(1), step(2, [1]), step(3, [], { parent: 2 }), step(4, [], { parent: 2 })]);
  expect(statesOf(network, open)).toEqual(['ready', 'pending', 'pending', 'pending']);
  expect(statesOf(network, { ...open, recorded: ['completed'] })).toEqual(['completed', 'pending', 'ready', 'ready']);
  const parts = ['completed', undefined, 'completed', 'skipped'] as const;
  expect(statesOf(network, { ...open, recorded: parts })).toEqual(['completed', 'ready', 'completed', 'skipped']);
});

test.each<[string, StepState[], boolean, string]>([
  ['nothing', [], false, 'pending'],
  ['all done', ['completed', 'skipped'], true, 'completed'],
  ['one runs', ['executing', 'failed'], true, 'executing'],
  ['a failure and nothing ready', ['failed', 'blocked'], true, 'failed'],
  ['a failure and something ready', ['failed', 'ready'], true, 'executing'],
  ['all cancelled', ['cancelled', 'completed', 'blocked'], true, 'cancelled'],
  ['not begun', ['ready', 'pending'], false, 'ready'],
  ['everything waits', ['pending'], false, 'pending'],
])('the state of a plan where %s', (_, states, begun, expected) => {
  expect(planStateOf(states, begun)).toBe(expected);
});

test('the critical path is the longest one, with parts in place of their whole', () => {
  const network = networkOf([step(1), step(2, [1]), step(3, [1]), step(4, [], { parent: 3 }), step(5, [2, 3])]);
  const { critical, length, begins, levels } = scheduleOf(network, [10, 5, 1000, 20, 1]);
  expect({ critical, length }).toEqual({ critical: [1, 4, 5], length: 31 });
  expect(begins).toEqual([0, 10, 10, 10, 30]);
  expect(levels).toEqual([0, 1, 1, 1, 2]);
});

test('steps overlap that share a file and may be done at once', () => {
  const network = networkOf([step(1), step(2, [1]), step(3), step(4, [], { parent: 3 })]);
  const files = new Map([0, 1, 2, 3].map((index) => [index, ['a.py']] as const));
  const { overlaps, total } = overlapsOf(network, files, 10);
  expect(overlaps.map(({ steps }) => steps)).toEqual([
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
  ]);
  expect(total).toBe(4);
});

/** A random plan without circles: every edge goes to a smaller number, parts to a whole with a larger one or a smaller one. */
function randomSteps(random: Random, count: number): readonly GraphStep[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const before = () => 1 + random.below(index);
    const some = (most: number) => Array.from({ length: index === 0 ? 0 : random.below(most + 1) }, before);
    return step(number, [...new Set(some(3))], {
      ...(index > 0 && random.below(4) === 0 && { parent: before() }),
      ...(index > 0 &&
        random.below(6) === 0 && {
          conditions: [{ step: before(), ended: random.pick(['completed', 'failed', 'skipped']) }],
        }),
    });
  });
}

/** The steps without those edges that close a circle, found by trying. */
function withoutCircles(steps: readonly GraphStep[]): readonly GraphStep[] {
  const kept: GraphStep[] = [];
  for (const one of steps) {
    const candidates = [one, { ...one, parent: undefined }, step(one.number)];
    for (const candidate of candidates)
      try {
        networkOf([...kept, candidate]);
        kept.push(candidate);
        break;
      } catch {}
  }
  return kept;
}

/** States by their definitions, each from those of other steps, without any order. */
function naiveStates(steps: readonly GraphStep[], recorded: readonly (Recorded | undefined)[]): readonly StepState[] {
  const byNumber = new Map(steps.map((one, index) => [one.number, { one, own: recorded[index] }]));
  const entry = (number: number): 'open' | 'waits' | 'blocked' | 'skipped' => {
    const { one } = byNumber.get(number) ?? { one: step(number) };
    const all = [
      ...one.dependencies.map((each) => {
        const state = stateOf(each);
        if (state === 'completed' || state === 'skipped') return 'open';
        return state === 'failed' || state === 'cancelled' || state === 'blocked' ? 'blocked' : 'waits';
      }),
      ...(one.conditions ?? []).map(({ step: each, ended }) => {
        const state = stateOf(each);
        if (state === ended) return 'open';
        if (state === 'blocked') return 'blocked';
        return ['completed', 'failed', 'skipped', 'cancelled'].includes(state) ? 'skipped' : 'waits';
      }),
    ];
    if (one.parent !== undefined) {
      const whole = byNumber.get(one.parent)?.own;
      if (whole === 'failed' || whole === 'cancelled') all.push('blocked');
      else if (whole === 'skipped') all.push('skipped');
      else if (whole === undefined) all.push(entry(one.parent));
    }
    if (all.includes('skipped')) return 'skipped';
    if (all.includes('blocked')) return 'blocked';
    return all.includes('waits') ? 'waits' : 'open';
  };
  const stateOf = (number: number): StepState => {
    const own = byNumber.get(number)?.own;
    if (own !== undefined) return own;
    const at = entry(number);
    if (at === 'skipped' || at === 'blocked') return at;
    const parts = steps.filter(({ parent }) => parent === number).map((one) => stateOf(one.number));
    if (parts.some((state) => state === 'failed' || state === 'cancelled' || state === 'blocked')) return 'blocked';
    const done = parts.every((state) => state === 'completed' || state === 'skipped');
    return at === 'open' && done ? 'ready' : 'pending';
  };
  return steps.map(({ number }) => stateOf(number));
}

/** The longest way to the end of a step, by walking all of them. */
function naiveEnd(steps: readonly GraphStep[], durations: readonly number[], number: number): number {
  const begin = (of: number): number => {
    const one = steps.find((each) => each.number === of);
    const before = [...(one?.dependencies ?? []), ...(one?.conditions ?? []).map((each) => each.step)].map(end);
    return Math.max(0, ...before, one?.parent === undefined ? 0 : begin(one.parent));
  };
  const end = (of: number): number => {
    const parts = steps.filter(({ parent }) => parent === of);
    if (parts.length > 0) return Math.max(begin(of), ...parts.map((part) => end(part.number)));
    return begin(of) + (durations[steps.findIndex((each) => each.number === of)] ?? 0);
  };
  return end(number);
}

test(`states and schedules of random plans are those of their definitions`, () => {
  const random = new Random(seedOf(15));
  for (let round = 0; round < amount(2_000, 200); round++) {
    const steps = withoutCircles(randomSteps(random, 2 + random.below(12)));
    const network = networkOf(steps);
    const recorded = steps.map(() =>
      random.below(2) === 0
        ? undefined
        : random.pick<Recorded>(['executing', 'completed', 'failed', 'skipped', 'cancelled']),
    );
    expect(statesOf(network, { ...open, recorded }), JSON.stringify({ steps, recorded })).toEqual(
      naiveStates(steps, recorded),
    );
    const durations = steps.map(() => random.below(5) * 10);
    const { length, critical, begins } = scheduleOf(network, durations);
    const ends = steps.map(({ number }) => naiveEnd(steps, durations, number));
    expect(length, JSON.stringify({ steps, durations })).toBe(Math.max(0, ...ends));
    const sum = critical.reduce((total, number) => total + (durations[number - 1] ?? 0), 0);
    const numbers = new Map(steps.map((one, index) => [one.number, index]));
    const onPath = critical.map((number) => numbers.get(number) ?? -1);
    expect(sum === length || onPath.reduce((total, index) => total + (durations[index] ?? 0), 0) === length).toBe(true);
    const tight = onPath.every(
      (index, place) =>
        place === 0 ||
        (begins[index] ?? 0) === (begins[onPath[place - 1] ?? 0] ?? 0) + (durations[onPath[place - 1] ?? 0] ?? 0),
    );
    expect(tight, JSON.stringify({ steps, durations, critical })).toBe(true);
  }
});

test('circles of random graphs are found, and named as they are', () => {
  const random = new Random(seedOf(16));
  for (let round = 0; round < amount(2_000, 200); round++) {
    const count = 2 + random.below(8);
    const steps = Array.from({ length: count }, (_, index) =>
      step(
        index + 1,
        [...new Set([1 + random.below(count), 1 + random.below(count)])].filter((one) => one !== index + 1),
      ),
    );
    const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
      (steps[from - 1]?.dependencies ?? []).some((one) => {
        if (one === to) return true;
        if (seen.has(one)) return false;
        seen.add(one);
        return reaches(one, to, seen);
      });
    const hasCircle = steps.some(({ number }) => reaches(number, number));
    const attempt = () => networkOf(steps);
    if (!hasCircle) {
      expect(attempt().order).toHaveLength(2 * count);
      continue;
    }
    const path = /in a circle: ([\d → ]+) \(/.exec(messageOf(attempt))?.[1]?.split(' → ').map(Number) ?? [];
    expect(path[0]).toBe(path.at(-1));
    expect(path.length).toBeGreaterThan(2);
    for (const [place, number] of path.slice(0, -1).entries())
      expect(steps[number - 1]?.dependencies).toContain(path[place + 1]);
  }
});

function messageOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

test('a plan of 5,000 steps with 12,000 edges is put in order', () => {
  const random = new Random(seedOf(17));
  const steps = Array.from({ length: 5_000 }, (_, index) =>
    step(
      index + 1,
      index === 0 ? [] : [...new Set([1 + random.below(index), 1 + random.below(index), 1 + random.below(index)])],
    ),
  );
  const network = networkOf(steps);
  const place = new Map(network.order.map((event, at) => [event, at]));
  for (const [index, { dependencies }] of network.steps.entries())
    for (const number of dependencies)
      expect(place.get(endOf(number - 1)) ?? 0).toBeLessThan(place.get(startOf(index)) ?? 0);
});
