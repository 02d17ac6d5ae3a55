/** The verdicts of the whole engine on random functions, as claims that can be attacked. */
import type { NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { Random } from '../../../src/lib/random.ts';
import { seedOf } from '../../generated.ts';
import type { Claim } from './attack.ts';
import { attackRows, type ContractCase, randomContract } from './contracts.ts';
import { randomModule } from './functions.ts';

export interface Claims {
  /** No row may break these. */
  readonly proved: readonly Claim[];
  /** Each row, the input that the engine reports, has to break its own. */
  readonly refuted: readonly Claim[];
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** Rows that attack each proof. */
const ROWS = 200;
/** Seconds of work allowed for each verdict. */
const BUDGET = 2;

class Collected implements Claims {
  readonly proved: Claim[] = [];
  readonly refuted: Claim[] = [];
  readonly statuses = new Map<string, number>();

  count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The contract of a seed, with rows that attack it. */
export function contractOf(
  seed: number,
  generate: (random: Random) => ContractCase = randomContract,
): Pick<Claim, 'code' | 'rows'> {
  const random = new Random(seed);
  const { code, parameters } = generate(random);
  return { code, rows: attackRows(random, parameters, ROWS) };
}

/** Checks `count` random contracts. */
export async function checkContracts(
  symbolic: NodeSymbolic,
  count: number,
  generate: (random: Random) => ContractCase = randomContract,
): Promise<Claims> {
  const cases = Array.from({ length: count }, (_, index) => contractOf(seedOf(index + 1), generate));
  return checkCodes(symbolic, cases);
}

/** Checks the contract of `f` in each module; the rows attack what is verified. */
export async function checkCodes(
  symbolic: NodeSymbolic,
  cases: readonly Pick<Claim, 'code' | 'rows'>[],
): Promise<Claims> {
  const claims = new Collected();
  for (const { code, rows } of cases) {
    const result = await symbolic.check(code, 'f', BUDGET);
    if (result.status === 'error') throw new Error(`${result.message}\n${code}`);
    claims.count(result.status);
    if (result.status === 'verified') claims.proved.push(claimOf(code, rows));
    for (const { call } of result.counterexamples) claims.refuted.push(claimOf(code, [argumentsOf(call)]));
  }
  return claims;
}

/** What the docstring in the code promises; it holds no other docstring. */
export function claimOf(code: string, rows: readonly string[]): Claim {
  return {
    code,
    preconditions: section(code, 'pre'),
    postconditions: section(code, 'post'),
    forbidden: ['Exception'],
    rows,
  };
}

const EXCEPTIONS = [
  'ZeroDivisionError',
  'ValueError',
  'LookupError',
  'UnboundLocalError',
  'Oops',
  'TypeError',
  'OverflowError',
];

/** Looks for an exception in `count` random functions. */
export async function searchExceptions(symbolic: NodeSymbolic, count: number): Promise<Claims> {
  const claims = new Collected();
  for (let index = 1; index <= count; index++) {
    const random = new Random(seedOf(10_000 + index));
    const { code, parameters } = randomModule(random);
    const exception = random.pick(EXCEPTIONS);
    const result = await symbolic.find(code, 'f', exception, BUDGET);
    claims.count(result.status);
    // a module that fails on import is at fault
    if (result.status === 'error') continue;
    const claim = { code, preconditions: [], postconditions: [], forbidden: [exception] };
    if (result.status === 'unreachable') claims.proved.push({ ...claim, rows: attackRows(random, parameters, ROWS) });
    for (const { call } of result.triggeringInputs) claims.refuted.push({ ...claim, rows: [argumentsOf(call)] });
  }
  return claims;
}

function section(code: string, name: string): readonly string[] {
  return [...code.matchAll(new RegExp(`^ +${name}: (.*)$`, 'gm'))].map(([, text = '']) => text);
}

/** The arguments of a call such as `f(1, 'a')`. */
function argumentsOf(call: string): string {
  return call.replace(/^f\(/, '(lambda *a: a)(');
}
