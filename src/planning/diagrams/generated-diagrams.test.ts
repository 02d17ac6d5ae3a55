/** Diagrams of generated plans with hostile texts, and of the largest plans, as Mermaid's own parser reads them. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { parseFlowchart, parseGantt, parseMermaid } from '../../../test/mermaid.ts';
import { drawnPlan, HOSTILE_TEXTS, step } from '../../../test/planning/drawn-plans.ts';
import { Random } from '../../lib/random.ts';
import { networkOf } from '../graph/network.ts';
import { STEP_STATES } from '../graph/states.ts';
import { ENDINGS, type Step } from '../plan.ts';
import { architecture } from './architecture.ts';
import { type DrawnPlan, MOST_EDGES, MOST_NODES } from './diagram.ts';
import { flowchart } from './flowchart.ts';
import { gantt } from './gantt.ts';
import { outline } from './outline.ts';

const BEGIN = Date.UTC(2026, 0, 5, 9);
/** Mermaid's own limit; its parser puts a text about that in the place of a longer diagram. */
const MAX_TEXT_SIZE = 50_000;

/** Signs of all grammars, in any order. */
const SIGNS = [
  ...'"\'`#;:%&<>[](){}|\\/-=.~@$^*_!?,°¶ﬂß\n\t 12aé漢א👩',
  '\u202e',
  '\ud800',
  'end',
  '%%{',
  '}%%',
  '-->',
  '<br/>',
  'classDef ',
];

function randomTextOf(random: Random): string {
  if (random.below(2) === 0) return random.pick(HOSTILE_TEXTS);
  return Array.from({ length: 1 + random.below(60) }, () => random.pick(SIGNS)).join('');
}

function randomPlan(random: Random): DrawnPlan {
  const steps: Step[] = [];
  const text = () => randomTextOf(random);
  const filled = () => `x${text()}`.slice(0, 100);
  for (let number = 1; number <= 3 + random.below(25); number++) {
    const before = () => 1 + random.below(number - 1);
    const own = {
      description: `x${text()}`,
      estimated_duration_ms: random.pick([0, 1, 1_500, 60_000, 3_600_000, 86_400_000]),
      files_affected: Array.from({ length: random.below(3) }, () => `${filled()}${random.pick(['/', '.'])}${filled()}`),
      symbols: random.below(3) === 0 ? [{ file: random.pick(['a', 'b/c']), name: filled() }] : [],
      ...(random.below(4) === 0 && { group: filled() }),
    };
    const joined = step(number, {
      ...own,
      ...(number > 1 && {
        dependencies: Array.from({ length: random.below(4) }, before),
        ...(random.below(3) === 0 && { parent: before() }),
        ...(random.below(4) === 0 && { conditions: [{ step: before(), ended: random.pick(ENDINGS) }] }),
        ...(random.below(4) === 0 && { discovered_from: before() }),
      }),
    });
    steps.push(fits([...steps, joined]) ? joined : step(number, own));
  }
  const states = Object.fromEntries(steps.map(({ number }) => [number, random.pick(STEP_STATES)]));
  return drawnPlan(steps, { goal: `x${text()}`, states });
}

function fits(steps: readonly Step[]): boolean {
  try {
    networkOf(steps);
    return true;
  } catch {
    return false;
  }
}

test('every diagram of a generated plan is parsed, and shows what it says', async () => {
  const random = new Random(seedOf(31));
  for (let round = 0; round < amount(400, 15); round++) {
    const plan = randomPlan(random);
    const most = 1 + random.below(30);
    const only = random.below(3) === 0 ? { only: [random.pick(plan.steps).number] } : {};
    const flow = flowchart(plan, { most, ...only });
    const { nodes, subgraphs, edges } = await parseFlowchart(flow.mermaid);
    const ids = new Set([...nodes.keys(), ...subgraphs.map(({ id }) => id)]);
    ids.delete('rest');
    expect([...ids].sort(), flow.mermaid).toEqual(flow.shown.map((number) => `s${number}`).sort());
    expect(ids.size).toBeLessThanOrEqual(most);
    for (const { start, end } of edges) expect(ids.has(start) && ids.has(end), flow.mermaid).toBe(true);
    const chart = gantt(plan, { most, begin: BEGIN, ...only });
    const tasks = await parseGantt(chart.mermaid);
    expect(tasks.map(({ id }) => Number(id.slice(1))).sort((left, right) => left - right)).toEqual(chart.shown);
    const files = architecture(plan, { most, ...only, edges: [{ from: 'a', to: 'b/c' }] });
    expect((await parseFlowchart(files.mermaid)).edges.length).toBeLessThanOrEqual(1);
    expect(outline(plan, { most }).split('\n').length).toBeLessThanOrEqual(most + 1);
  }
});

