/** Gathers what happens within one function; what its variables are is known at its end. */
import type { Node } from 'web-tree-sitter';
import type { Lines } from '../lines.ts';
import type { LineRange } from '../service.ts';
import { CALLS } from './kinds.ts';
import { namesIn, textAt } from './parts.ts';
import type { FlowAssignment, FlowBlock, FlowCall, FlowExit, FlowValue, FunctionFlow } from './service.ts';

/** Calls, blocks, assignments and exits of one function that are told, each. */
const MOST = 5_000;

/** A value whose variables and calls are sorted out at the end. */
interface Raw {
  readonly node: Pick<Node, 'startIndex' | 'endIndex'>;
  readonly names: readonly string[];
  readonly ownNames: readonly string[];
}

type RawBlock = Omit<FlowBlock, 'reads'> & { readonly names: readonly string[] };
type RawCall = Omit<FlowCall, 'arguments'> & {
  readonly start: number;
  readonly end: number;
  readonly arguments: readonly (Raw & { readonly name?: string })[];
};

/** One function. */
export class FlowBuilder {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #facts: Pick<FunctionFlow, 'name' | 'scope' | 'parameters' | 'isAsync'> & LineRange;
  readonly #variables = new Set<string>();
  readonly #blocks: RawBlock[] = [];
  readonly #calls: RawCall[] = [];
  readonly #assignments: (Omit<FlowAssignment, 'value'> & { readonly value: Raw })[] = [];
  readonly #exits: (Omit<FlowExit, 'value'> & { readonly value: Raw | undefined })[] = [];

  constructor(
    text: string,
    lines: Lines,
    facts: Pick<FunctionFlow, 'name' | 'scope' | 'parameters' | 'isAsync'> & LineRange,
  ) {
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
    this.#blocks.push({
      kind,
      ...this.#range(node),
      ...(condition !== undefined && { condition: textAt(this.#text, condition) }),
      ...(iterates !== undefined && { iterates: textAt(this.#text, iterates) }),
      binds,
      names: [...namesIn(condition), ...namesIn(iterates)],
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
      readonly arguments: readonly { readonly name?: string; readonly value: Node }[];
    },
  ): void {
    if (this.#calls.length >= MOST) return;
    this.#calls.push({
      name: parts.name,
      ...(parts.qualifier !== undefined && { qualifier: parts.qualifier }),
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
    adds: boolean,
    binds: readonly string[],
  ): void {
    for (const name of binds) this.#variables.add(name);
    if (this.#assignments.length >= MOST) return;
    this.#assignments.push({
      target: textAt(this.#text, target),
      adds,
      value: raw(value),
      line: this.#lines.at(node.startIndex),
      ...(within !== undefined && { within }),
    });
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
    const value = ({ node, names, ownNames }: Raw): FlowValue => ({
      text: textAt(this.#text, node),
      reads: known(names),
      ownReads: known(ownNames),
      calls: indexesWithin(calls, node),
    });
    return {
      ...this.#facts,
      variables: [...this.#variables].filter((name) => !own.has(name)),
      blocks: this.#blocks.map(({ names, ...block }) => ({ ...block, reads: [...new Set(known(names))] })),
      calls: calls.map(({ start: _, end: __, arguments: given, ...call }) => ({
        ...call,
        arguments: given.map(({ name, ...each }) => ({ ...value(each), ...(name !== undefined && { name }) })),
      })),
      assignments: this.#assignments.map((each) => ({ ...each, value: value(each.value) })),
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
  const { startIndex, endIndex } = node;
  return { node: { startIndex, endIndex }, names: namesIn(node), ownNames: namesIn(node, CALLS) };
}

/** Indexes of the calls that begin and end within a range; `calls` are in the order of their beginnings. */
function indexesWithin(calls: readonly RawCall[], { startIndex, endIndex }: Raw['node']): readonly number[] {
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

/** Calls of one value that are told. */
const MOST_INNER = 100;
