/** What a run of tests says of a step. */
import type { TestsOutcome } from '../../python/api.ts';
import { type CheckFinding, named, undecided } from './found.ts';

/** Failures that evidence names. */
const MOST_NAMED = 5;
/** Characters of what was printed that evidence quotes. */
const LONGEST_OUTPUT = 500;

/** What no run can rule out. */
const REACHES = 'The code under test can reach its test runner.';

/** It holds when at least one test passed, all of them ran, and none failed. What could not run decides nothing. */
export function ranTests({ kind, counts, selected, deselected, failures, obstacles }: TestsOutcome): CheckFinding {
  const ran = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const others = (['skipped', 'xfailed', 'xpassed', 'could not run', 'ended the interpreter'] as const).flatMap(
    (how) => (counts[how] === 0 ? [] : [`, ${counts[how]} ${how}`]),
  );
  const left = deselected === 0 ? '' : `, ${deselected} not selected`;
  const summary = `${ran} of ${selected} tests ran, ${counts.failed + counts.error} failed${others.join('')}${left}.`;
  switch (kind) {
    case 'failed in the code': {
      const words = failures.slice(0, MOST_NAMED).map(({ id, message, where }) => {
        const place = where === undefined ? '' : ` (${where[0]}${where[1] === null ? '' : `:${where[1]}`})`;
        return `${id}: ${message.split('\n')[0]}${place}`;
      });
      return { outcome: 'fails', basis: 'executed', evidence: [summary, words.join(' / ')].join(' ').trim() };
    }
    case 'could not run': {
      const why =
        obstacles.length === 0
          ? 'The others were left out.'
          : named(
              obstacles.map(({ text }) => text),
              ' ',
            );
      return undecided(`${summary} ${why}`);
    }
    case 'decided':
      if (counts.passed === 0) return { outcome: 'fails', basis: 'executed', evidence: `No test passed: ${summary}` };
      return { outcome: 'holds', basis: 'executed', evidence: `${summary} ${REACHES}` };
  }
}

/** What a piece of code says: it holds when nothing was raised. */
export function ranCode({ kind, failures: [failure], obstacles, printed }: TestsOutcome): CheckFinding {
  switch (kind) {
    case 'failed in the code': {
      const { type, message, where } = failure ?? { type: 'It raised', message: 'an exception.' };
      const place = where === undefined ? '' : ` [${where[0]}${where[1] === null ? '' : `:${where[1]}`}]`;
      return { outcome: 'fails', basis: 'executed', evidence: `${type}: ${message.split('\n')[0]}${place}` };
    }
    case 'could not run':
      return undecided(
        named(
          obstacles.map(({ text }) => text),
          ' ',
        ),
      );
    case 'decided': {
      const said = printed.slice(-LONGEST_OUTPUT).toWellFormed();
      const evidence = said === '' ? 'It ran to its end.' : `It ran to its end: ${said}`;
      return { outcome: 'holds', basis: 'executed', evidence: `${evidence.replace(/(?<![.!?])$/, '.')} ${REACHES}` };
    }
  }
}
