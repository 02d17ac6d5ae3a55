/** Whether some input makes a regular expression take longer than its length says. */
import recheck from 'recheck/lib/browser.js';
import type { Verdict } from './table.ts';

/** What was found: a verdict, or why there is none. */
export type Checked =
  | { readonly type: 'accepted'; readonly verdict: Verdict }
  | { readonly type: 'vulnerable'; readonly complexity: string; readonly attack: string }
  | { readonly type: 'undecided'; readonly reason: string };

/** A repetition of more counts as this many: a bound is a constant factor, and large ones are beyond the proof. */
const MOST_REPEATED = 3;

/** All is counted and nothing timed, so that every machine finds the same. */
const LIMITS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 10_000_000,
  incubationLimit: 10_000,
  seedingLimit: 500,
  maxNFASize: 10_000,
  maxIteration: 1,
  maxInitialGenerationSize: 50,
  maxGenerationSize: 20,
} as const;

/** Checks one regular expression. */
export function checkRegex(source: string, flags: string): Checked {
  // `d` changes what is told of a match only; recheck does not know it.
  const found = recheck.checkSync(withSmallBounds(source), flags.replace('d', ''), LIMITS);
  if (found.status === 'safe') {
    return { type: 'accepted', verdict: found.checker === 'automaton' ? 'linear' : 'no attack found' };
  }
  if (found.status === 'unknown') return { type: 'undecided', reason: found.error.kind };
  return { type: 'vulnerable', complexity: found.complexity.summary, attack: found.attack.pattern };
}

/** The same with bounds of repetitions that are small; classes and escapes stay as they are. */
export function withSmallBounds(source: string): string {
  return source.replace(
    /\\.|\[(?:[^\]\\]|\\.?)*\]?|\{(\d+)(?:(,)(\d*))?\}/gs,
    (part: string, least?: string, comma = '', most = '') => {
      if (least === undefined) return part;
      const from = Math.min(Number(least), MOST_REPEATED - 1);
      if (comma === '' || most === '') return `{${from}${comma}}`;
      return `{${from},${most === least ? from : Math.min(Number(most), MOST_REPEATED)}}`;
    },
  );
}
