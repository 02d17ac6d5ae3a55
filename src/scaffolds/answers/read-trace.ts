/** Reads a trace: a list of steps in JSON, a step as a JSON object on each line, or a table with a column for each field. */
import { findLiterals, isList, type Literal } from './literals.ts';
import { answerOfRecord, MOST_CHARACTERS, readCell, withoutMarkup } from './read-answer.ts';
import { type AnyAnswer, namesOfField, plainName, type Shape } from './shape.ts';

/** Steps of a trace that are read. */
export const MOST_STEPS_OF_TRACE = 100_000;

/** What was read of a trace. */
export type TraceReading =
  | { readonly kind: 'read'; readonly steps: readonly AnyAnswer[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' | 'too_long'; readonly message: string };

/** Reads a value of JSON, or a text. */
export function readTrace(given: Literal, shape: Shape): TraceReading {
  if (typeof given === 'string') return readTraceText(given, shape);
  const list = isList(given) ? given : given instanceof Map ? [...given.values()].find(isList) : undefined;
  if (list === undefined) return malformed(shape);
  if (list.length > MOST_STEPS_OF_TRACE) return tooLong(`${list.length} steps`, `${MOST_STEPS_OF_TRACE} steps`);
  return list.length === 0 ? { kind: 'empty' } : stepsOf(list, shape);
}

function readTraceText(text: string, shape: Shape): TraceReading {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MOST_CHARACTERS) return tooLong(`${text.length} characters`, `${MOST_CHARACTERS} characters`);
  const plain = withoutMarkup(text);
  const literals = findLiterals(plain).map(({ value }) => value);
  const list = literals.findLast(
    (value) => isList(value) && value.length > 0 && value.every((item) => item instanceof Map),
  );
  if (list !== undefined) return readTrace(list, shape);
  const framed = literals.findLast(
    (value) => value instanceof Map && [...value.values()].some(isList) && !isStep(value, shape),
  );
  if (framed !== undefined) return readTrace(framed, shape);
  const lines = literals.filter((value) => isStep(value, shape));
  if (lines.length > 0) return stepsOf(lines, shape);
  const table = tableOf(plain, shape);
  if (table !== undefined) return table;
  const last = literals.at(-1);
  return last !== undefined && isList(last) && last.length === 0 ? { kind: 'empty' } : malformed(shape);
}

function isStep(value: Literal, shape: Shape): boolean {
  return answerOfRecord(value, shape) !== undefined;
}

/** Every item as a step; the first that is none is named. */
function stepsOf(items: readonly Literal[], shape: Shape): TraceReading {
  const steps: AnyAnswer[] = [];
  for (const [index, item] of items.entries()) {
    const step = answerOfRecord(item, shape);
    if (step === undefined)
      return { kind: 'malformed', message: `Step ${index + 1} does not have the fields ${fieldsOf(shape)}.` };
    steps.push(step);
  }
  return { kind: 'read', steps };
}

/** The last table whose head names every field that a step has to have. */
function tableOf(text: string, shape: Shape): TraceReading | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  let found: TraceReading | undefined;
  for (let at = 0; at < lines.length; at++) {
    const columns = columnsOf(cellsOf(lines[at] ?? ''), shape);
    if (columns === undefined) continue;
    const steps: AnyAnswer[] = [];
    for (at++; (lines[at] ?? '').startsWith('|'); at++) {
      const line = lines[at] ?? '';
      if (/^[\s:|-]+$/.test(line)) continue;
      const step = rowOf(cellsOf(line), columns, shape);
      if (typeof step === 'string')
        return { kind: 'malformed', message: `Row ${steps.length + 1} of the table cannot be read: ${step}.` };
      steps.push(step);
    }
    if (steps.length > 0) found = { kind: 'read', steps };
  }
  return found;
}

function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return [];
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** The field of each column; undefined when one that is needed has no column. */
function columnsOf(head: readonly string[], shape: Shape): readonly (string | undefined)[] | undefined {
  const fields = Object.entries(shape);
  const columns = head.map(
    (cell) => fields.find(([name, field]) => namesOfField(name, field).includes(plainName(cell)))?.[0],
  );
  const isWhole = fields.every(([name, { optional }]) => optional === true || columns.includes(name));
  return head.length > 0 && isWhole ? columns : undefined;
}

/** A row as a step, or what is wrong with it. */
function rowOf(cells: readonly string[], columns: readonly (string | undefined)[], shape: Shape): AnyAnswer | string {
  const step: Record<string, AnyAnswer[string]> = {};
  for (const [at, name] of columns.entries()) {
    const field = name === undefined ? undefined : shape[name];
    if (name === undefined || field === undefined) continue;
    const cell = cells[at] ?? '';
    const value = readCell(cell, field.kind);
    if (value !== undefined) step[name] = value;
    else if (field.optional !== true) return `${name} is ${JSON.stringify(cell.slice(0, 100))}`;
  }
  return step;
}

function fieldsOf(shape: Shape): string {
  return Object.entries(shape)
    .filter(([, { optional }]) => optional !== true)
    .map(([name]) => name)
    .join(', ');
}

function malformed(shape: Shape): TraceReading {
  return {
    kind: 'malformed',
    message: `No trace was found. It is a list of steps, or a table, with ${fieldsOf(shape)} in each.`,
  };
}

function tooLong(has: string, most: string): TraceReading {
  return { kind: 'too_long', message: `The trace has ${has}; at most ${most} are read.` };
}
