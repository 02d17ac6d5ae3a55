/** Follows what functions throw through those that call them, to the handler that takes it or out of the entry. */
import type { FlowBlock, FlowCall, FlowExit, FunctionFlow } from '../../syntax/api.ts';
import { blocksAround, branchesTo, isInInner, type Spot } from './branches.ts';
import { contextsAround, dropsAll, runsLater } from './droppers.ts';
import { type Bases, classNamed, knownBases, takes } from './exception-types.ts';
import type { Program, ProgramFunction } from './program.ts';
import { isDead } from './reach.ts';
import type { TracedException } from './service.ts';

/** Throws that are followed. */
const MOST_THROWS = 500;
/** The most handlers of one exception that are reported. */
const MOST_HANDLERS = 5;

/** A statement that throws. */
interface Thrown {
  readonly in: number;
  readonly type?: string;
  readonly spot: Spot;
}

/** An exception on its way through a function. */
interface Passing {
  readonly thrown: number;
  readonly function: number;
  readonly isSure: boolean;
  readonly through: readonly number[];
}

/** A call of a function. */
interface Caller {
  readonly function: number;
  readonly spot: Spot;
  readonly isSure: boolean;
}

/** The exceptions of a program, those that may leave the entry first. */
export function exceptionsOf(program: Program): {
  readonly exceptions: readonly TracedException[];
  readonly isCut: boolean;
} {
  const { functions } = program;
  const bases = knownBases([...program.files.values()].map((file) => file.bases));
  const all = functions.flatMap((each, id) => throwsOf(each, id));
  const thrown = all.slice(0, MOST_THROWS);
  const callers = callersOf(functions);
  const handlers = new Map<number, Map<string, TracedException['handlers'][number]>>();
  const arrived = new Map<number, Passing>();
  const seen = new Map<string, boolean>();
  const waiting: Passing[] = [];
  const pass = (next: Passing) => {
    const key = `${next.thrown} ${next.function}`;
    const known = seen.get(key);
    if (known === true || known === next.isSure) return;
    seen.set(key, next.isSure);
    waiting.push(next);
  };
  const meet = (index: number, at: number, spot: Spot): 'out' | 'maybe' | 'in' => {
    const owner = functions[at];
    const one = thrown[index];
    if (owner === undefined || one === undefined) return 'out';
    const met = handledAt(owner, spot, one.type, bases, functions);
    const known = handlers.get(index) ?? new Map<string, TracedException['handlers'][number]>();
    for (const { line, isSure } of met.by) known.set(`${owner.path}:${line}`, { path: owner.path, line, isSure });
    handlers.set(index, known);
    return met.fate;
  };
  for (const [index, { in: at, spot }] of thrown.entries()) {
    const owner = functions[at];
    const fate = meet(index, at, spot);
    if (fate === 'in' || owner === undefined) continue;
    const isSure = fate === 'out' && !isInInner(owner.flow, spot);
    pass({ thrown: index, function: at, isSure, through: [at] });
  }
  for (let at = 0; at < waiting.length; at++) {
    const passing = waiting[at];
    if (passing === undefined) break;
    const before = arrived.get(passing.thrown);
    if (passing.function === 0 && (before === undefined || (passing.isSure && !before.isSure))) {
      arrived.set(passing.thrown, passing);
    }
    for (const caller of callers[passing.function] ?? []) {
      const fate = meet(passing.thrown, caller.function, caller.spot);
      if (fate === 'in') continue;
      const isSure = passing.isSure && fate === 'out' && caller.isSure;
      const through = [...passing.through, caller.function];
      pass({ thrown: passing.thrown, function: caller.function, isSure, through });
    }
  }
  const exceptions = thrown.flatMap(({ in: at, type, spot }, index): TracedException[] => {
    const owner = functions[at];
    if (owner === undefined) return [];
    const arrival = arrived.get(index);
    return [
      {
        ...(type !== undefined && { type }),
        ...{ from: at, path: owner.path, line: spot.line, branches: branchesTo(owner.flow, spot) },
        fate: arrival === undefined ? 'handled' : arrival.isSure ? 'escapes' : 'maybe',
        through: arrival?.through ?? [at],
        handlers: [...(handlers.get(index)?.values() ?? [])].slice(0, MOST_HANDLERS),
      },
    ];
  });
  const order = { escapes: 0, maybe: 1, handled: 2 } as const;
  return {
    exceptions: exceptions.toSorted((one, other) => order[one.fate] - order[other.fate]),
    isCut: all.length > thrown.length,
  };
}

/** What a function throws itself. What a handler throws again is of its type, and may come from outside. */
function throwsOf({ flow, language }: ProgramFunction, id: number): readonly Thrown[] {
  const thrown = flow.exits
    .filter((exit) => exit.kind === 'throw' && !isDead(flow, exit, language))
    .map((exit): Thrown => {
      const again = rethrownBy(flow, exit);
      const type = classNamed((again === undefined ? exit.value?.text : flow.blocks[again]?.condition) ?? '');
      return { in: id, ...(type !== undefined && { type }), spot: spotOf(exit) };
    });
  const panics = flow.calls
    .filter(({ name, qualifier }) => qualifier === undefined && PANICS[language]?.includes(name) === true)
    .map((call): Thrown => ({ in: id, type: 'panic', spot: spotOf(call) }));
  return [...thrown, ...panics].toSorted((one, other) => one.spot.line - other.spot.line);
}

