/** Gathers what happens within one function; what its variables are is known at its end. */
import type { Node } from 'web-tree-sitter';
import type { Lines } from '../lines.ts';
import type { LineRange } from '../service.ts';
import { type FormContext, formOf } from './forms.ts';
import { CALLS } from './kinds.ts';
import { namesIn, textAt } from './parts.ts';
import type {
  FlowAssignment,
  FlowBlock,
  FlowCall,
  FlowExit,
  FlowForm,
  FlowOperation,
  FlowValue,
  FunctionFlow,
} from './service.ts';

/** The most calls, blocks, assignments and exits of one function that are reported, each. */
const MOST = 5_000;

/** A value whose variables, calls and form are sorted out at the end. */
interface Raw {
  readonly node: Node;
  readonly names: readonly string[];
  readonly ownNames: readonly string[];
}

type RawBlock = Omit<FlowBlock, 'reads' | 'form'> & {
  readonly node: Node;
  readonly names: readonly string[];
  readonly about?: Node;
};
type RawAssignment = Omit<FlowAssignment, 'value' | 'to'> & { readonly to: Node; readonly value: Raw };
type RawOperation = Omit<FlowOperation, 'of'> & { readonly of: Node | FlowForm };
type RawCall = Omit<FlowCall, 'arguments' | 'on'> & {
  readonly on?: Node;
  readonly start: number;
  readonly end: number;
  readonly arguments: readonly (Raw & { readonly name?: string })[];
};

/** What is known of a function before its body is read. */
export type FlowFacts = Pick<FunctionFlow, 'name' | 'scope' | 'parameters' | 'decorators' | 'isAsync'> & LineRange;

/** One function. */
export class FlowBuilder {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #facts: FlowFacts;
  readonly #variables = new Set<string>();
  readonly #types = new Map<string, string>();
  readonly #blocks: RawBlock[] = [];
  readonly #calls: RawCall[] = [];
  readonly #assignments: RawAssignment[] = [];
  readonly #operations: RawOperation[] = [];
  readonly #exits: (Omit<FlowExit, 'value'> & { readonly value: Raw | undefined })[] = [];

  constructor(text: string, lines: Lines, facts: FlowFacts) {
    this.#text = text;
    this.#lines = lines;
    this.#facts = facts;
  }

