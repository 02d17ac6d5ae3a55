/** Follows values within functions and through their calls: which parameter reaches which argument, return and store. */
import type { FlowCall, FlowValue, FunctionFlow } from '../../syntax/api.ts';
import { argumentsOf, RECEIVERS } from './arguments.ts';
import { writtenCallee } from './calls.ts';
import { scopedName } from './entry.ts';
import type { Program, ProgramFunction } from './program.ts';
import type { DataFlow } from './service.ts';

/** The most flows that are reported. */
const MOST_FLOWS = 2_000;
/** Times that what a function returns is worked out, on average. */
const MOST_ROUNDS = 10;
/** Rounds over the assignments of one function. */
const MOST_PASSES = 30;

/** Where a value comes from, `p` with a parameter's name or `c` with a call's index; and whether no unknown code is between. */
type Sources = ReadonlyMap<string, boolean>;

/** What is known of a function from outside: parameters that reach what it returns. */
type Summary = ReadonlyMap<string, boolean>;

const NOTHING: Sources = new Map();

/** A flow, and the parameter of a function that it arrives at. */
interface Found extends Omit<DataFlow, 'entryParameters'> {
  readonly arrives?: { readonly at: number; readonly parameter: string };
}

/** The flows of a program, by function and line, and whether some are missing. */
export function dataFlowOf({ functions }: Program): { readonly flows: readonly DataFlow[]; readonly isCut: boolean } {
  const { summaries, isSettled } = summariesOf(functions);
  const found = functions.flatMap((each, id) => flowsIn(id, new Values(each, functions, summaries), functions));
  const arriving = arrivals(found, functions);
  const flows = found.slice(0, MOST_FLOWS).map(({ arrives: _, ...flow }): DataFlow => {
    return { ...flow, entryParameters: [...(arriving.get(`${flow.in} ${flow.from}`) ?? [])] };
  });
  return { flows, isCut: found.length > flows.length || !isSettled };
}

/** What each function returns of its parameters: worked out again where what it calls has changed. */
function summariesOf(functions: readonly ProgramFunction[]) {
  const callers = functions.map(() => new Set<number>());
  for (const [id, { links }] of functions.entries()) {
    for (const target of links.flatMap((link) => link?.targets ?? [])) callers[target]?.add(id);
  }
  const summaries: Summary[] = functions.map(() => NOTHING);
  // Those that are called come first.
  const waiting = new Set(functions.keys().toArray().reverse());
  let left = MOST_ROUNDS * functions.length;
  for (const id of waiting) {
    waiting.delete(id);
    const each = functions[id];
    if (each === undefined || left-- === 0) break;
    const returned = new Values(each, functions, summaries).returned();
    if (isSame(summaries[id] ?? NOTHING, returned)) continue;
    summaries[id] = returned;
    for (const caller of callers[id] ?? []) waiting.add(caller);
  }
  return { summaries, isSettled: waiting.size === 0 };
}

/** What the variables of one function carry. */
class Values {
  readonly #function: ProgramFunction;
  readonly #functions: readonly ProgramFunction[];
  readonly #summaries: readonly Summary[];
  readonly #variables = new Map<string, Map<string, boolean>>();

