/** Whether functions do the same as before: what a comparison of two commits says of each, and of all. */
import type { BehaviourAnswer } from '../../review/api.ts';
import type { CheckOf } from '../checks.ts';
import { type CheckFinding, undecided } from './found.ts';

/** What is known of a file of functions at two commits. */
export interface FileVersions {
  readonly file: string;
  /** Texts by name; those of one that is defined several times follow one another. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Absent: both commits have the file with the same content. */
  readonly answer?: BehaviourAnswer;
}

/** What became of all functions together: the worst outcome, its weakest basis, and what is said of each that has it. */
export function functionsBehave(
  functions: readonly string[],
  versions: FileVersions,
  accept: CheckOf<'behaves_as_before'>['accept'],
): CheckFinding {
  const found = functions.map((name) => functionBehaves(name, versions, accept));
  const worst = (['fails', 'undecided', 'holds'] as const).find((each) =>
    found.some(({ outcome }) => outcome === each),
  );
  const those = found.filter(({ outcome }) => outcome === worst);
  const basis = (['executed', 'read', 'proved'] as const).find((each) => those.some((one) => one.basis === each));
  return {
    outcome: worst ?? 'undecided',
    ...(basis !== undefined && { basis }),
    evidence: those.map(({ evidence }) => evidence).join(' '),
  };
}

function functionBehaves(
  name: string,
  { file, before, after, answer }: FileVersions,
  accept: CheckOf<'behaves_as_before'>['accept'],
): CheckFinding {
  if (!after.has(name)) return failsRead(`${name} is not there.`);
  if (answer === undefined) return holdsRead(`${name} was not changed: ${file} is as it was.`);
  const change = answer.changes.find((each) => each.function === name);
  if (change === undefined) return notCompared(name, { file, before, after }, answer);
  const { status, differences, message, reasons, assumptions, replays = 0 } = change;
  switch (status) {
    case 'unchanged':
      return holdsRead(`${name} was not changed.`);
    case 'equivalent': {
      const under = assumptions.length === 0 ? '' : ` Assumed: ${assumptions.join('; ')}.`;
      return { outcome: 'holds', basis: 'proved', evidence: `${name} does the same for every input: proved.${under}` };
    }
    case 'different': {
      const [first] = differences;
      const evidence = `${name} differs for ${first?.call ?? 'an input'}: ${first?.message ?? message}`;
      return { outcome: 'fails', basis: 'executed', evidence };
    }
    case 'signature':
      return failsRead(`${name} is called in another way: ${message}`);
    case 'new':
      return failsRead(`${name} was not there before.`);
    case 'removed':
      return failsRead(`${name} was removed.`);
    case 'timeout':
    case 'unknown': {
      const [reason] = reasons;
      const why = reason === undefined ? 'its work budget was spent' : `${reason.construct} ${reason.message}`;
      if (replays === 0) return undecided(`${name}: nothing was tried. ${message} ${why}.`);
      const tried = `${name}: ${replays} runs on CPython showed no difference, and that there is none is not proved: ${why}.`;
      const omits = reasons.find(
        ({ construct, message: words }) => construct === 'arguments' && /\bdefault/.test(words),
      );
      if (omits !== undefined)
        return undecided(`${name}: calls that leave arguments out were not tried: ${omits.message}.`);
      return accept === 'no_difference_found'
        ? { outcome: 'holds', basis: 'executed', evidence: tried }
        : undecided(`${tried} "accept":"no_difference_found" takes that.`);
    }
  }
}

/** Of a function that the comparison does not list: its file was left out, or nothing of it was changed. */
function notCompared(
  name: string,
  { file, before, after }: Pick<FileVersions, 'file' | 'before' | 'after'>,
  { omitted }: BehaviourAnswer,
): CheckFinding {
  const left = omitted.find(({ what }) => what === file || what.startsWith(`${file}: `)) ?? omitted[0];
  if (!before.has(name)) return failsRead(`${name} was not there before.`);
  if (before.get(name) !== after.get(name))
    return undecided(`${name} was changed, and not compared${left === undefined ? '.' : `: ${left.why}`}`);
  if (left === undefined) return holdsRead(`${name} was not changed.`);
  return holdsRead(`The text of ${name} is as it was. What it uses was not compared: ${left.why}`);
}

function holdsRead(evidence: string): CheckFinding {
  return { outcome: 'holds', basis: 'read', evidence };
}

function failsRead(evidence: string): CheckFinding {
  return { outcome: 'fails', basis: 'read', evidence };
}