  /** Adds a block, and gives its index. */
  block(
    node: Node,
    kind: FlowBlock['kind'],
    within: number | undefined,
    {
      condition,
      iterates,
      binds,
    }: { readonly condition?: Node; readonly iterates?: Node; readonly binds: readonly string[] },
  ): number | undefined {
    if (this.#blocks.length >= MOST) return within;
    for (const name of binds) this.#variables.add(name);
    const about = iterates ?? condition;
    this.#blocks.push({
      kind,
      node,
      ...this.#range(node),
      ...(condition !== undefined && { condition: textAt(this.#text, condition) }),
      ...(iterates !== undefined && { iterates: textAt(this.#text, iterates) }),
      binds,
      names: [...namesIn(condition), ...namesIn(iterates)],
      ...(about !== undefined && { about }),
      ...(within !== undefined && { within }),
    });
    return this.#blocks.length - 1;
  }

  call(
    node: Node,
    within: number | undefined,
    awaited: boolean,
    parts: {
      readonly name: string;
      readonly qualifier?: string;
      readonly on?: Node;
      readonly arguments: readonly { readonly name?: string; readonly value: Node }[];
    },
  ): void {
    if (this.#calls.length >= MOST) return;
    this.#calls.push({
      name: parts.name,
      ...(parts.qualifier !== undefined && { qualifier: parts.qualifier }),
      ...(parts.on !== undefined && { on: parts.on }),
      line: this.#lines.at(node.startIndex),
      start: node.startIndex,
      end: node.endIndex,
      arguments: parts.arguments.map(({ name, value }) => ({ ...raw(value), ...(name !== undefined && { name }) })),
      awaited,
      ...(within !== undefined && { within }),
    });
  }

  assignment(
    node: Node,
    within: number | undefined,
    target: Node,
    value: Node,
    { adds, operator }: Pick<FlowAssignment, 'adds' | 'operator'>,
    binds: readonly string[],
  ): void {
    for (const name of binds) this.#variables.add(name);
    if (this.#assignments.length >= MOST) return;
    this.#assignments.push({
      target: textAt(this.#text, target),
      to: target,
      ...{ adds, operator },
      value: raw(value),
      line: this.#lines.at(node.startIndex),
      ...(within !== undefined && { within }),
    });
  }

  /** Tells of work beside calls; `of` is what it goes over. */
  operation(node: Node, within: number | undefined, kind: FlowOperation['kind'], of: Node | FlowForm): void {
    if (this.#operations.length >= MOST) return;
    this.#operations.push({
      kind,
      of,
      text: textAt(this.#text, node),
      line: this.#lines.at(node.startIndex),
      ...(within !== undefined && { within }),
    });
  }

  /** Tells of variables that have no value yet. */
  bind(names: readonly string[]): void {
    for (const name of names) this.#variables.add(name);
  }

  /** Tells the declared type of a parameter or variable; the first one counts. */
  type(name: string, type: string): void {
    if (!this.#types.has(name) && this.#types.size < MOST) this.#types.set(name, type);
  }

  exit(node: Node, within: number | undefined, kind: FlowExit['kind'], value: Node | undefined): void {
    if (this.#exits.length >= MOST) return;
    this.#exits.push({
      kind,
      value: value && raw(value),
      line: this.#lines.at(node.startIndex),
      ...(within !== undefined && { within }),
    });
  }

  /** The function, once all of it was seen. */
  finish(): FunctionFlow {
    const { parameters } = this.#facts;
    const own = new Set(parameters);
    const known = (names: readonly string[]) => names.filter((name) => own.has(name) || this.#variables.has(name));
    // In the order of the text, so that those of a value are neighbours.
    const calls = this.#calls.toSorted((one, other) => one.start - other.start || other.end - one.end);
    const context = contextOf(calls, this.#blocks);
    const form = (node: Node): FlowForm => formOf(node, context);
    const value = ({ node, names, ownNames }: Raw): FlowValue => ({
      text: textAt(this.#text, node),
      reads: known(names),
      ownReads: known(ownNames),
      calls: indexesWithin(calls, node),
      form: form(node),
    });
    return {
      ...this.#facts,
      variables: [...this.#variables].filter((name) => !own.has(name)),
      types: Object.fromEntries(this.#types),
      blocks: this.#blocks.map(({ names, node: _, about, ...block }) => ({
        ...block,
        reads: [...new Set(known(names))],
        ...(about !== undefined && { form: form(about) }),
      })),
      calls: calls.map(({ start: _, end: __, on, arguments: given, ...call }) => ({
        ...call,
        ...(on !== undefined && { on: form(on) }),
        arguments: given.map(({ name, ...each }) => ({ ...value(each), ...(name !== undefined && { name }) })),
      })),
      assignments: this.#assignments.map((each) => ({ ...each, to: form(each.to), value: value(each.value) })),
      operations: this.#operations.map((each) => ({ ...each, of: 'is' in each.of ? each.of : form(each.of) })),
      exits: this.#exits.map(({ value: given, ...exit }) => ({
        ...exit,
        ...(given !== undefined && { value: value(given) }),
      })),
    };
  }

  #range({ startIndex, endIndex }: Node): LineRange {
    return { lineStart: this.#lines.at(startIndex), lineEnd: this.#lines.at(Math.max(startIndex, endIndex - 1)) };
  }
}

function raw(node: Node): Raw {
  return { node, names: namesIn(node), ownNames: namesIn(node, CALLS) };
}

/** Finds calls and comprehensions by where they stand. */
function contextOf(calls: readonly RawCall[], blocks: readonly RawBlock[]): FormContext {
  const indexes = new Map(calls.map(({ start, end }, index) => [`${start} ${end}`, index]));
  const loops = new Map<number, number>();
  for (const [index, { kind, node }] of blocks.entries()) if (kind === 'loop') loops.set(node.id, index);
  return {
    callAt: ({ startIndex, endIndex }) => indexes.get(`${startIndex} ${endIndex}`),
    loopAt: ({ id }) => loops.get(id),
  };
}

/** Indexes of the calls that begin and end within a range; `calls` are in the order of their beginnings. */
function indexesWithin(calls: readonly RawCall[], { startIndex, endIndex }: Node): readonly number[] {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.start ?? 0) < startIndex) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let index = low; index < calls.length && found.length < MOST_INNER; index++) {
    const call = calls[index];
    if (call === undefined || call.start >= endIndex) break;
    if (call.end <= endIndex) found.push(index);
  }
  return found;
}

/** The most calls of one value that are reported. */
const MOST_INNER = 100;
