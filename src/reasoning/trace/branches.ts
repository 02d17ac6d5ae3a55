/** What leads to a place within a function: the blocks around it, and the ends before it. */
import type { FlowBlock, FunctionFlow } from '../../syntax/flow/service.ts';

/** A place of a function. */
export interface Spot {
  readonly line: number;
  /** The innermost block around it. */
  readonly within?: number;
}

/** Ends before a place that are told. */
const MOST_GUARDS = 4;

/** Blocks around a place, the innermost first: their indexes. */
export function blocksAround({ blocks }: FunctionFlow, { within }: Spot): readonly number[] {
  const around: number[] = [];
  for (let at = within; at !== undefined; at = blocks[at]?.within) around.push(at);
  return around;
}

/** Loops around a place. */
export function loopsAround(flow: FunctionFlow, spot: Spot): number {
  return blocksAround(flow, spot).filter((at) => flow.blocks[at]?.kind === 'loop').length;
}

/** Whether a place is in a function without name, which runs when it is called. */
export function isInInner(flow: FunctionFlow, spot: Spot): boolean {
  return blocksAround(flow, spot).some((at) => flow.blocks[at]?.kind === 'inner');
}

/** What leads to a place, in words, outermost first. */
export function branchesTo(flow: FunctionFlow, spot: Spot): readonly string[] {
  const around = blocksAround(flow, spot);
  return [...guardsBefore(flow, spot, around), ...around.toReversed().flatMap((at) => wordsOf(flow, at))];
}

/** `unless x (returns in line 3)` for a condition before the place under which the function ends. */
function guardsBefore(flow: FunctionFlow, spot: Spot, around: readonly number[]): readonly string[] {
  const levels = new Set<number | undefined>([undefined, ...around]);
  const guards = flow.blocks.flatMap((block, index) => {
    if (block.kind !== 'if' || block.condition === undefined) return [];
    if (!levels.has(block.within) || block.lineEnd >= spot.line || around.includes(index)) return [];
    const end = flow.exits.find((exit) => exit.within === index && exit.kind !== 'yield');
    // Of `if a: … elif b: return`, a decides, too, unless it ends as well.
    const isOpen = branchesBefore(flow, index).some((at) => !flow.exits.some(({ within }) => within === at));
    if (end === undefined || isOpen) return [];
    const verb = end.kind === 'throw' ? 'throws' : 'returns';
    return [`unless ${block.condition} (${verb} in line ${end.line})`];
  });
  return guards.slice(-MOST_GUARDS);
}

function wordsOf(flow: FunctionFlow, at: number): readonly string[] {
  const block = flow.blocks[at];
  if (block === undefined) return [];
  const { kind, condition, iterates } = block;
  switch (kind) {
    case 'if':
      return [...conditionsBefore(flow, at).map((each) => `not ${each}`), `if ${condition ?? '…'}`];
    case 'else': {
      const before = conditionsBefore(flow, at);
      return before.length > 0 ? before.map((each) => `not ${each}`) : ['else'];
    }
    case 'case':
      return [`case ${condition ?? 'by default'}`];
    case 'loop':
      return [iterates === undefined ? `while ${condition ?? '…'}` : `for each of ${iterates}`];
    case 'handler':
      return [`on ${condition ?? 'an exception'}`];
    case 'inner':
      return ['in a function that is given away'];
    case 'try':
    case 'finally':
    case 'with':
      return [];
  }
}

function conditionsBefore(flow: FunctionFlow, at: number): readonly string[] {
  return branchesBefore(flow, at).map((index) => flow.blocks[index]?.condition ?? '…');
}

/** Branches of the same statement that come before one of it: indexes of blocks. */
function branchesBefore({ blocks }: FunctionFlow, at: number): readonly number[] {
  const block = blocks[at];
  if (block === undefined) return [];
  const beside = blocks.flatMap((each, index) => {
    return each.kind === 'if' && index !== at && each.within === block.within ? [{ each, index }] : [];
  });
  const statement = beside.find(({ each, index }) => holds(each, block, index < at));
  if (statement === undefined) return [];
  const others = beside.filter(
    ({ each }) => each !== statement.each && holds(statement.each, each, true) && each.lineStart < block.lineStart,
  );
  return [statement, ...others.toSorted((one, other) => one.each.lineStart - other.each.lineStart)].map(
    ({ index }) => index,
  );
}

/** Whether one block's lines hold those of another; `isFirst` decides where both have the same. */
function holds(one: FlowBlock, other: FlowBlock, isFirst: boolean): boolean {
  if (one.lineStart > other.lineStart || one.lineEnd < other.lineEnd) return false;
  return isFirst || one.lineStart < other.lineStart || one.lineEnd > other.lineEnd;
}
