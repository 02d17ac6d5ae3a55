/**
 * `tasks.md` of Spec Kit (its `templates/tasks-template.md`): `- [ ] T001 [P] [US1] Text with a path (depends on T002)` under `## Phase 1: …`. Within a phase
 * a task waits for those before it unless both are marked `[P]`; Setup comes before Foundational, that before all stories, and these before the last phase.
 */
import type { Raw, RawStep, Written } from './formats.ts';
import { description, guessed, linesOf, titleOf } from './lines.ts';

const TASK = /^\s*[-*] \[(?<mark>[ xX])\] (?<id>T\w+)\s+(?<parallel>\[P\]\s*)?(?:\[(?<story>US\d+)\]\s*)?(?<text>.*)/;
const PHASE = /^## +(?<title>Phase +(?<id>[\w.+-]+)\s*:?\s*(?<name>.*))/i;
const DEPENDS = /(?<!\s)\s*\(depends on (?<ids>T\w+(?:[, ]+(?:and )?T\w+)*)\)\s*/i;

type Kind = 'setup' | 'foundation' | 'story' | 'last';

interface Task {
  readonly number: number;
  readonly id: string;
  readonly phase: number;
  readonly isParallel: boolean;
  readonly story?: string;
  readonly text: string;
  readonly depends: readonly string[];
}

interface Phase {
  readonly title: string;
  readonly kind: Kind;
}

/** Whether a text looks like such a file. */
export function isSpecKit(text: string): boolean {
  return /^[^\S\r\n\u2028\u2029]*[-*] \[[ xX]\] T\d+\b/m.test(text);
}

/** Reads the tasks; phases become groups, stories features. */
export function readSpecKit(document: string): Raw {
  const lines = linesOf(document);
  const phases: Phase[] = [];
  const tasks: Task[] = [];
  const done: number[] = [];
  const notes: string[] = [];
  for (const { number, text } of lines) {
    const phase = PHASE.exec(text)?.groups;
    if (phase !== undefined)
      phases.push({ title: (phase['title'] ?? '').trim().slice(0, 100), kind: kindOf(phase['name'] ?? '') });
    const task = TASK.exec(text)?.groups;
    if (task === undefined) {
      if (/^\s*[-*] \[[ xX]\]/.test(text))
        notes.push(`line ${number} is no task with an id such as T001: ${text.trim().slice(0, 80)}`);
      continue;
    }
    const { id = '', parallel, story, text: said = '' } = task;
    const at = tasks.length + 1;
    tasks.push({
      number: at,
      id,
      phase: phases.length - 1,
      isParallel: parallel !== undefined,
      ...(story !== undefined && { story }),
      text: description(said.replace(DEPENDS, ' ')),
      depends: (DEPENDS.exec(said)?.groups?.['ids'] ?? '').match(/T\w+/g) ?? [],
    });
    if (/[xX]/.test(task['mark'] ?? '')) done.push(at);
  }
  const stories = new Map<string, number[]>();
  for (const { story, number } of tasks)
    if (story !== undefined) stories.set(story, [...(stories.get(story) ?? []), number]);
  return {
    goal: titleOf(lines) ?? 'Tasks',
    steps: tasks.map((task) => stepOf(task, tasks, phases, notes)),
    features: Array.from(stories, ([name, steps]) => ({ name, steps })),
    done,
    notes,
  };
}

function kindOf(name: string): Kind {
  if (/\bsetup\b/i.test(name)) return 'setup';
  if (/\bfoundation/i.test(name)) return 'foundation';
  return /\bpolish\b|\bcross-cutting\b|\bfinal\b/i.test(name) ? 'last' : 'story';
}

function stepOf(task: Task, tasks: readonly Task[], phases: readonly Phase[], notes: string[]): RawStep {
  const named = task.depends.flatMap((id) => {
    const found = tasks.find((each) => each.id === id);
    if (found === undefined) notes.push(`${task.id} depends on ${id}, which the document does not have`);
    return found === undefined ? [] : [found.number];
  });
  const phase = phases[task.phase];
  const dependencies = new Set([...named, ...earlierInPhase(task, tasks), ...earlierPhases(task, tasks, phases)]);
  dependencies.delete(task.number);
  return {
    number: task.number,
    description: task.text,
    ...guessed(task.text),
    dependencies: [...dependencies].sort((left, right) => left - right),
    details: task.id,
    ...(phase !== undefined && { group: phase.title }),
  };
}

/** Of its own phase: all before it since the last that is not parallel, or that one alone for a parallel task. */
function earlierInPhase({ number, phase, isParallel }: Task, tasks: readonly Task[]): readonly number[] {
  const before = tasks.filter((each) => each.phase === phase && each.number < number);
  const barrier = before.findLastIndex((each) => !each.isParallel);
  if (isParallel) return before.slice(Math.max(0, barrier), barrier + 1).map((each) => each.number);
  return before.slice(Math.max(0, barrier)).map((each) => each.number);
}

/** Of the phases that must be over: their last tasks, for the first ones of its own. */
function earlierPhases({ number, phase }: Task, tasks: readonly Task[], phases: readonly Phase[]): readonly number[] {
  const own = phases[phase]?.kind;
  const before = tasks.filter((each) => each.phase === phase && each.number < number);
  if (own === undefined || before.some((each) => !each.isParallel)) return [];
  const wanted: { readonly [Name in Kind]: readonly Kind[] } = {
    setup: [],
    foundation: ['setup'],
    story: ['foundation', 'setup'],
    last: ['story', 'foundation', 'setup'],
  };
  const kind = wanted[own].find((each) =>
    phases.some((one, index) => one.kind === each && tasks.some((task) => task.phase === index)),
  );
  return phases.flatMap((one, index) => {
    if (one.kind !== kind || index === phase) return [];
    const all = tasks.filter((each) => each.phase === index);
    const barrier = all.findLastIndex((each) => !each.isParallel);
    return all.slice(Math.max(0, barrier)).map((each) => each.number);
  });
}

/** Writes the steps by their groups, in order; what a step waits for is said with it. */
export function writeSpecKit({ head, steps, states }: Written): string {
  const idOf = (number: number) => `T${String(number).padStart(3, '0')}`;
  const stories = new Map(
    head.mvp_features.flatMap(({ name, steps: of }) =>
      /^US\d+$/.test(name) ? of.map((number) => [number, name] as const) : [],
    ),
  );
  const groups = new Map<string, typeof steps>();
  for (const step of steps) {
    const group = step.group ?? 'Steps';
    groups.set(group, [...(groups.get(group) ?? []), step]);
  }
  const written = Array.from(groups, ([group, list], index) => {
    const title = /^Phase /i.test(group) ? group : `Phase ${index + 1}: ${group}`;
    const tasks = list.map((step) => {
      const state = states.get(step.number);
      const mark = state === 'completed' || state === 'skipped' ? 'X' : ' ';
      const story = stories.get(step.number);
      const missing = (step.files_affected ?? []).filter((path) => !step.description.includes(path));
      const files = missing.length === 0 ? '' : ` in ${missing.join(', ')}`;
      const depends = step.dependencies.length === 0 ? '' : ` (depends on ${step.dependencies.map(idOf).join(', ')})`;
      // Marked as parallel, since what it waits for is said.
      return `- [${mark}] ${idOf(step.number)} [P] ${story === undefined ? '' : `[${story}] `}${description(step.description)}${files}${depends}`;
    });
    return `## ${title}\n\n${tasks.join('\n')}\n`;
  });
  return `# Tasks: ${description(head.goal)}\n\n${written.join('\n')}`;
}
