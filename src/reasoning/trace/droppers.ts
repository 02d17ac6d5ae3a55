/** What drops an exception without being a handler: a `finally` that returns, a context, and a function that runs later. */
import type { FlowCall, FunctionFlow } from '../../syntax/api.ts';
import { type Bases, type Taken, takes } from './exception-types.ts';
import type { ProgramFunction } from './program.ts';

/** Contexts of Python that let exceptions through. */
const LETS_THROUGH =
  /^(?:open|closing|nullcontext|redirect_std(?:out|err)|chdir|Lock|RLock|Semaphore|TemporaryDirectory|NamedTemporaryFile|TemporaryFile|ZipFile|scandir|localcontext|Pool|ThreadPoolExecutor|ProcessPoolExecutor|timeout|warns|patch|catch_warnings)$/;

/** What the contexts of a `with` do to an exception: those that are not known may drop it. */
export function contextsAround(
  { flow, language }: ProgramFunction,
  at: number,
  type: string | undefined,
  bases: Bases,
): Taken {
  const block = flow.blocks[at];
  if (block === undefined || language !== 'python') return 'no';
  const own = flow.calls.filter(({ line }) => line === block.lineStart);
  const found = own.map(({ name, arguments: given }): Taken => {
    if (name !== 'suppress') return LETS_THROUGH.test(name) ? 'no' : 'maybe';
    return takes(given.map(({ text }) => text).join(', '), type, language, bases);
  });
  if (found.includes('yes')) return 'yes';
  return found.length === 0 || found.includes('maybe') ? 'maybe' : 'no';
}

/** The line where the `finally` of a `try`, or of what stands in one of its handlers, ends the function whatever was thrown. */
export function dropsAll({ blocks, exits }: FunctionFlow, at: number): number | undefined {
  const body = blocks[at];
  if (body === undefined || !/^(?:try|handler|else)$/.test(body.kind)) return undefined;
  const drops = exits.find(({ kind, within }) => {
    const last = within === undefined ? undefined : blocks[within];
    if (kind !== 'return' || last?.kind !== 'finally' || last.within !== body.within) return false;
    const tried = blocks.filter((each) => each.kind === 'try' && each.within === last.within);
    const own = tried.find((each) => each.lineStart <= last.lineStart && last.lineEnd <= each.lineEnd);
    return own !== undefined && own.lineStart <= body.lineStart && body.lineEnd <= own.lineEnd;
  });
  return drops?.line;
}

/** Whether a call only makes what runs later: a generator, or a coroutine that is not awaited there. */
export function runsLater(target: ProgramFunction | undefined, call: FlowCall): boolean {
  if (target === undefined) return false;
  const { flow } = target;
  const isGenerator = flow.exits.some(({ kind }) => kind === 'yield');
  return isGenerator || (flow.isAsync && !call.awaited);
}
