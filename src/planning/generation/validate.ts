/** Takes a plan that a model or an agent wrote, or says by step and field what is wrong with it. */

import { asToolFailure } from '../../lib/errors.ts';
import { checkSchema, type PlanCheck } from '../checks.ts';
import { networkOf } from '../graph/network.ts';
import { type Draft, draftSchema, type GivenStep } from '../plan.ts';
import { traitsOf } from '../step-types.ts';
import type { PlanAnswer, Wanted } from './question.ts';
import { MOST_FILES } from './scaffold-steps.ts';
import { nameIn } from './words.ts';

/** Something that is wrong. */
export interface Fault {
  /** Its number; absent: of the plan. */
  readonly step?: number;
  readonly field: string;
  /** What is wrong, and what is right. */
  readonly fault: string;
}

/** What a plan must fit. */
export interface Ground {
  readonly wanted: Wanted;
  /** Paths of the commit; none of an empty workspace. */
  readonly files: readonly string[];
  readonly maxSteps: number;
}

export type Validated = { readonly draft: Draft } | { readonly faults: readonly Fault[] };

type AnswerStep = PlanAnswer['steps'][number];

/** Paths that a fault names in place of one that is not there. */
const MOST_LIKE = 3;

/** The draft that an answer is, or all that is wrong with it. Work is linear in steps, files and dependencies, but for sorting. */
export function validateDraft(answer: PlanAnswer, ground: Ground): Validated {
  const { steps } = answer;
  const { maxSteps, wanted } = ground;
  if (steps.length > maxSteps)
    return { faults: [{ field: 'steps', fault: `there are ${steps.length}, and ${maxSteps} are the most` }] };
  const checked = steps.map((step) => checksOf(step));
  const numbering = numberFaults(steps);
  const graph = numbering.length > 0 ? undefined : waitingOf(steps);
  const faults: Fault[] = [...numbering, ...(graph?.faults ?? [])];
  const places = new Places(ground.files, steps, graph?.waitsFor);
  for (const [index, step] of steps.entries()) {
    faults.push(...places.faultsOf(step), ...(checked[index]?.faults ?? []), ...doneFaults(step));
    faults.push(...(checked[index]?.checks ?? []).flatMap((check) => places.checkFaults(step, check)));
  }
  faults.push(...featureFaults(answer));
  if (faults.length > 0) return { faults };
  const draft = draftSchema.safeParse(
    draftOf(
      answer,
      checked.map(({ checks }) => checks),
      wanted,
    ),
  );
  if (draft.success) return { draft: draft.data };
  return { faults: draft.error.issues.map((issue) => toFault(issue, steps)) };
}

/** Numbers must be 1 to n. */
function numberFaults(steps: readonly AnswerStep[]): readonly Fault[] {
  const numbers = new Set(steps.map(({ number }) => number));
  const isRight = numbers.size === steps.length && steps.every(({ number }) => number >= 1 && number <= steps.length);
  if (isRight) return [];
  const given = steps.slice(0, 20).map(({ number }) => number);
  return [
    {
      field: 'steps.number',
      fault: `steps are numbered 1 to ${steps.length}, each once; given are ${given.join(', ')}`,
    },
  ];
}

type WaitsFor = ReadonlyMap<number, ReadonlySet<number>>;

/** The steps that each one waits for, directly or through others. */
function waitingOf(steps: readonly AnswerStep[]): { readonly waitsFor?: WaitsFor; readonly faults: readonly Fault[] } {
  try {
    const network = networkOf(steps.map(({ number, dependencies }) => ({ number, dependencies })));
    const waitsFor = new Map<number, Set<number>>();
    for (const event of network.order) {
      const step = network.steps[event >> 1];
      if (step === undefined || event % 2 === 1) continue;
      const all = new Set(step.dependencies.flatMap((number) => [number, ...(waitsFor.get(number) ?? [])]));
      waitsFor.set(step.number, all);
    }
    return { waitsFor, faults: [] };
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined) throw error;
    return { faults: [{ field: 'steps.dependencies', fault: failure.message }] };
  }
}

