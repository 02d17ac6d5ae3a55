/** What functions cost: loops times what is in them, through the calls that are read. */
import { shownPath } from '../../../lib/shown-path.ts';
import type { FlowCall, FlowForm } from '../../../syntax/api.ts';
import { argumentsOf } from '../../trace/arguments.ts';
import type { Spot } from '../../trace/branches.ts';
import { scopedName } from '../../trace/entry.ts';
import type { Program } from '../../trace/program.ts';
import { isCheap, workOf } from './library.ts';
import {
  CONSTANT,
  isBelow,
  isConstant,
  isKnown,
  LINEAR,
  LOG,
  larger,
  type Order,
  orderText,
  type Size,
  times,
} from './order.ts';
import { Reading } from './reading.ts';
import { recursionOf } from './recursion.ts';
import { ANY, type Value } from './values.ts';

/** What a function costs with some arguments. */
export interface FunctionCost {
  readonly size: Size;
  /** How it comes about, outermost first, each with its place. */
  readonly steps: readonly string[];
  /** Whether calls are followed that are believed by their names alone. */
  readonly isByName: boolean;
  /** Calls that count as one step, since their text is not read and their names say nothing. */
  readonly unread: ReadonlySet<string>;
  /** Why it is exponential by itself. */
  readonly recursion?: string;
}

/** Functions times kinds of arguments that are read. */
const MOST_READ = 2_000;
/** Languages in which `text += part` copies the text. */
export const COPIES_TEXTS: ReadonlySet<string> = new Set(['python', 'java', 'csharp', 'go', 'kotlin', 'ruby']);

/** Costs in a program; each function with some arguments is read once. */
export class Costs {
  readonly #program: Program;
  readonly #known = new Map<string, FunctionCost>();
  readonly #running = new Set<number>();
  #read = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  /** A function's reading, with its calls' results. */
  reading(id: number, given: ReadonlyMap<string, Value> = new Map()): Reading | undefined {
    const of = this.#program.functions[id];
    if (of === undefined) return undefined;
    return new Reading(of, id, given, (index, values) => {
      const targets = of.links[index]?.targets ?? [];
      const [target] = targets;
      const call = of.flow.calls[index];
      if (target === undefined || call === undefined || targets.length > 1) return undefined;
      return this.#result(target, this.#given(call, values, target));
    });
  }