  constructor(each: ProgramFunction, functions: readonly ProgramFunction[], summaries: readonly Summary[]) {
    this.#function = each;
    this.#functions = functions;
    this.#summaries = summaries;
    for (const name of each.flow.parameters) this.#variables.set(name, new Map([[`p${name}`, true]]));
    for (let pass = 0; pass < MOST_PASSES && this.#spread(); pass++);
  }

  /** What a value carries. */
  of(value: FlowValue): Sources {
    const carried = new Map<string, boolean>();
    const { calls } = this.#function.flow;
    add(carried, this.ofNames(value.ownReads), true);
    const inner = new Set(value.calls.flatMap((index) => calls[index]?.arguments.flatMap((each) => each.calls) ?? []));
    for (const index of value.calls) {
      const call = calls[index];
      if (call === undefined || inner.has(index)) continue;
      add(carried, new Map([[`c${index}`, true]]), true);
      add(carried, this.result(call, index), true);
    }
    return carried;
  }

  /** What the names of a text carry. */
  ofNames(names: readonly string[]): Sources {
    const carried = new Map<string, boolean>();
    for (const name of names) add(carried, this.#variables.get(name) ?? NOTHING, true);
    return carried;
  }

  /** What of a call's arguments its result carries; all of them where its text is not known. */
  result(call: FlowCall, index: number): Sources {
    const carried = new Map<string, boolean>();
    const link = this.#function.links[index];
    if (link === undefined || link.targets.length === 0) {
      for (const argument of call.arguments) add(carried, this.of(argument), false);
      add(carried, this.ofNames(baseOf(call)), false);
      return carried;
    }
    for (const target of link.targets) {
      for (const { argument, parameter } of this.arguments(call, target)) {
        const passes = this.#summaries[target]?.get(parameter);
        if (passes === undefined) continue;
        add(carried, this.of(argument), passes && link.certainty !== 'name');
      }
      const [first] = this.#functions[target]?.flow.parameters ?? [];
      if (first !== undefined && RECEIVERS.has(first) && this.#summaries[target]?.has(first)) {
        add(carried, this.ofNames(baseOf(call)), link.certainty !== 'name');
      }
    }
    return carried;
  }

  /** The arguments of a call with the parameters that they become. */
  arguments(call: FlowCall, target: number): ReturnType<typeof argumentsOf> {
    const callee = this.#functions[target];
    return callee === undefined ? [] : argumentsOf(call, callee);
  }

  /** Parameters that reach what the function returns or yields. */
  returned(): Summary {
    const carried = new Map<string, boolean>();
    for (const { kind, value } of this.#function.flow.exits) {
      if (kind !== 'throw' && value !== undefined) add(carried, this.of(value), true);
    }
    return new Map([...carried].flatMap(([source, isSure]) => (source[0] === 'p' ? [[source.slice(1), isSure]] : [])));
  }

  /** One pass over what gives values to variables; whether it found something new. */
  #spread(): boolean {
    const { assignments, blocks, calls } = this.#function.flow;
    let isNew = false;
    const give = (names: readonly string[], sources: Sources, isSure: boolean) => {
      for (const name of names) {
        const known = this.#variables.get(name) ?? new Map<string, boolean>();
        if (add(known, sources, isSure)) isNew = true;
        this.#variables.set(name, known);
      }
    };
    for (const { target, value } of assignments) give(this.#boundBy(target), this.of(value), true);
    for (const { kind, binds, reads } of blocks) if (kind === 'loop') give(binds, this.ofNames(reads), true);
    for (const [index, call] of calls.entries()) {
      // `rows.append(x)`: what is called may keep what it is given.
      if (this.#function.links[index] !== undefined || call.qualifier === undefined) continue;
      const base = baseOf(call).filter(
        (name) => this.#variables.has(name) || this.#function.flow.variables.includes(name),
      );
      for (const argument of call.arguments) give(base, this.of(argument), false);
    }
    return isNew;
  }

  /** Variables that an assignment gives a value, of `x[i]` and `x.a` the one that holds it. */
  #boundBy(target: string): readonly string[] {
    const { parameters, variables } = this.#function.flow;
    const names = target.split(',').map((part) => /^[\s*($[]*(?<name>[\p{L}_]\w*)/u.exec(part)?.groups?.['name'] ?? '');
    return names.filter((name) => parameters.includes(name) || variables.includes(name));
  }
}

/** The flows within one function, by line. */
function flowsIn(id: number, values: Values, functions: readonly ProgramFunction[]): readonly Found[] {
  const owner = functions[id];
  if (owner === undefined) return [];
  const { flow, path, links, isFollowed } = owner;
  const found = new Map<string, Found>();
  const tell = (sources: Sources, facts: Pick<Found, 'kind' | 'to' | 'line' | 'arrives'>) => {
    for (const [source, isSure] of sources) {
      const from = nameOf(source, flow);
      const key = JSON.stringify([from, facts]);
      if (from === undefined || found.get(key)?.isSure === true) continue;
      found.set(key, { in: id, from, path, isSure, ...facts });
    }
  };
  for (const [index, call] of flow.calls.entries()) {
    const { line } = call;
    for (const target of links[index]?.targets ?? []) {
      const callee = functions[target];
      if (callee === undefined) continue;
      for (const { argument, parameter } of values.arguments(call, target)) {
        const to = `${scopedName(callee.flow)}.${parameter}`;
        tell(values.of(argument), { kind: 'argument', to, line, arrives: { at: target, parameter } });
      }
    }
    if (links[index] !== undefined || !isFollowed) continue;
    for (const argument of call.arguments) {
      tell(values.of(argument), { kind: 'outside', to: writtenCallee(call), line });
    }
  }
  for (const { kind, value, line } of flow.exits) {
    if (value !== undefined) tell(values.of(value), { kind, to: kind, line });
  }
  for (const { target, value, line } of flow.assignments) {
    if (/[.[]|->/.test(target)) tell(values.of(value), { kind: 'store', to: target, line });
  }
  for (const { kind, condition, reads, lineStart } of flow.blocks) {
    if (condition === undefined || kind === 'handler') continue;
    tell(values.ofNames(reads), { kind: 'branch', to: condition, line: lineStart });
  }
  return [...found.values()].toSorted((one, other) => one.line - other.line);
}

/** Parameters and results of calls have names; results of calls outside, which carry what they were given, have none of their own. */
function nameOf(source: string, { calls }: FunctionFlow): string | undefined {
  if (source[0] === 'p') return source.slice(1);
  const call = calls[Number(source.slice(1))];
  return call && `${writtenCallee(call)}()`;
}

/** For each function and parameter the entry's parameters whose values arrive there. */
function arrivals(
  flows: readonly Found[],
  functions: readonly ProgramFunction[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const arriving = new Map<string, Set<string>>();
  const onward = new Map<string, string[]>();
  for (const { in: id, from, arrives } of flows) {
    if (arrives === undefined) continue;
    const key = `${id} ${from}`;
    onward.set(key, [...(onward.get(key) ?? []), `${arrives.at} ${arrives.parameter}`]);
  }
  for (const name of functions[0]?.flow.parameters ?? []) {
    const reached = new Set([`0 ${name}`]);
    for (const key of reached) {
      arriving.set(key, (arriving.get(key) ?? new Set()).add(name));
      for (const next of onward.get(key) ?? []) reached.add(next);
    }
  }
  return arriving;
}

/** The variable that a method is called on. */
function baseOf({ qualifier }: FlowCall): readonly string[] {
  const name = /^(?:await\s+)?\$?(?<name>[\p{L}_][\w]*)/u.exec(qualifier ?? '')?.groups?.['name'];
  return name === undefined ? [] : [name];
}

/** Adds sources, and says whether one was new or is now surer. */
function add(into: Map<string, boolean>, sources: Sources, isSure: boolean): boolean {
  let isNew = false;
  for (const [source, sure] of sources) {
    const known = into.get(source);
    const now = sure && isSure;
    if (known === true || known === now) continue;
    into.set(source, now);
    isNew = true;
  }
  return isNew;
}

function isSame(one: Summary, other: Summary): boolean {
  return one.size === other.size && [...one].every(([name, isSure]) => other.get(name) === isSure);
}
