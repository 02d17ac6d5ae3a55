/** Diagrams, as Mermaid's own parser reads them. */
import { expect, test } from 'vitest';
import { detectMermaid, parseFlowchart, parseGantt, parseMermaid } from '../../../test/mermaid.ts';
import { drawnPlan, HOSTILE_TEXTS, step } from '../../../test/planning/drawn-plans.ts';
import { architecture } from './architecture.ts';
import { flowchart } from './flowchart.ts';
import { gantt } from './gantt.ts';
import { shortLine } from './label.ts';
import { KINDS, ownDiagrams } from './own-diagrams.ts';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 0, 5, 9);

const release = drawnPlan(
  [
    step(1, { description: 'Parser', estimated_duration_ms: 0 }),
    step(2, { description: 'Read tokens', parent: 1, estimated_duration_ms: 2 * HOUR }),
    step(3, { description: 'Read trees', parent: 1, dependencies: [2], estimated_duration_ms: HOUR }),
    step(4, { description: 'Roll back', conditions: [{ step: 3, ended: 'failed' }], dependencies: [3] }),
    step(5, { description: 'Release', dependencies: [1], group: 'Release', estimated_duration_ms: HOUR }),
    step(6, { description: 'Mend a test', discovered_from: 2, estimated_duration_ms: 90_000 }),
    step(7, { description: 'Mend the grammar', parent: 1, discovered_from: 1 }),
  ],
  { states: { 2: 'completed', 3: 'executing', 6: 'failed' } },
);

test('Mermaid refuses what is wrong', async () => {
  await expect(parseMermaid('flowchart TD\n  a["b')).rejects.toThrow('Parse error');
  await expect(parseGantt('gantt\n  dateFormat YYYY-MM-DD\n  a :s1, never, 1d')).rejects.toThrow('Invalid date');
  await expect(parseMermaid('a plan')).rejects.toThrow('No diagram type');
});

test('a flowchart has steps, parts, states and every kind of edge', async () => {
  const { mermaid, shown, total, omitted } = flowchart(release, { most: 40 });
  expect({ shown, total, omitted }).toEqual({ shown: [1, 2, 3, 4, 5, 6, 7], total: 7, omitted: [] });
  const { nodes, edges, subgraphs } = await parseFlowchart(mermaid);
  expect(subgraphs.map(({ id, title, nodes: within }) => ({ id, title, within: [...within].sort() }))).toEqual([
    { id: 's1', title: '1 Parser', within: ['s2', 's3', 's7'] },
  ]);
  expect(nodes.get('s2')).toMatchObject({ text: '2 Read tokens', classes: ['completed', 'critical'] });
  expect(nodes.get('s7')?.text).toBe('7 Mend the grammar (found during 1)');
  expect(
    edges.map(({ start, end, stroke, type, text }) => [start, end, stroke, type, text].join(' ').trim()).sort(),
  ).toEqual([
    's1 s5 thick arrow_point',
    's2 s3 thick arrow_point',
    's2 s6 dotted arrow_circle',
    's3 s4 dotted arrow_point if failed',
  ]);
});

test('a Gantt chart has dates, marks, sections and milestones', async () => {
  const { mermaid } = gantt(release, { most: 40, begin: BEGIN });
  expect(mermaid).toMatchInlineSnapshot(`
    "gantt
      title Plan A goal
      dateFormat YYYY-MM-DD HH:mm
      section 1 Parser
      1 Parser :s1, 2026-01-05 09:00, 3h
      2 Read tokens :done, crit, s2, 2026-01-05 09:00, 2h
      7 Mend the grammar :milestone, s7, 2026-01-05 09:00, 0d
      3 Read trees :active, crit, s3, 2026-01-05 11:00, 1h
      section Steps
      6 Mend a test (failed) :s6, 2026-01-05 09:00, 90s
      4 Roll back :milestone, s4, 2026-01-05 12:00, 0d
      section Group Release
      5 Release :crit, s5, 2026-01-05 12:00, 1h"
  `);
  const tasks = await parseGantt(mermaid);
  const times = tasks.map(({ id, startTime, endTime }) => [
    id,
    (startTime.getTime() - BEGIN) / HOUR,
    (endTime.getTime() - BEGIN) / HOUR,
  ]);
  const offset = new Date(BEGIN).getTimezoneOffset() / 60;
  expect(times).toContainEqual(['s1', offset, offset + 3]);
  expect(times).toContainEqual(['s3', offset + 2, offset + 3]);
  expect(tasks.find(({ id }) => id === 's2')).toMatchObject({ done: true, crit: true, section: '1 Parser' });
  expect(tasks.find(({ id }) => id === 's3')).toMatchObject({ active: true, crit: true });
  expect(tasks.find(({ id }) => id === 's5')).toMatchObject({ crit: true, section: 'Group Release' });
  expect(tasks.find(({ id }) => id === 's4')).toMatchObject({ milestone: true });
  expect(tasks.find(({ id }) => id === 's6')).toMatchObject({ task: '6 Mend a test (failed) ', section: 'Steps' });
});

test('where nothing is estimated a step takes a day, and the title says so', async () => {
  const plan = drawnPlan([
    step(1, { estimated_duration_ms: 1 }),
    step(2, { dependencies: [1], estimated_duration_ms: 1 }),
  ]);
  const { mermaid } = gantt({ ...plan, unit: 'steps' }, { most: 40, begin: Date.UTC(2026, 0, 5) });
  expect(mermaid).toContain('title Plan A goal (nothing is estimated, each step counts a day)');
  expect(mermaid).toContain('2 Step 2 :crit, s2, 2026-01-06, 1d');
  await expect(parseMermaid(mermaid)).resolves.toBe('gantt');
});