/** Calls that throw what no handler of another kind takes. */
const PANICS: Readonly<Record<string, readonly string[]>> = {
  go: ['panic'],
  rust: ['panic', 'unreachable', 'todo', 'unimplemented'],
};

/** The handler whose exception a `throw` passes on: a bare one, or one of the handler's variable. */
function rethrownBy(flow: FunctionFlow, exit: FlowExit): number | undefined {
  const text = exit.value?.text;
  return blocksAround(flow, exit).find((at) => {
    const block = flow.blocks[at];
    return block?.kind === 'handler' && (text === undefined || block.binds.includes(text.replace(/^\$/, '')));
  });
}

/** What handlers around a place do to an exception: the first that takes it for sure ends its way, unless it throws it again. */
function handledAt(
  owner: ProgramFunction,
  spot: Spot,
  type: string | undefined,
  bases: Bases,
  functions: readonly ProgramFunction[],
): {
  readonly fate: 'out' | 'maybe' | 'in';
  readonly by: readonly { readonly line: number; readonly isSure: boolean }[];
} {
  const by: { readonly line: number; readonly isSure: boolean }[] = [];
  const { flow, language } = owner;
  for (const at of blocksAround(flow, spot)) {
    if (flow.blocks[at]?.kind === 'with') {
      const taken = contextsAround(owner, at, type, bases);
      if (taken !== 'no') by.push({ line: flow.blocks[at]?.lineStart ?? spot.line, isSure: taken === 'yes' });
      if (taken === 'yes') return { fate: 'in', by };
    }
    const dropped = dropsAll(flow, at);
    if (dropped !== undefined) {
      by.push({ line: dropped, isSure: true });
      return { fate: 'in', by };
    }
    if (flow.blocks[at]?.kind !== 'try') continue;
    for (const handler of handlersOf(flow, at)) {
      const block = flow.blocks[handler];
      const taken = block === undefined ? 'no' : takes(block.condition, type, language, bases);
      if (block === undefined || taken === 'no') continue;
      const again = flow.exits.filter((exit) => exit.kind === 'throw' && rethrownBy(flow, exit) === handler);
      const isPassedOn = again.some(({ within }) => within === handler);
      if (!isPassedOn) by.push({ line: block.lineStart, isSure: taken === 'yes' && again.length === 0 });
      if (taken === 'yes' && again.length === 0) return { fate: 'in', by };
      if (taken === 'yes') break;
    }
  }
  const recovers = recoversIn(owner, functions);
  if (recovers !== undefined) by.push({ line: recovers, isSure: false });
  return { fate: by.length === 0 ? 'out' : 'maybe', by };
}

/** The line where a function of Go, or one that it calls, may recover. */
function recoversIn(
  { flow, language, links }: ProgramFunction,
  functions: readonly ProgramFunction[],
): number | undefined {
  if (language !== 'go') return undefined;
  const isRecover = ({ name, qualifier }: FlowCall) => name === 'recover' && qualifier === undefined;
  const found = flow.calls.find((call, index) => {
    return isRecover(call) || links[index]?.targets.some((id) => functions[id]?.flow.calls.some(isRecover)) === true;
  });
  return found?.line;
}

/** Handlers of a `try`, in order. */
function handlersOf({ blocks }: FunctionFlow, at: number): readonly number[] {
  const body = blocks[at];
  if (body === undefined) return [];
  const isOf = (block: FlowBlock) =>
    block.kind === 'handler' &&
    block.within === body.within &&
    body.lineStart <= block.lineStart &&
    block.lineEnd <= body.lineEnd;
  return blocks
    .flatMap((block, index) => (isOf(block) ? [index] : []))
    .toSorted((one, other) => (blocks[one]?.lineStart ?? 0) - (blocks[other]?.lineStart ?? 0));
}

function callersOf(functions: readonly ProgramFunction[]): readonly (readonly Caller[])[] {
  const callers: Caller[][] = functions.map(() => []);
  for (const [id, { flow, links }] of functions.entries()) {
    for (const [index, link] of links.entries()) {
      const call = flow.calls[index];
      if (call === undefined || link === undefined) continue;
      const isSure = link.certainty !== 'name' && link.targets.length === 1 && !isInInner(flow, call);
      for (const target of link.targets) {
        const isNow = !runsLater(functions[target], call);
        callers[target]?.push({ function: id, spot: spotOf(call), isSure: isSure && isNow });
      }
    }
  }
  return callers;
}

function spotOf({ line, within }: Spot): Spot {
  return { line, ...(within !== undefined && { within }) };
}