  /** What a call of a function costs. */
  of(id: number, given: ReadonlyMap<string, Value> = new Map()): FunctionCost {
    const key = `${id} ${JSON.stringify([...given])}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#running.has(id)) return failed('functions call each other in a circle');
    if (this.#read++ > MOST_READ) return failed('more functions are called than are read');
    this.#running.add(id);
    const cost = this.#costOf(id, given);
    this.#running.delete(id);
    if (this.#running.size === 0 || isKnown(cost.size)) this.#known.set(key, cost);
    return cost;
  }

  #costOf(id: number, given: ReadonlyMap<string, Value>): FunctionCost {
    const reading = this.reading(id, given);
    if (reading === undefined) return failed('there is no such function');
    const { flow, links, path } = reading.of;
    const work = new Work(reading);
    for (const [loop, block] of flow.blocks.entries()) {
      if (block.kind === 'loop') work.add({ line: block.lineStart, within: loop }, CONSTANT, []);
    }
    for (const { kind, of, text, line, within } of flow.operations) {
      const size =
        kind === 'part' || kind === 'spread' || kind === 'membership' ? this.#operation(kind, of, reading) : CONSTANT;
      work.add(spot(line, within), size, [`\`${text}\` (${shownPath(path)}:${line}): ${words(size)}`]);
    }
    for (const { to, operator, value, line, within } of flow.assignments) {
      const size = copied(to, operator, value.form, reading);
      work.add(spot(line, within), size, [`a copy of \`${value.text}\` (${shownPath(path)}:${line}): ${words(size)}`]);
    }
    for (const { value, line, within } of flow.exits) {
      const size = value === undefined ? CONSTANT : copied(undefined, '=', value.form, reading);
      work.add(spot(line, within), size, [`a copy in \`${value?.text}\` (${shownPath(path)}:${line}): ${words(size)}`]);
    }
    const own: number[] = [];
    for (const [index, call] of flow.calls.entries()) {
      const targets = links[index]?.targets ?? [];
      if (targets.includes(id)) own.push(index);
      else this.#call(call, targets, links[index]?.certainty === 'name', reading, work);
    }
    return own.length === 0 ? work.cost() : recursive(reading, own, work);
  }

  #call(call: FlowCall, targets: readonly number[], isByName: boolean, reading: Reading, work: Work): void {
    const { path } = reading.of;
    const place = `(${shownPath(path)}:${call.line})`;
    const values = call.arguments.map(({ form }) => reading.value(form));
    for (const target of targets) {
      const callee = this.#program.functions[target];
      if (callee === undefined) continue;
      const cost = this.of(target, this.#given(call, values, target));
      work.include(call, cost, `calls ${scopedName(callee.flow)} ${place}`, isByName || targets.length > 1);
    }
    if (targets.length > 0) return;
    const size = libraryWork(call, reading);
    if (size !== undefined) work.add(call, size, [`\`${call.name}\` ${place}: ${words(size)}`]);
    else if (!isCheap(call.name) && takesMany(call, reading)) work.unread(call.name);
  }

  #operation(kind: 'part' | 'spread' | 'membership', of: FlowForm, reading: Reading): Size {
    const value = reading.value(of);
    if (kind !== 'membership')
      return kind === 'part' && !['list', 'text', 'unknown'].includes(value.kind) ? CONSTANT : value.size;
    return value.kind === 'list' || value.kind === 'text' || value.kind === 'queue' ? value.size : CONSTANT;
  }

  /** What a function gives, as far as its arguments tell. */
  #result(id: number, given: ReadonlyMap<string, Value>): Value | undefined {
    if (this.#running.has(-1 - id)) return undefined;
    this.#running.add(-1 - id);
    const reading = this.reading(id, given);
    const values = (reading?.flow.exits ?? []).flatMap(({ kind, value }) =>
      kind === 'return' && value !== undefined && reading !== undefined ? [reading.value(value.form)] : [],
    );
    this.#running.delete(-1 - id);
    const [first] = values;
    if (first === undefined) return undefined;
    const kind = values.every((each) => each.kind === first.kind) ? first.kind : 'unknown';
    return { ...first, kind, size: values.reduce<Size>((size, each) => larger(size, each.size), CONSTANT) };
  }

  /** What the parameters of a called function hold: the kinds that are declared, the sizes that are given. */
  #given(call: FlowCall, values: readonly Value[], target: number): ReadonlyMap<string, Value> {
    const callee = this.#program.functions[target];
    if (callee === undefined) return new Map();
    return new Map(
      argumentsOf(call, callee).map(({ argument, parameter }) => {
        const at = call.arguments.indexOf(argument);
        return [parameter, values[at] ?? ANY] as const;
      }),
    );
  }
}

