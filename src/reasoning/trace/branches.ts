/** What leads to a place within a function: the blocks around it, and the ends before it. */
import type { FlowBlock, FunctionFlow } from '../../syntax/api.ts';

/** A place of a function. */
export interface Spot {
  readonly line: number;
  /** The innermost block around it. */
  readonly within?: number;
}

/** Ends before a place, and conditions of a statement before one of its branches, that are reported. */
const [MOST_GUARDS, MOST_BEFORE] = [4, 6];

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

/** `unless x (returns in line 3)` for a condition before the place under which the function ends: the nearest. */
function guardsBefore(flow: FunctionFlow, spot: Spot, around: readonly number[]): readonly string[] {
  const levels = new Set<number | undefined>([undefined, ...around]);
  const { guards, statementOf } = statementsOf(flow);
  // Their own conditions are reported with the blocks themselves.
  const own = new Set(around.map(statementOf));
  const found: string[] = [];
  for (let at = guards.length - 1; at >= 0 && found.length < MOST_GUARDS; at--) {
    const guard = guards[at];
    if (guard === undefined || guard.lineEnd >= spot.line || !levels.has(guard.within)) continue;
    if (!own.has(guard.statement)) found.unshift(guard.text);
  }
  return found;
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

/** Conditions of the same statement that were not so; of many, the first and the last ones. */
function conditionsBefore(flow: FunctionFlow, at: number): readonly string[] {
  const before = statementsOf(flow).before(at);
  const text = (index: number) => flow.blocks[index]?.condition ?? '…';
  if (before.length <= MOST_BEFORE) return before.map(text);
  const half = MOST_BEFORE / 2;
  const between = `(${before.length - MOST_BEFORE} conditions between)`;
  return [...before.slice(0, half).map(text), between, ...before.slice(-half).map(text)];
}

/** Statements with branches of one function. */
interface Statements {
  /** Conditions under which the function ends, in their order. */
  readonly guards: readonly Guard[];
  /** The first branch of the statement that a block is a branch of. */
  statementOf(at: number): number;
  /** Branches of the same statement that come before a block of it: indexes of blocks, in their order. */
  before(at: number): readonly number[];
}

interface Guard {
  readonly statement: number;
  readonly within: number | undefined;
  readonly lineEnd: number;
  readonly text: string;
}

/** Worked out once a function: each of its calls asks, and it may have thousands. */
const KNOWN = new WeakMap<FunctionFlow, Statements>();

function statementsOf(flow: FunctionFlow): Statements {
  const known = KNOWN.get(flow);
  if (known !== undefined) return known;
  const made = readStatements(flow);
  KNOWN.set(flow, made);
  return made;
}

/** A block with its index, and the `if` of the statement that it is a branch of. */
interface Branch {
  readonly index: number;
  readonly block: FlowBlock;
  readonly statement?: number;
}

function readStatements({ blocks, exits }: FunctionFlow): Statements {
  const branches = branchesOf(blocks);
  const ifs = Map.groupBy(
    branches.filter(({ block, statement }) => block.kind === 'if' && statement !== undefined),
    ({ statement }) => statement,
  );
  const byIndex = new Map(branches.map((branch) => [branch.index, branch]));
  const statementOf = (at: number) => byIndex.get(at)?.statement ?? at;
  const before = (at: number): readonly number[] => {
    const { statement, block } = byIndex.get(at) ?? {};
    if (statement === undefined || block === undefined) return [];
    const others = (ifs.get(statement) ?? []).filter((each) => each.block.lineStart < block.lineStart);
    return [statement, ...others.map(({ index }) => index)];
  };
  const ends = new Set(exits.map(({ within }) => within));
  // Of `if a: … elif b: return`, a decides, too, unless it ends as well: the first branch of each statement that goes on.
  const goesOn = new Map<number, number>();
  for (const { index, block, statement = index } of branches)
    if (block.kind === 'if' && !ends.has(index) && !goesOn.has(statement)) goesOn.set(statement, block.lineStart);
  const firstExit = new Map<number | undefined, FunctionFlow['exits'][number]>();
  for (const exit of exits) if (exit.kind !== 'yield' && !firstExit.has(exit.within)) firstExit.set(exit.within, exit);
  const guards = blocks.flatMap((block, index): readonly Guard[] => {
    const end = firstExit.get(index);
    if (block.kind !== 'if' || block.condition === undefined || end === undefined) return [];
    const statement = statementOf(index);
    if ((goesOn.get(statement) ?? Infinity) < block.lineStart) return [];
    const verb = end.kind === 'throw' ? 'throws' : 'returns';
    const text = `unless ${block.condition} (${verb} in line ${end.line})`;
    return [{ statement, within: block.within, lineEnd: block.lineEnd, text }];
  });
  return { guards, statementOf, before };
}

/** Blocks by where they begin; those that the lines of an `if` beside them hold are branches of its statement. */
function branchesOf(blocks: readonly FlowBlock[]): readonly Branch[] {
  const outermost = new Map<number | undefined, { readonly index: number; readonly lineEnd: number }>();
  return blocks
    .map((block, index) => ({ block, index }))
    .toSorted(
      (one, other) =>
        one.block.lineStart - other.block.lineStart ||
        other.block.lineEnd - one.block.lineEnd ||
        one.index - other.index,
    )
    .map(({ block, index }) => {
      const { kind, within, lineEnd } = block;
      const outer = outermost.get(within);
      if (outer !== undefined && lineEnd <= outer.lineEnd) return { block, index, statement: outer.index };
      if (kind === 'if') outermost.set(within, { index, lineEnd });
      return { block, index };
    });
}