function checksOf({ number, checks }: AnswerStep): {
  readonly checks: readonly PlanCheck[];
  readonly faults: readonly Fault[];
} {
  const parsed = checks.map((check) => checkSchema.safeParse(check));
  return {
    checks: parsed.flatMap(({ data }) => (data === undefined ? [] : [data])),
    faults: parsed.flatMap(({ error }, index) =>
      (error?.issues ?? []).map(({ path, message }) => ({
        step: number,
        field: ['checks', index, ...path].join('.'),
        fault: message,
      })),
    ),
  };
}

/** A step that changes files must say what shows that it is done; one that runs something must say what. */
function doneFaults({
  number: step,
  type,
  checks,
  acceptance_criteria,
  command,
  python,
}: AnswerStep): readonly Fault[] {
  const { files, runsCode } = traitsOf({ type });
  if (files !== 'untouched' && checks.length + acceptance_criteria.length === 0)
    return [
      {
        step,
        field: 'checks',
        fault: 'it changes files: give a check, or an acceptance criterion that can be checked',
      },
    ];
  if (!runsCode && (command ?? python) !== undefined)
    return [
      {
        step,
        field: command === undefined ? 'python' : 'command',
        fault: `a ${type} step runs nothing: make it a command step of its own`,
      },
    ];
  return [];
}

/** Knows which paths are there when a step is done. */
class Places {
  readonly #files: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;
  readonly #byBase = new Map<string, string[]>();
  readonly #creators = new Map<string, number>();
  readonly #waitsFor: WaitsFor | undefined;

