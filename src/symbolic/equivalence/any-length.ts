/** Compares two functions path by path for lists, tuples and sets of any length: for proofs, since no model tells what such an argument holds. */
import { SAMPLES } from '../execute/closed-forms.ts';
import type { InputType } from '../inputs/input-type.ts';
import type { Limits } from '../machine/limits.ts';
import { Solver } from '../smt/solver.ts';
import { Terms } from '../terms/strings.ts';
import type { Exploration } from '../verify/exploration.ts';
import type { Run } from '../verify/run.ts';
import { decide } from '../verify/settle.ts';
import { countPaths } from '../verify/tally.ts';
import { argumentsIn } from './joint/prove.ts';
import type { Pair } from './pair.ts';
import { type End, endsOf, exploreBoth, isLimit, type PathComparison, questionAt, unseenIn } from './paths.ts';

/** That two functions are the same for arguments of any size. */
export interface AnyLengthProof {
  readonly found: Pick<PathComparison, 'pathsCompared' | 'meetsLimits' | 'steps'>;
  /** Whether one function may leave an argument where the other leaves a copy. */
  readonly sharesOtherwise: boolean;
}

/** The share of the work left that the attempt may take. */
const SHARE = 0.25;

/**
 * Whether two functions end in the same way for arguments of any size, by induction where they loop. Undefined where something of
 * it is open; then nothing is changed for what comes after it but the fuel that is left.
 */
export async function proveForAnyLength(run: Run, pair: Pair): Promise<AnyLengthProof | undefined> {
  if (!isWorthTrying(run.subject.types.map(({ type }) => type))) return undefined;
  const fuel = Math.floor(run.solver.budget.fuel * SHARE);
  const solver = new Solver(run.host.smt, fuel);
  const steps = Math.floor((run.limits.steps * SHARE) / 2);
  const limits: Limits = { ...run.limits, steps, isInductive: true, unrolling: SAMPLES };
  try {
    return await prove({ ...run, solver, limits, terms: new Terms(), answers: run.answers.copy() }, pair);
  } finally {
    run.solver.spend(fuel - solver.budget.fuel);
    run.solver.budget.queries += solver.budget.queries;
  }
}

/** Whether some argument may have any length in an exploration, and none has to be bounded. */
function isWorthTrying(types: readonly (InputType | undefined)[]): boolean {
  const known = types.filter((type) => type !== undefined);
  if (known.length < types.length) return false;
  return known.some(mayBeLong) && known.every((type) => mayBeLong(type) || isShort(type));
}

function mayBeLong(type: InputType): boolean {
  if (type.kind === 'choice')
    return type.options.some(mayBeLong) && type.options.every((one) => mayBeLong(one) || isShort(one));
  return type.kind === 'list' || type.kind === 'tuples' || type.kind === 'set' || type.kind === 'frozenset';
}

function isShort(type: InputType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'none':
    case 'literal':
    case 'bytes':
      return true;
    case 'tuple':
      return type.items.every(isShort);
    case 'choice':
      return type.options.every(isShort);
    default:
      return false;
  }
}

async function prove(run: Run, pair: Pair): Promise<AnyLengthProof | undefined> {
  const explored = await exploreBoth(run, pair, run.limits);
  if ('obstacle' in explored) return undefined;
  const { left, right, steps } = explored;
  const isOpen = [left, right].some(({ entry, cuts }) => entry === undefined || cuts.length > 0);
  if (isOpen || unseenIn(explored, pair).length > 0) return undefined;
  const [ends, others] = [endsOf(left), endsOf(right)];
  const compared = ends.filter((end) => !isLimit(run, end));
  for (const [index, end] of compared.entries()) {
    await run.pace.begin(`Comparing both functions for arguments of any size, end ${index + 1} of ${compared.length}`);
    const asked = questionAt(run, left, end, others, pair);
    if ('reason' in asked) return undefined;
    const fuel = Math.floor(run.solver.budget.fuel / (compared.length - index));
    const court = { solver: run.solver, pace: run.pace, fuelPerSecond: run.host.rate.fuelPerSecond };
    if ((await decide(court, asked.conjunction, fuel)).status !== 'unsat') return undefined;
  }
  const meetsLimits = compared.length < ends.length || others.some((other) => isLimit(run, other));
  const pathsCompared = countPaths([...ends, ...others].map(({ state }) => state));
  return { found: { pathsCompared, meetsLimits, steps }, sharesOtherwise: sharesOtherwise(left, right) };
}

/** Whether results hold other arguments on one side than on the other, or in some results than in others. */
function sharesOtherwise(left: Exploration, right: Exploration): boolean {
  const kept = new Set(
    [left, right].flatMap((exploration) => endsOf(exploration).flatMap((end) => keptAt(exploration, end))),
  );
  return kept.size > 1;
}

/** The arguments that each value holds that is returned at an end, as text. */
function keptAt({ entry }: Exploration, { state, value, isReturn }: End): readonly string[] {
  if (entry === undefined || !isReturn) return [];
  const values = value.kind === 'union' ? value.cases.map((one) => one.value) : [value];
  return values.map((one) => [...argumentsIn(entry, state, one)].sort().join());
}
