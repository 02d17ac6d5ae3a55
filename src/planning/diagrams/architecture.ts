/** The files that a plan touches, as a flowchart of Mermaid. */
import type { StepState } from '../graph/states.ts';
import type { Step } from '../plan.ts';
import { chooseSteps } from './choose.ts';
import {
  classLines,
  counted,
  type Diagram,
  type DiagramOptions,
  type DrawnPlan,
  MOST_EDGES,
  MOST_NODES,
} from './diagram.ts';
import { labelOf } from './label.ts';

/** Code points of names, and how many symbols and steps a file names. */
const LONGEST_NAME = 32;
const LONGEST_SYMBOL = 16;
const MOST_SYMBOLS = 2;
const MOST_STEPS_NAMED = 5;

/** A file that steps touch. */
interface TouchedFile {
  readonly path: string;
  readonly id: string;
  readonly steps: Set<number>;
  readonly symbols: Set<string>;
}

/** A file that depends on another one, such as by an import. */
export interface FileEdge {
  readonly from: string;
  readonly to: string;
}

/**
 * Files as nodes in subgraphs of their folders, each with its symbols and the steps that touch it; arrows go from a file to what it depends
 * on, as `edges` say. The files of steps that matter most come first, as in `chooseSteps`, whose failures it throws. A file looks as one
 * of the steps that touch it: completed only where none has anything left to do. Linear in what is given.
 */
export function architecture(
  plan: DrawnPlan,
  options: DiagramOptions & { readonly edges?: readonly FileEdge[] },
): Diagram {
  const { steps, states, critical } = plan;
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  const wanted = new Set(chooseSteps(plan, { ...options, most: Number.POSITIVE_INFINITY }));
  const ranked = [...wanted].flatMap((number) => byNumber.get(number) ?? []);
  const files = filesOf([...ranked, ...steps.filter(({ number }) => !wanted.has(number))]);
  const shown = files
    .filter(({ steps: touching }) => [...touching].some((number) => wanted.has(number)))
    .slice(0, Math.max(0, Math.min(options.most, MOST_NODES)));
  const arrows = arrowsOf(options.edges ?? [], new Map(shown.map((file) => [file.path, file])));
  const onPath = new Set(critical);
  const named = new Set(shown.flatMap((file) => [...file.steps]));
  const omitted = [
    ...(files.length > shown.length ? [counted(files.length - shown.length, 'more file')] : []),
    ...(arrows.length > MOST_EDGES
      ? [`${counted(arrows.length - MOST_EDGES, 'arrow')} between files that are shown`]
      : []),
    ...(steps.length > named.size ? [`${counted(steps.length - named.size, 'step')} with no file shown`] : []),
  ];
  return {
    mermaid: [
      'flowchart LR',
      ...folderLines(shown),
      ...arrows.slice(0, MOST_EDGES),
      ...(omitted.length > 0 ? [`  rest["not shown: ${omitted.join('; ')}"]`] : []),
      ...classLines(
        shown.map(({ id, steps: touching }) => ({
          id,
          state: stateOf([...touching].map((number) => states.get(number) ?? 'pending')),
          isCritical: [...touching].some((number) => onPath.has(number)),
        })),
      ),
    ].join('\n'),
    shown: steps.flatMap(({ number }) => (named.has(number) ? [number] : [])),
    total: steps.length,
    omitted,
  };
}

/** The files of the steps, in the order in which they are first named. */
function filesOf(steps: readonly Step[]): readonly TouchedFile[] {
  const files = new Map<string, TouchedFile>();
  const touch = (path: string, step: number, symbol?: string) => {
    const file = files.get(path) ?? { path, id: `f${files.size + 1}`, steps: new Set(), symbols: new Set() };
    files.set(path, file);
    file.steps.add(step);
    if (symbol !== undefined) file.symbols.add(symbol);
  };
  for (const { number, files_affected = [], contents = [], symbols = [] } of steps) {
    for (const path of files_affected) touch(path, number);
    for (const { path } of contents) touch(path, number);
    for (const { file, name } of symbols) touch(file, number, name);
  }
  return [...files.values()];
}

function arrowsOf(edges: readonly FileEdge[], shown: ReadonlyMap<string, TouchedFile>): readonly string[] {
  const lines = edges.flatMap(({ from, to }) => {
    const [left, right] = [shown.get(from), shown.get(to)];
    return left === undefined || right === undefined || left === right ? [] : [`  ${left.id} --> ${right.id}`];
  });
  return [...new Set(lines)];
}

function folderLines(files: readonly TouchedFile[]): readonly string[] {
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1));
  return [...folders].flatMap(([folder, within], index) => [
    `  subgraph d${index + 1}["${nameOf(folder === '' ? 'root' : endOf(folder), LONGEST_NAME)}"]`,
    ...within.map((file) => `    ${file.id}["${labelOfFile(file)}"]`),
    '  end',
  ]);
}

function labelOfFile({ path, steps, symbols }: TouchedFile): string {
  const name = nameOf(path.slice(path.lastIndexOf('/') + 1), LONGEST_NAME);
  const parts = [...symbols].map((symbol) => nameOf(symbol, LONGEST_SYMBOL));
  const of = parts.length === 0 ? '' : `: ${first(parts, MOST_SYMBOLS)}`;
  const numbers = [...steps].sort((left, right) => left - right);
  return `${name}${of} (${numbers.length === 1 ? 'step' : 'steps'} ${first(numbers, MOST_STEPS_NAMED)})`;
}

/** A label that is not empty. */
function nameOf(text: string, most: number): string {
  return labelOf(text, most) || 'unnamed';
}

/** Folders differ in their ends. */
function endOf(folder: string): string {
  return folder.length > LONGEST_NAME ? `…${folder.slice(1 - LONGEST_NAME)}` : folder;
}

function first(all: readonly (string | number)[], most: number): string {
  const more = all.length > most ? ` and ${all.length - most} more` : '';
  return `${all.slice(0, most).join(', ')}${more}`;
}

/** The state of several steps together: of theirs, the one that most is left to do in. */
function stateOf(states: readonly StepState[]): StepState {
  const order = ['failed', 'executing', 'ready', 'blocked', 'pending', 'completed', 'skipped'] as const;
  return order.find((state) => states.includes(state)) ?? 'cancelled';
}