/** The most of what one function does. */
class Work {
  readonly #reading: Reading;
  readonly #unread = new Set<string>();
  #size: Size = CONSTANT;
  #steps: readonly string[] = ['no loop that the input makes longer'];
  #known: Order = CONSTANT;
  #isByName = false;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Adds what is done each time a place is reached. */
  add(place: Spot, size: Size, steps: readonly string[]): void {
    const all = times(this.#reading.reached(place), size);
    if (isKnown(all) ? isConstant(all) : !isKnown(this.#size)) return;
    const loops = this.#reading
      .counted(place)
      .toReversed()
      .map((loop) => this.#loopText(loop));
    if (!isKnown(all)) {
      this.#size = all;
      this.#steps = [...loops, ...steps, `not known: ${all.why}`];
      return;
    }
    if (!isKnown(this.#size) || !isBelow(this.#known, all)) return;
    this.#known = all;
    this.#size = all;
    this.#steps = [...loops, ...(isConstant(size) ? [] : steps)];
  }

  /** Adds a call of a function that is read. */
  include(call: FlowCall, cost: FunctionCost, text: string, isByName: boolean): void {
    this.add(call, cost.size, [text, ...cost.steps]);
    if (!isKnown(cost.size) || !isConstant(cost.size)) this.#isByName ||= isByName || cost.isByName;
    for (const name of cost.unread) this.#unread.add(name);
  }

  unread(name: string): void {
    this.#unread.add(name);
  }

  cost(): FunctionCost {
    return { size: this.#size, steps: this.#steps, isByName: this.#isByName, unread: this.#unread };
  }

  #loopText(loop: number): string {
    const { why, size } = this.#reading.turns(loop);
    const line = this.#reading.flow.blocks[loop]?.lineStart ?? 0;
    return `loop ${why} (${shownPath(this.#reading.of.path)}:${line}): ${words(size)}`;
  }
}

function recursive(reading: Reading, own: readonly number[], work: Work): FunctionCost {
  const cost = work.cost();
  const { size, why } = recursionOf(reading, own, cost.size);
  const { flow, path } = reading.of;
  const text = `${flow.name} ${why} (${path}:${flow.lineStart}): ${words(size)}`;
  const steps = isKnown(cost.size) && isConstant(cost.size) ? [] : cost.steps;
  const isSteep = isKnown(size) && size.isExponential === true;
  return { ...cost, size, steps: [text, ...steps], ...(isSteep && { recursion: `it ${why}` }) };
}

/** The work of a call of which the text is not read; undefined where its name says nothing. */
export function libraryWork(call: FlowCall, reading: Reading): Size | undefined {
  const { name, arguments: given } = call;
  const data = reading.dataOf(call);
  const [first] = given;
  if (/^(?:min|max|Min|Max)$/.test(name) && given.length > 1) return CONSTANT;
  if (
    (name === 'sum' || name === 'any' || name === 'all' || name === 'min' || name === 'max') &&
    first?.form.is === 'loop'
  )
    return CONSTANT;
  if (/^(?:extend|addAll|AddRange|update)$/.test(name) && first !== undefined) return reading.value(first.form).size;
  // What it makes is filled with zeros.
  if (name === 'make' && reading.of.language === 'go') return reading.value(call.arguments.at(-1)?.form).size;
  const isFirst = first?.form.is === 'number' && first.form.value === 0;
  const work = workOf(name, data.kind === 'list', isFirst);
  if (work === undefined) return undefined;
  if (work === 'log') return isKnown(data.size) && isConstant(data.size) ? CONSTANT : LOG;
  if (isKnown(data.size) && isConstant(data.size)) return CONSTANT;
  if (work === 'linear') return data.size;
  return times(data.size, isKnown(data.size) && !isBelow(data.size, LINEAR) ? LOG : CONSTANT);
}

/** What an assignment or returned value copies: of `out + [x]` and, where texts are copied, of `text += part`. */
function copied(to: FlowForm | undefined, operator: string, form: FlowForm, reading: Reading): Size {
  if (operator === '+=' && to !== undefined) {
    const { kind, size } = reading.value(to);
    if (kind === 'text') return COPIES_TEXTS.has(reading.of.language) ? size : CONSTANT;
    return kind === 'list' ? reading.value(form).size : CONSTANT;
  }
  if (form.is !== 'operation' || form.operator !== '+' || operator !== '=') return CONSTANT;
  const value = reading.value(form);
  if (value.kind === 'text' && !COPIES_TEXTS.has(reading.of.language)) return CONSTANT;
  const isCopy = value.kind === 'list' || value.kind === 'text';
  const grown = to?.is === 'name' ? reading.variable(to.name).size : value.size;
  return isCopy ? grown : CONSTANT;
}

/** Whether a call is given something that grows with the input. */
function takesMany(call: FlowCall, reading: Reading): boolean {
  const values = [...(call.on === undefined ? [] : [call.on]), ...call.arguments.map(({ form }) => form)].map((form) =>
    reading.value(form),
  );
  return values.some(({ kind, size }) => kind !== 'number' && !isConstant(size));
}

function spot(line: number, within: number | undefined): Spot {
  return { line, ...(within !== undefined && { within }) };
}

function words(size: Size): string {
  return isKnown(size) ? orderText(size) : 'not known';
}

function failed(why: string): FunctionCost {
  return { size: { why }, steps: [`not known: ${why}`], isByName: false, unread: new Set() };
}
