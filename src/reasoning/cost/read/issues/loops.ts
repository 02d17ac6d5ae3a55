/** What is asked of the loops around a place. */
import type { FlowCall, FlowForm } from '../../../../syntax/api.ts';
import { blocksAround, type Spot } from '../../../trace/branches.ts';
import { baseOf } from '../forms.ts';
import { ADDS, ADDS_ALL, isCheap, TAKES } from '../library.ts';
import { isConstant, isKnown } from '../order.ts';
import type { Reading } from '../reading.ts';

/** A loop that the input makes longer. */
export interface LongLoop {
  readonly index: number;
  readonly line: number;
  /** In words what it goes over, or its condition. */
  readonly over: string;
  /** Whether it goes over something, in place of turning until a condition ends it. */
  readonly isForEach: boolean;
}

/** The innermost loop around a place that turns it more often with a larger input. */
export function longLoop(reading: Reading, spot: Spot): LongLoop | undefined {
  for (const index of reading.counted(spot)) {
    const block = reading.flow.blocks[index];
    const { size } = reading.turns(index);
    if (block === undefined || isConstant(size)) continue;
    const isForEach = block.iterates !== undefined || (isKnown(size) && block.binds.length > 0);
    return { index, line: block.lineStart, over: block.iterates ?? block.condition ?? 'its turns', isForEach };
  }
  return undefined;
}

/** Whether a place stands in a block. */
export function isWithin(reading: Reading, { within }: { readonly within?: number }, block: number): boolean {
  return blocksAround(reading.flow, { line: 0, ...(within !== undefined && { within }) }).includes(block);
}

/** Whether a condition decides if a place is reached in a turn of a loop. */
export function isConditional(reading: Reading, spot: Spot, loop: number): boolean {
  const around = blocksAround(reading.flow, spot);
  return around
    .slice(0, Math.max(0, around.indexOf(loop)))
    .some((at) => ['if', 'else', 'case', 'handler', 'inner'].includes(reading.flow.blocks[at]?.kind ?? ''));
}

/** Whether a variable is made anew in each turn: what it holds is of that turn. */
export function isFresh(reading: Reading, name: string, loop: number): boolean {
  const { blocks } = reading.flow;
  if (blocks.some((block, index) => block.binds.includes(name) && (index === loop || isWithin(reading, block, loop))))
    return true;
  return reading
    .assignmentsTo(name)
    .some(
      ({ assignment, form }) =>
        !assignment.adds && baseOf(form) !== name && isWithin(reading, assignment, loop) && !keeps(reading, form, name),
    );
}

/** Whether an expression holds what a variable held: `[...xs, x]`, `xs + [x]`, `xs.concat(x)`. */
export function keeps(reading: Reading, form: FlowForm, name: string): boolean {
  switch (form.is) {
    case 'operation':
      return form.operands.some((each) => baseOf(each) === name);
    case 'made':
      return form.items.some((each) => each.is === 'spread' && baseOf(each) === name);
    case 'call': {
      const call = reading.flow.calls[form.call];
      return baseOf(call?.on) === name || (call?.arguments ?? []).some((each) => each.reads.includes(name));
    }
    default:
      return false;
  }
}

/** Whether nothing in a loop may change what a variable holds. */
export function isInvariant(reading: Reading, name: string, loop: number): boolean {
  const { assignments, calls, blocks } = reading.flow;
  if (blocks.some((block, index) => block.binds.includes(name) && (index === loop || isWithin(reading, block, loop))))
    return false;
  const isText = ['text', 'number'].includes(reading.variable(name).kind);
  if (assignments.some((each) => isWithin(reading, each, loop) && targets(each.to).includes(name))) return false;
  return isText || !calls.some((call) => isWithin(reading, call, loop) && mayChange(call, name));
}

/** Variables that an assignment gives a value, or changes a part of. */
function targets(form: FlowForm): readonly string[] {
  if (form.is === 'made') return form.items.flatMap(targets);
  const base = baseOf(form);
  return base === undefined ? [] : [base];
}

const READS =
  /^(?:get|has|keys|values|items|entries|index|count|find|includes|indexOf|contains|startswith|endswith|split|join|strip|lower|upper|map|filter|some|every|reduce|forEach|slice|at|charAt|format|copy|len|length|size|isEmpty|sum|min|max|sorted|list|set|tuple|dict|any|all|enumerate|zip|range|reversed|print|str|repr|isinstance|test|match|search|exec|hasOwnProperty|toString|stringify)$/;

function mayChange(call: FlowCall, name: string): boolean {
  if (READS.test(call.name)) return false;
  if (baseOf(call.on) === name) return true;
  const isSafe = isCheap(call.name) && !ADDS.has(call.name) && !TAKES.has(call.name) && !ADDS_ALL.has(call.name);
  return !isSafe && call.arguments.some(({ form }) => form.is === 'name' && form.name === name);
}

/** Variables whose values differ from turn to turn: those of the loop, and what they reach. */
export function varying(reading: Reading, loop: number): ReadonlySet<string> {
  const { blocks, assignments } = reading.flow;
  const names = new Set(
    blocks.filter((block, index) => index === loop || isWithin(reading, block, loop)).flatMap(({ binds }) => binds),
  );
  const inside = assignments.filter((each) => isWithin(reading, each, loop));
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const { to, value, adds } of inside)
      if (adds || value.reads.some((name) => names.has(name))) for (const name of targets(to)) names.add(name);
  }
  return names;
}

/** Variables that a call reads: what it is called on, and what it is given. */
export function readsOf(call: FlowCall): readonly string[] {
  const base = baseOf(call.on);
  return [...(base === undefined ? [] : [base]), ...call.arguments.flatMap(({ reads }) => reads)];
}