test('steps after the year 9999 are left out, and counted', async () => {
  const plan = drawnPlan([
    step(1, { estimated_duration_ms: 1e12 }),
    ...Array.from({ length: 300 }, (_, index) =>
      step(index + 2, { dependencies: [index + 1], estimated_duration_ms: 1e12 }),
    ),
  ]);
  const { mermaid, shown, omitted } = gantt(plan, { only: [250, 251, 252], most: 40, begin: BEGIN });
  expect(shown).toEqual([249, 250, 251]);
  expect(omitted).toEqual(['296 more steps', '2 steps outside of the years 1970 to 9999']);
  await expect(parseGantt(mermaid)).resolves.toHaveLength(3);
});

test('an architecture has files by folder, with the steps that touch them', async () => {
  const plan = drawnPlan(
    [
      step(1, { files_affected: ['src/a.ts'], symbols: [{ file: 'src/b.ts', name: 'C.m' }], estimated_duration_ms: 5 }),
      step(2, { files_affected: ['src/a.ts', 'README.md'] }),
      step(3),
    ],
    { states: { 1: 'completed', 2: 'ready' } },
  );
  const edges = [
    { from: 'src/a.ts', to: 'src/b.ts' },
    { from: 'src/a.ts', to: 'elsewhere.ts' },
  ];
  const { mermaid, shown, omitted } = architecture(plan, { most: 40, edges });
  expect({ shown, omitted }).toEqual({ shown: [1, 2], omitted: ['1 step with no file shown'] });
  const { nodes, edges: arrows, subgraphs } = await parseFlowchart(mermaid);
  expect([...nodes.values()].map(({ text }) => text)).toEqual(
    expect.arrayContaining(['a.ts (steps 1, 2)', 'b.ts: C.m (step 1)', 'README.md (step 2)']),
  );
  expect(subgraphs.map(({ title }) => title).sort()).toEqual(['root', 'src/']);
  const byText = new Map([...nodes].map(([id, { text }]) => [id, text]));
  expect(arrows.map(({ start, end }) => [byText.get(start), byText.get(end)])).toEqual([
    ['a.ts (steps 1, 2)', 'b.ts: C.m (step 1)'],
  ]);
  expect([...nodes.values()].find(({ text }) => text.startsWith('b.ts'))?.classes).toEqual(['completed', 'critical']);
});

test('a file names all steps that touch it, of those that were not asked for, too', () => {
  const plan = drawnPlan([step(1, { files_affected: ['a'] }), step(2, { files_affected: ['a', 'b'] })]);
  const { mermaid } = architecture(plan, { only: [1], most: 40 });
  expect(mermaid).toContain('a (steps 1, 2)');
  expect(mermaid).not.toContain('b (step');
});

test('diagrams of the plan itself are as they are, where they are diagrams', async () => {
  const own = [
    'sequenceDiagram\n  A->>B: hi',
    '```mermaid\nflowchart TD\n a --> b\n```',
    'the parser',
    'x'.repeat(20_000),
  ];
  const head = { architecture: { notes: '', patterns_used: [], diagrams: own } };
  const { diagrams, others } = ownDiagrams(head);
  expect(diagrams).toEqual([own[0], 'flowchart TD\n a --> b']);
  expect(others).toEqual([3, 4]);
  for (const diagram of diagrams) await parseMermaid(diagram);
});

test('Mermaid knows the kinds of diagrams that a plan may hold', async () => {
  for (const kind of KINDS) await expect(detectMermaid(`${kind}\n  a`), kind).resolves.toBeTypeOf('string');
  await expect(detectMermaid('a plan')).rejects.toThrow('No diagram type');
});

test('a plan without steps is drawn, too', async () => {
  const empty = drawnPlan([], { goal: 'Nothing yet' });
  for (const { mermaid, shown, total } of [
    flowchart(empty, { most: 40 }),
    gantt(empty, { most: 40, begin: BEGIN }),
    architecture(empty, { most: 40 }),
  ]) {
    expect({ shown, total }).toEqual({ shown: [], total: 0 });
    await parseMermaid(mermaid);
  }
});

test.each(HOSTILE_TEXTS.map((text) => ({ name: JSON.stringify(text.slice(0, 40)), text })))(
  'labels read as the text $name',
  async ({ text }) => {
    const path = `${text}/${text}`.slice(0, 3000);
    const plan = drawnPlan(
      [
        step(1, { description: `a${text}`, files_affected: [path], group: `g${text}`.slice(0, 100) }),
        step(2, { description: `b${text}`, parent: 1, symbols: [{ file: 'f', name: text.slice(0, 300) }] }),
        step(3, { description: `c${text}`, parent: 1, dependencies: [2] }),
      ],
      { goal: text },
    );
    const { nodes, subgraphs } = await parseFlowchart(flowchart(plan, { most: 40 }).mermaid);
    expect(nodes.get('s2')?.text).toBe(`2 ${shortLine(`b${text}`, 48)}`);
    expect(subgraphs[0]?.title).toBe(`1 ${shortLine(`a${text}`, 48)}`);
    const tasks = await parseGantt(gantt(plan, { most: 40, begin: BEGIN }).mermaid);
    expect(tasks.map(({ task }) => task.trim())).toContain(`3 ${shortLine(`c${text}`, 40)}`);
    expect(tasks.map(({ section }) => section)).toContain(`Group ${shortLine(`g${text}`, 24)}`);
    const files = await parseFlowchart(architecture(plan, { most: 40 }).mermaid);
    const symbol = shortLine(text, 16);
    expect([...files.nodes.values()].map((node) => node.text)).toContain(
      `f: ${symbol === '' ? 'unnamed' : symbol} (step 2)`,
    );
    expect(files.subgraphs).toHaveLength(2);
  },
);
