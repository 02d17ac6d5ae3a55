/** What follows from a trace: its evidence, how sure it is, what to look at. */
import type { TraceAnswer } from '../../reasoning/trace/service.ts';

/** Places of one kind that the evidence names. */
const MOST = 3;

/** What the findings rest on: calls that only a name leads to, and what was not read, weaken it. */
export function basisOf({ calls, unseen }: TraceAnswer): 'resolved' | 'partly' | 'named' {
  const named = calls.filter(({ certainty }) => certainty === 'name').length;
  if (calls.length > 0 && named === calls.length) return 'named';
  return named === 0 && unseen.length === 0 ? 'resolved' : 'partly';
}

/** Exceptions that leave the entry, effects, and recursion, each with its place. */
export function evidenceOf({ functions, exceptions, effects, calls }: TraceAnswer): readonly string[] {
  const nameOf = (id: number) => functions[id]?.name ?? '';
  const leaving = exceptions.filter(({ fate }) => fate !== 'handled');
  const recursive = calls.filter(({ isRecursive }) => isRecursive);
  return [
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