test('the times of a Gantt chart are those of the schedule', async () => {
  const random = new Random(seedOf(32));
  for (let round = 0; round < amount(200, 8); round++) {
    const plan = randomPlan(random);
    const tasks = await parseGantt(gantt(plan, { most: MOST_NODES, begin: BEGIN }).mermaid);
    const wholes = new Set(plan.steps.flatMap(({ parent }) => parent ?? []));
    // Dates have no zone.
    const zone = new Date(BEGIN).getTimezoneOffset() * 60_000;
    for (const { id, startTime, endTime } of tasks) {
      const number = Number(id.slice(1));
      expect(startTime.getTime() - zone - BEGIN).toBe(plan.startsAt.get(number));
      if (!wholes.has(number)) expect(endTime.getTime() - startTime.getTime()).toBe(plan.durations.get(number));
    }
  }
});

/** Each step waits for all before it, as far as `dependencies` go; all labels are as long as they get. */
function densePlan(count: number, dependencies: number): DrawnPlan {
  const least = 1_000_000 - count;
  const worst = '"'.repeat(90);
  return drawnPlan(
    Array.from({ length: count }, (_, index) =>
      step(least + index, {
        description: worst,
        dependencies: Array.from({ length: Math.min(index, dependencies) }, (_, back) => least + index - 1 - back),
        estimated_duration_ms: 86_399_999,
        group: `${index}${worst}`,
        files_affected: [`${index}${worst}/${worst}`],
        symbols: ['a', 'b', 'c', 'd'].map((letter) => ({
          file: `${index}${worst}/${worst}`,
          name: `${letter}${worst}`,
        })),
      }),
    ),
    { goal: worst },
  );
}

test('the largest diagrams are below the limits of Mermaid', async () => {
  const plan = densePlan(300, 80);
  const paths = plan.steps.flatMap(({ files_affected = [] }) => files_affected);
  const edges = paths.slice(1).flatMap((to) => paths.slice(0, 40).map((from) => ({ from, to })));
  const flow = flowchart(plan, { most: 10_000 });
  expect(flow.omitted).toEqual(['200 more steps', expect.stringMatching(/^\d+ arrows between steps that are shown$/)]);
  for (const { mermaid, shown } of [
    flow,
    gantt(plan, { most: 10_000, begin: BEGIN + 1 }),
    architecture(plan, { most: 10_000, edges }),
  ]) {
    expect(mermaid.length).toBeLessThan(MAX_TEXT_SIZE);
    expect(shown.length).toBe(MOST_NODES);
    await parseMermaid(mermaid);
  }
  expect((await parseFlowchart(flow.mermaid)).edges.length).toBe(MOST_EDGES);
  expect((await parseFlowchart(architecture(plan, { most: 10_000, edges }).mermaid)).edges.length).toBe(MOST_EDGES);
});

test('a plan of 5,000 steps in a row of parts is drawn', async () => {
  const steps = Array.from({ length: 5_000 }, (_, index) =>
    step(index + 1, { ...(index > 0 && { parent: index }), files_affected: [`src/${index}.ts`] }),
  );
  const plan = drawnPlan(steps);
  expect(plan.critical).toEqual([5_000]);
  const { mermaid, shown, omitted } = flowchart(plan, { most: 40 });
  expect({ shown: shown.length, omitted }).toEqual({ shown: 40, omitted: ['4960 more steps'] });
  expect((await parseFlowchart(mermaid)).subgraphs).toHaveLength(39);
  expect(gantt(plan, { most: 40, begin: BEGIN }).shown).toHaveLength(40);
  expect(architecture(plan, { most: 40 }).shown).toHaveLength(40);
  expect(outline(plan, { most: 20 }).split('\n')).toHaveLength(21);
});
