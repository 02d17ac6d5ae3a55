/** The calls from an entry on, depth first, each function's once. */
import type { FunctionFlow } from '../../syntax/api.ts';
import { branchesTo, loopsAround } from './branches.ts';
import type { Program, ProgramFunction } from './program.ts';
import type { TracedCall } from './service.ts';

/** Calls that are listed. */
const MOST_CALLS = 2_000;

/** One call of a function, and one function that it leads to. */
interface Step {
  readonly index: number;
  readonly target: number;
}

/** A function whose calls are being listed. */
interface Frame {
  readonly id: number;
  readonly caller: ProgramFunction;
  readonly steps: readonly Step[];
  next: number;
}

/** Calls of the workspace's functions, and whether there were more than are listed. Calls that lead outside are not among them. */
export function callsOf({ functions }: Program): { readonly calls: readonly TracedCall[]; readonly isCut: boolean } {
  const calls: TracedCall[] = [];
  const shown = new Map<number, number>();
  const running = new Set<number>();
  const stack: Frame[] = [];
  const enter = (id: number) => {
    const caller = functions[id];
    if (caller === undefined) return;
    running.add(id);
    stack.push({ id, caller, steps: stepsOf(caller), next: 0 });
  };
  enter(0);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { id, caller } = frame;
    const step = frame.steps[frame.next++];
    const call = step && caller.flow.calls[step.index];
    const link = step && caller.links[step.index];
    if (step === undefined || call === undefined || link === undefined) {
      stack.pop();
      running.delete(id);
      continue;
    }
    if (calls.length >= MOST_CALLS) return { calls, isCut: true };
    const { target } = step;
    const isRecursive = running.has(target);
    const shownAt = isRecursive ? undefined : shown.get(target);
    calls.push({
      ...{ depth: stack.length - 1, from: id, to: target, path: caller.path, line: call.line },
      callee: writtenCallee(call),
      certainty: link.certainty,
      reason: link.reason,
      branches: branchesTo(caller.flow, call),
      loops: loopsAround(caller.flow, call),
      awaited: call.awaited,
      isRecursive,
      ...(shownAt !== undefined && { shownAt }),
    });
    if (isRecursive || shownAt !== undefined) continue;
    shown.set(target, calls.length - 1);
    enter(target);
  }
  return { calls, isCut: false };
}

/** What is called as the source writes it, without arguments. */
export function writtenCallee({ name, qualifier }: { readonly name: string; readonly qualifier?: string }): string {
  return qualifier === undefined ? name : `${qualifier}.${name}`;
}

function stepsOf({ flow, links }: ProgramFunction): readonly Step[] {
  return inOrder(flow).flatMap((index) => (links[index]?.targets ?? []).map((target) => ({ index, target })));
}

/** Indexes of calls in the order in which they run: what a call is given, and what it is called on, comes before it. */
function inOrder({ calls }: FunctionFlow): readonly number[] {
  const ordered = new Set<number>();
  for (let first = 0; first < calls.length; first++) {
    const waiting = [first];
    for (let at = waiting.at(-1); at !== undefined; at = waiting.at(-1)) {
      const before = ordered.has(at) ? [] : callsBefore(calls, at).filter((each) => !ordered.has(each) && each > at);
      if (before.length > 0) {
        waiting.push(...before.toReversed());
        continue;
      }
      ordered.add(at);
      waiting.pop();
    }
  }
  return [...ordered];
}

/** What stands within a call, which begins later or at the same place; of `a().b()` it is `a`. */
function callsBefore(calls: FunctionFlow['calls'], at: number): readonly number[] {
  const call = calls[at];
  if (call === undefined) return [];
  const next = calls[at + 1];
  const isReceiver = next !== undefined && call.qualifier?.includes(`${next.name}(`) === true;
  return [...(isReceiver ? [at + 1] : []), ...call.arguments.flatMap((argument) => argument.calls)];
}
