/** What a run of tests says of a step. */
import type { TestRun } from '../../python/tests/events.ts';
import { type Found, named, undecided } from './found.ts';

/** Failures that evidence names. */
const MOST_NAMED = 5;

/** What is looked at of a run. */
export type RunFacts = Pick<TestRun, 'counts' | 'ended' | 'collected' | 'failures' | 'broken' | 'stopped' | 'done'>;

/**
 * It holds when at least one test passed, all of them ran, and none failed. Failures by modules that the room lacks decide nothing, nor does a
 * run that did not end; `seconds` is the time that it had.
 */
export function ranTests(
  { counts, ended, collected, failures, broken, stopped, done }: RunFacts,
  seconds: number,
): Found {
  const bad = counts.failed + counts.error;
  const missing = (done?.missing ?? []).map(([module]) => module);
  const lacks = failures.filter(({ message }) => missing.some((module) => message.includes(`'${module}'`)));
  const summary = `${ended} of ${Math.max(ended, collected)} tests ran, ${bad} failed`;
  const others = (['skipped', 'xfailed', 'xpassed'] as const).flatMap((how) =>
    counts[how] === 0 ? [] : [`${counts[how]} ${how}`],
  );
  if (lacks.length < failures.length) {
    const shown = failures.filter((failure) => !lacks.includes(failure)).slice(0, MOST_NAMED);
    const words = shown.map(({ id, message, where }) => {
      const place = where === undefined ? '' : ` (${where[0]}${where[1] === null ? '' : `:${where[1]}`})`;
      return `${id}: ${message.split('\n')[0]}${place}`;
    });
    return { outcome: 'fails', basis: 'executed', evidence: `${summary}. ${words.join(' / ')}` };
  }
  if (missing.length > 0) return undecided(`Not to be imported here: ${named(missing)}. ${summary}.`);
  if (broken !== undefined) return undecided(`pytest ended before its tests: ${lastLine(broken)}`);
  if (stopped !== undefined) return undecided(`${summary}, then the time of ${seconds} s was over.`);
  if (done === undefined) return undecided(`${summary}, then the interpreter was lost, or ${seconds} s were over.`);
  const rest = others.length === 0 ? '' : `, ${others.join(', ')}`;
  if (bad > 0) return { outcome: 'fails', basis: 'executed', evidence: `${summary}${rest}.` };
  if (ended < collected) return undecided(`${summary}${rest}: the others were left out.`);
  if (counts.passed === 0)
    return { outcome: 'fails', basis: 'executed', evidence: `No test passed: ${summary}${rest}.` };
  return { outcome: 'holds', basis: 'executed', evidence: `${summary}${rest}.` };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}
