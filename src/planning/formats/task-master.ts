/**
 * `tasks.json` of Task Master (its `docs/task-structure.md`): a list of tasks, alone or under tags, with subtasks. Subtasks depend on others of their task
 * by number, on any by `task.subtask`.
 */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import type { StepState } from '../graph/states.ts';
import type { Step } from '../plan.ts';
import type { Raw, RawStep, Written } from './formats.ts';
import { description, guessed } from './lines.ts';

const idSchema = z.union([z.number(), z.string()]).transform(String);
const fields = {
  id: idSchema,
  title: z.string().default(''),
  description: z.string().nullish(),
  status: z.string().default('pending'),
  dependencies: z.array(idSchema).nullish(),
  details: z.string().nullish(),
  testStrategy: z.string().nullish(),
  priority: z.string().nullish(),
  acceptanceCriteria: z.union([z.string(), z.array(z.string())]).nullish(),
};
const subtaskSchema = z.object(fields);
const taskSchema = z.object({ ...fields, subtasks: z.array(subtaskSchema).nullish() });
const listSchema = z.object({ tasks: z.array(taskSchema) });
type Task = z.output<typeof taskSchema>;

const DONE = new Set(['done', 'completed']);

/** Whether a text looks like such a file. */
export function isTaskMaster(text: string): boolean {
  return /"tasks"\s*:\s*\[/.test(text.slice(0, 200_000)) && !/"goal"\s*:/.test(text.slice(0, 2_000));
}

/** Reads the tasks of the tag `master`, else of the first. */
export function readTaskMaster(document: string): Raw {
  const { tag, tasks, others } = tasksOf(document);
  const numbers = new Map<string, number>();
  for (const task of tasks) {
    numbers.set(task.id, numbers.size + 1);
    for (const subtask of task.subtasks ?? []) numbers.set(`${task.id}.${subtask.id}`, numbers.size + 1);
  }
  const notes = others.length === 0 ? [] : [`only the tag ${tag} was read, not ${others.slice(0, 10).join(', ')}`];
  const done: number[] = [];
  const steps: RawStep[] = [];
  const add = (task: Omit<Task, 'subtasks'>, path: string, whole: string | undefined) => {
    const number = numbers.get(path) ?? 0;
    if (DONE.has(task.status)) done.push(number);
    else if (task.status === 'cancelled' || task.status === 'deferred')
      notes.push(`${path} is ${task.status}: its step is open`);
    const dependencies = (task.dependencies ?? []).flatMap((id) => {
      // Of a subtask a number alone is another subtask, where there is one.
      const found = (whole === undefined ? undefined : numbers.get(`${whole}.${id}`)) ?? numbers.get(id);
      if (found === undefined) notes.push(`${path} depends on ${id}, which the document does not have`);
      return found === undefined ? [] : [found];
    });
    steps.push({ ...stepOf(task, number), dependencies, ...(whole !== undefined && { parent: numbers.get(whole) }) });
  };
  for (const task of tasks) {
    add(task, task.id, undefined);
    for (const subtask of task.subtasks ?? []) add(subtask, `${task.id}.${subtask.id}`, task.id);
  }
  const twice = steps.length - numbers.size;
  if (twice > 0) throw refused(`${twice} tasks have the id of another one.`);
  return { goal: `Tasks of ${tag}`, steps, done, notes };
}

function stepOf(
  { title, description: more, details, testStrategy, acceptanceCriteria, priority }: Omit<Task, 'subtasks'>,
  number: number,
): RawStep {
  const text = description(title || more || '');
  const body = [title === '' ? undefined : more, details, priority == null ? undefined : `Priority: ${priority}`];
  const said = body.filter((each) => typeof each === 'string' && each.trim() !== '').join('\n\n');
  const criteria = [acceptanceCriteria ?? [], testStrategy ?? []].flat().filter((each) => each.trim() !== '');
  return {
    number,
    description: text,
    ...guessed(`${text} ${said}`),
    ...(said !== '' && { details: said.slice(0, 20_000).toWellFormed() }),
    ...(criteria.length > 0 && { acceptance_criteria: criteria.map((each) => description(each)).slice(0, 200) }),
  };
}

function tasksOf(document: string): {
  readonly tag: string;
  readonly tasks: readonly Task[];
  readonly others: readonly string[];
} {
  const json = parse(document);
  const plain = listSchema.safeParse(json);
  if (plain.success) return { tag: 'the file', tasks: plain.data.tasks, others: [] };
  const tagged = z.record(z.string(), z.unknown()).safeParse(json);
  const tags = Object.entries(tagged.data ?? {}).filter(
    ([, value]) => typeof value === 'object' && value !== null && 'tasks' in value,
  );
  const [tag, list] = tags.find(([name]) => name === 'master') ?? tags[0] ?? [];
  const parsed = listSchema.safeParse(list);
  if (tag === undefined || !parsed.success) {
    const [issue] = (parsed.success ? plain.error : parsed.error).issues;
    throw refused(`The document is no list of tasks: ${issue?.path.join('.')} ${issue?.message}`);
  }
  return { tag, tasks: parsed.data.tasks, others: tags.map(([name]) => name).filter((name) => name !== tag) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`The document is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Writes the plan under the tag `master`: steps without a whole as tasks, their parts as subtasks, whose own parts follow them. */
export function writeTaskMaster({ head, steps, states }: Written): string {
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  const topOf = (step: Step): number => {
    const whole = step.parent === undefined ? undefined : byNumber.get(step.parent);
    return whole === undefined ? step.number : topOf(whole);
  };
  const ids = new Map<number, string>();
  const counts = new Map<number, number>();
  for (const step of steps) {
    const top = topOf(step);
    if (top === step.number) ids.set(step.number, String(top));
    else {
      const count = (counts.get(top) ?? 0) + 1;
      counts.set(top, count);
      ids.set(step.number, `${top}.${count}`);
    }
  }
  const taskOf = (step: Step, id: number) => ({
    id,
    title: step.description,
    description: step.description,
    status: statusOf(states.get(step.number)),
    dependencies: step.dependencies.map((number) => {
      const named = ids.get(number) ?? String(number);
      return named.includes('.') ? named : Number(named);
    }),
    priority: 'medium',
    details: step.details ?? '',
    testStrategy: (step.acceptance_criteria ?? []).join('\n'),
  });
  const tasks = steps
    .filter((step) => topOf(step) === step.number)
    .map((step) => ({
      ...taskOf(step, step.number),
      subtasks: steps
        .filter((part) => part.number !== step.number && topOf(part) === step.number)
        .map((part) => taskOf(part, Number(ids.get(part.number)?.split('.')[1]))),
    }));
  return `${JSON.stringify({ master: { tasks, metadata: { description: head.goal } } }, null, 2)}\n`;
}

function statusOf(state: StepState | undefined): string {
  switch (state) {
    case 'completed':
      return 'done';
    case 'executing':
      return 'in-progress';
    case 'skipped':
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'blocked':
      return 'blocked';
    default:
      return 'pending';
  }
}

function refused(message: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: message.slice(0, 500),
    advice: 'Send tasks.json as Task Master writes it. Nothing was changed.',
    details: { field: 'document', constraint: 'tasks.json of Task Master' },
  });
}
