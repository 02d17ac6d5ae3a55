/** Test cases: an instance is made again from its scaffold, tier, seed, level and index, and no two of them are the same. */
import { ToolFailure } from '../lib/errors.ts';
import { Random } from '../lib/random.ts';
import { atOnce, type Steps, WorkBudget } from '../lib/sliced-work.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Scaffold, Tier } from './scaffold.ts';
import { TIERS } from './scaffold.ts';

/** What a test case is made from. */
export interface CaseKey {
  readonly scaffold: string;
  readonly tier: Tier;
  /** From 0 on. */
  readonly index: number;
  readonly seed: number;
  /** 1 is the smallest. */
  readonly level: number;
}

/** Cases of one tier that can be made, and the levels. */
export const MOST_CASES = 1000;
export const MOST_LEVEL = 10;

/** Attempts at an instance that none before it was; each tenth makes instances larger. */
const ATTEMPTS = 200;

/** `dijkstra_simple_01`, as the contract has it; a seed and a level other than 0 and 1 stand behind: `dijkstra_simple_01_s7_l2`. */
export function caseId({ scaffold, tier, index, seed, level }: CaseKey): string {
  const number = String(index + 1).padStart(2, '0');
  return `${scaffold}_${tier}_${number}${seed === 0 ? '' : `_s${seed}`}${level === 1 ? '' : `_l${level}`}`;
}

const ID =
  /^(?<scaffold>[a-z0-9_]+?)_(?<tier>simple|standard|edge)_(?<number>\d{2,4})(?:_s(?<seed>\d{1,9}))?(?:_l(?<level>\d{1,2}))?$/;

/** The key that {@link caseId} writes; undefined for what is none. */
export function parseCaseId(id: string): CaseKey | undefined {
  const { scaffold, tier, number, seed = '0', level = '1' } = ID.exec(id)?.groups ?? {};
  if (scaffold === undefined || tier === undefined || !isTier(tier)) return undefined;
  const key = { scaffold, tier, index: Number(number) - 1, seed: Number(seed), level: Number(level) };
  const isInRange = key.index >= 0 && key.index < MOST_CASES && key.level >= 1 && key.level <= MOST_LEVEL;
  return isInRange ? key : undefined;
}

function isTier(text: string): text is Tier {
  return Object.hasOwn(TIERS, text);
}

/** Units of work to make a case, or to solve one. */
export const UNITS_OF_CASE = 2000;

type Inputs = Pick<CaseKey, 'tier' | 'seed' | 'level'>;

/** The inputs of cases 0 to `count` of a tier. Throws `ToolFailure` when there are not that many. */
export function generateInputs(scaffold: Scaffold, key: Inputs, count: number): readonly object[] {
  return atOnce(generateInputsInSteps(scaffold, key, count, new WorkBudget(Number.POSITIVE_INFINITY)));
}

/** As {@link generateInputs}; each is a step. */
export function* generateInputsInSteps(
  scaffold: Scaffold,
  { tier, seed, level }: Inputs,
  count: number,
  slices: WorkBudget,
): Steps<readonly object[]> {
  const inputs = new Map<string, object>();
  for (let index = 0; index < count; index++) {
    for (let attempt = 0; inputs.size === index; attempt++) {
      if (attempt === ATTEMPTS)
        throw new ToolFailure({
          errorType: 'ValueError',
          message: `${scaffold.name} has ${index} different test cases of tier ${tier} with seed ${seed} and level ${level}, not ${count}.`,
          advice: `Ask for at most ${index} of them, or for another tier, seed or level.`,
        });
      const random = new Random(hash(`${scaffold.name}/${tier}/${seed}/${level}/${index}/${attempt}`));
      const input = scaffold.generate(random, tier, level + Math.floor(attempt / 10), index);
      const text = canonicalJson(input);
      if (!inputs.has(text)) inputs.set(text, input);
      slices.spend(UNITS_OF_CASE);
      yield;
    }
  }
  return [...inputs.values()];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