  constructor(files: readonly string[], steps: readonly AnswerStep[], waitsFor: WaitsFor | undefined) {
    this.#files = new Set(files);
    this.#folders = new Set(files.flatMap(foldersOf));
    this.#waitsFor = waitsFor;
    for (const path of files) {
      const alike = this.#byBase.get(baseOf(path));
      if (alike === undefined) this.#byBase.set(baseOf(path), [path]);
      else if (alike.length < MOST_LIKE) alike.push(path);
    }
    for (const { number, type, files_affected } of steps)
      for (const path of traitsOf({ type }).files === 'created' ? files_affected : [])
        if (!this.#creators.has(path)) this.#creators.set(path, number);
  }

  /** What is wrong with the files and definitions that a step names. */
  faultsOf(step: AnswerStep): readonly Fault[] {
    const { number, type, files_affected: files, symbols } = step;
    const field = 'files_affected';
    if (traitsOf({ type }).files !== 'untouched' && files.length === 0)
      return [{ step: number, field, fault: `a ${type} step names the files that it changes` }];
    if (files.length > MOST_FILES)
      return [{ step: number, field, fault: `${files.length} files; ${MOST_FILES} are the most: split the step` }];
    return [
      ...files.flatMap((path) => this.#pathFault(step, path).map((fault) => ({ step: number, field, fault }))),
      ...symbols.flatMap(({ file }) =>
        this.#thereFault(step, file).map((fault) => ({ step: number, field: 'symbols', fault })),
      ),
    ];
  }

  /** What is wrong with the files that a check names. */
  checkFaults(step: AnswerStep, check: PlanCheck): readonly Fault[] {
    const field = `checks (${check.kind})`;
    const files = filesOf(check);
    return files.flatMap((path) => this.#thereFault(step, path).map((fault) => ({ step: step.number, field, fault })));
  }

  #pathFault(step: AnswerStep, path: string): readonly string[] {
    const outside = outsideFault(path);
    if (outside !== undefined) return [outside];
    const { files } = traitsOf(step);
    if (files === 'edited') return this.#thereFault(step, path);
    if (files === 'untouched') return [];
    if (this.#files.has(path)) return [`${nameIn(path)} is there already: make it a file_edit step`];
    if (this.#folders.has(path)) return [`${nameIn(path)} is a folder`];
    const creator = this.#creators.get(path);
    return creator === undefined || creator === step.number ? [] : [`step ${creator} creates ${nameIn(path)} already`];
  }

  /** Whether a file or folder is there once the steps before a step, and it itself, are done. */
  #thereFault({ number }: AnswerStep, path: string): readonly string[] {
    const outside = outsideFault(path);
    if (outside !== undefined) return [outside];
    const known = path.replace(/\/$/, '');
    if (this.#files.has(known) || this.#folders.has(known)) return [];
    const creator = this.#creators.get(known);
    if (creator === number || (creator !== undefined && this.#waitsFor?.get(number)?.has(creator) !== false)) return [];
    if (creator !== undefined) return [`step ${creator} creates ${nameIn(path)}: add ${creator} to dependencies`];
    const alike = this.#byBase.get(baseOf(known)) ?? [];
    const hint =
      alike.length === 0 ? 'create it in a file_create step before' : `is ${alike.map(nameIn).join(' or ')} meant`;
    return [`${nameIn(path)} is not in the commit: ${hint}`];
  }
}

/** Files and folders that a check needs to be there. */
function filesOf(check: PlanCheck): readonly string[] {
  switch (check.kind) {
    case 'tests':
      // pytest names a test by its file and what is in it.
      return check.paths.map((path) => path.split('::', 1)[0] ?? path).filter((path) => path !== '.');
    case 'contract':
    case 'behaves_as_before':
      return [check.file];
    case 'python':
    case 'invariants':
    case 'file':
    case 'pattern':
    case 'review':
      return [];
  }
}

/** Why a path is none in a repository. */
function outsideFault(path: string): string | undefined {
  const names = path.replace(/\/$/, '').split('/');
  const isPath =
    path.length <= 3000 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of a repository has them.
    !/[\u0000-\u001f\\]/.test(path) &&
    !/^[a-z]:/i.test(path) &&
    names.every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git');
  return isPath
    ? undefined
    : `${nameIn(JSON.stringify(path))} is no path in the repository: give it from its root, such as src/a.py`;
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function featureFaults({ steps, mvp_features, nice_to_have_features }: PlanAnswer): readonly Fault[] {
  const known = new Set(steps.map(({ number }) => number));
  const named = Object.entries({ mvp_features, nice_to_have_features });
  return named.flatMap(([field, features]) =>
    features.flatMap(({ name, steps: numbers }) =>
      numbers
        .filter((number) => !known.has(number))
        .map((number) => ({ field, fault: `${nameIn(name)} names step ${number}, which is not there` })),
    ),
  );
}

/** The answer as a plan, before its limits are checked. */
function draftOf(
  answer: PlanAnswer,
  checks: readonly (readonly PlanCheck[])[],
  { goal, constraints }: Wanted,
): unknown {
  const { steps, included, excluded, assumptions, architecture_notes: notes, patterns_used, ...rest } = answer;
  const given = steps.map((step, index): GivenStep => ({ ...withoutEmpty(step), checks: [...(checks[index] ?? [])] }));
  return {
    ...rest,
    goal,
    scope: { included, excluded, assumptions, constraints },
    architecture: { notes, patterns_used, diagrams: [] },
    steps: given.toSorted((left, right) => left.number - right.number),
  };
}

function withoutEmpty({ files_affected, symbols, acceptance_criteria, checks: _, ...step }: AnswerStep): GivenStep {
  return {
    ...step,
    ...(files_affected.length > 0 && { files_affected }),
    ...(symbols.length > 0 && { symbols }),
    ...(acceptance_criteria.length > 0 && { acceptance_criteria }),
  };
}

function toFault(
  { path, message }: { readonly path: readonly PropertyKey[]; readonly message: string },
  steps: readonly AnswerStep[],
): Fault {
  const [first, index, ...rest] = path;
  const sorted = steps.toSorted((left, right) => left.number - right.number);
  const step = first === 'steps' && typeof index === 'number' ? sorted[index]?.number : undefined;
  const field = (step === undefined ? path : rest).map(String).join('.');
  return { ...(step !== undefined && { step }), field: field === '' ? 'steps' : field, fault: message };
}
