/** What follows from a trace: its evidence, how sure it is, what to look at. */
import type { Unseen } from '../../reasoning/service.ts';
import { confirmCalls, refutedCalls } from '../../reasoning/trace/confirm.ts';
import type { TraceAnswer } from '../../reasoning/trace/service.ts';
import { endingText } from './executed-fields.ts';

/** Places of one kind that the evidence names. */
const MOST = 3;

/**
 * What the findings rest on: runs where these took every call that was read; else calls that only a name leads to, and what was
 * not read, weaken it.
 */
export function basisOf(answer: TraceAnswer): 'executed' | 'resolved' | 'partly' | 'named' {
  const { calls, unseen, execution } = answer;
  const hasRun = execution?.kind === 'run' && execution.frames.length > 0;
  if (hasRun && confirmCalls(answer, execution.edges).times.every((times) => times > 0)) return 'executed';
  const named = calls.filter(({ certainty }) => certainty === 'name').length;
  if (calls.length > 0 && named === calls.length) return 'named';
  return named === 0 && unseen.length === 0 ? 'resolved' : 'partly';
}

/** What runs have shown of the entry: how its calls ended. */
export function executedEvidence({ functions: [entry], execution }: TraceAnswer): readonly string[] {
  if (execution?.kind !== 'run' || entry === undefined) return [];
  const entered = execution.frames.filter(({ parent }) => parent === undefined);
  const roots = entered.filter(
    ({ id }, index) => entered.findIndex((other) => callOf(other.id) === callOf(id)) === index,
  );
  return roots.slice(0, MOST).map(({ id, path, line, ending }) => {
    const call = execution.calls.find((_, index) => index === callOf(id)) ?? execution.calls[0];
    const here = call?.restsOn === undefined ? '' : `, which rests on ${call.restsOn}`;
    return `${path}:${line}: executed ${call?.call}: ${entry.name} ${endingText(ending)}${here}.`;
  });
}

function callOf(id: string): number {
  return Number(id.split('.')[0]);
}

/** What of runs was not seen. */
export function unseenRuns({ execution }: TraceAnswer): readonly Unseen[] {
  return execution?.kind === 'run' ? execution.unseen : [];
}

/** Calls, exceptions that leave the entry, effects, and recursion, each with its place. */
export function evidenceOf(answer: TraceAnswer): readonly string[] {
  const { functions, exceptions, effects, calls } = answer;
  const nameOf = (id: number) => functions[id]?.name ?? '';
  const leaving = exceptions.filter(({ fate }) => fate !== 'handled');
  const recursive = calls.filter(({ isRecursive }) => isRecursive);
  // What rests on a name alone comes last.
  const rank = ({ certainty }: (typeof calls)[number]) => (certainty === 'name' ? 1 : 0);
  const refuted = refutedCalls(answer);
  const plain = calls
    .filter(({ isRecursive }, index) => !isRecursive && !refuted.has(index))
    .toSorted((one, other) => rank(one) - rank(other));
  return [
    ...plain.slice(0, MOST).map(({ path, line, from, to, certainty }) => {
      return `${path}:${line}: ${nameOf(from)} calls ${nameOf(to)} (${certainty === 'name' ? 'by its name alone' : certainty}).`;
    }),
    ...leaving.slice(0, MOST).map(({ type = 'a value', path, line, from, fate }) => {
      return `${path}:${line}: ${nameOf(from)} throws ${type}, which ${fate === 'escapes' ? 'leaves' : 'may leave'} ${nameOf(0)}.`;
    }),
    ...effects.slice(0, MOST).map(({ kind, path, line, in: id, what }) => {
      return `${path}:${line}: ${nameOf(id)} has an effect (${kind}) by ${what}.`;
    }),
    ...recursive.slice(0, MOST).map(({ path, line, from, to }) => {
      return `${path}:${line}: ${nameOf(from)} calls ${nameOf(to)}, which is running already.`;
    }),
  ];
}

/** What the facts suggest, and nothing that they do not show. */
export function recommendationsOf({ functions, exceptions, effects, calls }: TraceAnswer): readonly string[] {
  const nameOf = (id: number) => functions[id]?.name ?? '';
  const slow = effects.find(({ kind, loops }) => loops > 0 && (kind === 'database' || kind === 'network'));
  const named = calls.find(({ certainty }) => certainty === 'name');
  const unsure = exceptions.find(({ fate }) => fate === 'maybe');
  return [
    ...(slow === undefined
      ? []
      : [
          `${slow.path}:${slow.line}: ${slow.what} runs in a loop of ${nameOf(slow.in)}: ask once for all, if it can be.`,
        ]),
    ...(named === undefined
      ? []
      : [`${named.path}:${named.line}: only the name leads to ${nameOf(named.to)}: check what is called.`]),
    ...(unsure === undefined
      ? []
      : [`${unsure.path}:${unsure.line}: check whether ${unsure.type ?? 'what is thrown'} is handled.`]),
  ];
}
