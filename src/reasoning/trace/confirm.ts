/** Compares calls that were read with calls that were seen when the code ran. */
import { isWithin } from '../execution/rests.ts';
import type { ExecutedEdge, ExecutedFunction } from '../execution/service.ts';
import type { TraceAnswer, TracedFunction } from './service.ts';

/** How often each read call was seen, by its index, and the calls that were seen and not read. */
export interface Confirmation {
  readonly times: readonly number[];
  readonly unread: readonly ExecutedEdge[];
}

/** Calls are the same that lead from one function to another, on the same line where the line tells them apart. */
export function confirmCalls(
  { functions, calls }: Pick<TraceAnswer, 'functions' | 'calls'>,
  edges: readonly ExecutedEdge[],
): Confirmation {
  const times = calls.map(() => 0);
  const unread: ExecutedEdge[] = [];
  for (const edge of edges) {
    const same = calls.flatMap(({ from, to }, index) => {
      return isFunction(functions[from], edge.from) && isFunction(functions[to], edge.to) ? [index] : [];
    });
    const exact = same.filter((index) => calls[index]?.line === edge.line);
    const [meant] = exact.length > 0 ? exact : same;
    if (meant === undefined) unread.push(edge);
    else times[meant] = (times[meant] ?? 0) + edge.times;
  }
  return { times, unread };
}

/** Calls by a name alone that did not happen although their line ran, by index; none where a run was cut, or kept less than all of its frames. */
export function refutedCalls(answer: Pick<TraceAnswer, 'functions' | 'calls' | 'execution'>): ReadonlySet<number> {
  const { calls, execution } = answer;
  if (execution?.kind !== 'run') return new Set();
  const isWhole = execution.calls.every(({ left, ending }) => left === 0 && /^(?:returned|raised)$/.test(ending.kind));
  if (!isWhole) return new Set();
  const { times } = confirmCalls(answer, execution.edges);
  const ran = (path: string, line: number) =>
    execution.frames.some((frame) => frame.path === path && isWithin(line, frame.lines));
  return new Set(
    calls.flatMap(({ certainty, path, line }, index) => {
      return certainty === 'name' && times[index] === 0 && ran(path, line) ? [index] : [];
    }),
  );
}

/** Decorators stand before the line where one of the two says that a function begins. */
function isFunction(read: TracedFunction | undefined, { path, name, line }: ExecutedFunction): boolean {
  return read !== undefined && read.path === path && read.name === name && read.lineEnd >= line;
}
