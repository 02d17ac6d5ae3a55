/** Reads what CLRS-Text writes: the question of a row, and the trace and output of its answer; or all hints in JSON. */
import { type Hint, type Hints, isHint } from './machine.ts';

/** A question: the algorithm, its inputs, and the first hints, where it has any. */
export interface Question {
  readonly algorithm: string;
  readonly inputs: Hints;
  readonly first?: readonly Hint[];
}

/** Reads a question; undefined when it is none. */
export function readQuestion(text: string): Question | undefined {
  const [, algorithm = '', rest] = /^\s*([a-z_]+):\s*\n([\s\S]*)$/.exec(text) ?? [];
  if (rest === undefined) return undefined;
  // The last line names what is asked for: `trace | pi:`, or `pi:` without hints.
  const body = rest.trim().replace(/\n[^\n]*:$/, '');
  const inputs: Record<string, Hint> = {};
  let first: readonly Hint[] | undefined;
  const [before = '', ...fields] = body.split(/(?:^|,)\s*([A-Za-z_]+):/);
  if (before.trim() !== '') return undefined;
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index] ?? '';
    const values = readValues(fields[index + 1] ?? '');
    const [value] = values ?? [];
    if (values === undefined || value === undefined) return undefined;
    if (name === 'initial_trace') first = values;
    else if (values.length === 1) inputs[name] = value;
    else return undefined;
  }
  return { algorithm, inputs, ...(first !== undefined && { first }) };
}

/** The values of an answer: those of the trace, and those of the output behind the bar. */
export interface AnswerValues {
  readonly trace: readonly Hint[];
  readonly output: readonly Hint[];
}

/** Reads `hints, hints | output`; undefined when it is something else. */
export function readAnswer(text: string): AnswerValues | undefined {
  const plain = text
    .replaceAll('`', '')
    .trim()
    // The last line of the question may stand before it.
    .replace(/^trace \|[^\n:]*:\s*\n/, '');
  const [one, other, ...more] = plain.split('|');
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  const [trace, output] = [readValues(one), readValues(other)];
  return trace === undefined || output === undefined || output.length === 0 ? undefined : { trace, output };
}

/** Numbers and lists with blanks or commas between: `[0 1], [0 0]`, `(0, 3)`. Undefined for anything else. */
export function readValues(text: string): readonly Hint[] | undefined {
  const open: { readonly end: string; readonly items: unknown[] }[] = [{ end: '', items: [] }];
  for (const [token] of text.matchAll(/[[\]()]|[^\s,[\]()]+/g)) {
    const last = open.at(-1);
    if (last === undefined) return undefined;
    if (token === '[' || token === '(') open.push({ end: token === '[' ? ']' : ')', items: [] });
    else if (token === ']' || token === ')') {
      if (open.length < 2 || last.end !== token) return undefined;
      open.pop();
      open.at(-1)?.items.push(last.items);
    } else if (/^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/.test(token)) last.items.push(Number(token));
    else return undefined;
  }
  const [all] = open;
  return open.length === 1 && all?.items.every(isHint) === true ? all.items : undefined;
}

/** The first object or list of JSON as steps, each with the same hints; what is wrong with it as text. */
export function readSteps(given: unknown, known: Hints): readonly Hints[] | string {
  if (!Array.isArray(given)) return 'It is no list of steps.';
  const steps: Hints[] = [];
  let names: readonly string[] | undefined;
  for (const [index, item] of given.entries()) {
    const step = new Map<string, unknown>(typeof item === 'object' && item !== null ? Object.entries(item) : []);
    names ??= [...step.keys()];
    const strange = [...step.keys()].find((name) => !Object.hasOwn(known, name));
    if (strange !== undefined)
      return `Step ${index + 1} has ${JSON.stringify(strange.slice(0, 100))}; the hints are ${Object.keys(known).join(', ')}.`;
    const hints: [string, Hint][] = [];
    for (const name of names) {
      const value = step.get(name);
      if (!isHint(value) || depthOf(value) !== depthOf(known[name]))
        return `${name} of step ${index + 1} is no ${DEPTH_WORDS[depthOf(known[name])]}.`;
      hints.push([name, value]);
    }
    if (step.size !== names.length || names.length === 0)
      return `Step ${index + 1} has other hints than the first step, or none.`;
    steps.push(Object.fromEntries(hints));
  }
  return steps;
}

/** 0 for a number, 1 for a list of numbers, 2 for a list of lists. */
export function depthOf(value: Hint | undefined): 0 | 1 | 2 {
  if (typeof value === 'number' || value === undefined) return 0;
  return Array.isArray(value[0]) ? 2 : 1;
}

export const DEPTH_WORDS = ['number', 'list of numbers', 'list of rows of numbers'] as const;
