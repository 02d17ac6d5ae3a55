/** Proves two functions the same by running their loops side by side: what relates their variables after any round is found by induction. */
import { SAMPLES } from '../../execute/closed-forms.ts';
import type { Limits } from '../../machine/limits.ts';
import type { State } from '../../machine/state.ts';
import { Solver } from '../../smt/solver.ts';
import type { FunctionDef, Module, Parameters } from '../../syntax/ast.ts';
import { TermTooLarge } from '../../terms/store.ts';
import { Terms } from '../../terms/strings.ts';
import type { BoolTerm } from '../../terms/term.ts';
import type { ObjectId, Value } from '../../values/value.ts';
import { reachableObjects } from '../../verify/mutation.ts';
import { exploreInSlices, type Run } from '../../verify/run.ts';
import { decide } from '../../verify/settle.ts';
import { atEnd } from '../../verify/verdict.ts';
import { functionsOf, namesOf } from '../normal/calls.ts';
import { type Normal, normalForm } from '../normal/normal-form.ts';
import { contains } from '../normal/traverse.ts';
import { trustedParameters } from '../normal/trust.ts';
import type { Pair } from '../pair.ts';
import { Incomparable, Sameness } from '../sameness.ts';
import { expanded } from './expand.ts';
import { definitionOf, fused } from './fuse.ts';
import { isSeparate, withOwnNames } from './separate.ts';

/** What a joint run has proved; undefined where it has not proved that both functions do the same. */
export interface JointProof {
  readonly steps: number;
}

/** The share of the work left that the attempt may take: most pairs are compared path by path. */
const SHARE = 0.25;

/**
 * Whether both functions return the same for all arguments of any size: one function that runs both side by side is explored by
 * induction, and at each of its ends both results are the same. That neither raises is proved as well. It changes
 * nothing for what comes after it but the fuel that is left.
 */
export async function proveJointly(run: Run, pair: Pair): Promise<JointProof | undefined> {
  const definitions = jointDefinitions(run.subject.module, pair);
  if (definitions.length === 0) return undefined;
  const fuel = Math.floor(run.solver.budget.fuel * SHARE);
  const solver = new Solver(run.host.smt, fuel);
  const limits = { ...run.limits, steps: Math.floor((run.limits.steps * SHARE) / definitions.length) };
  const apart: Run = { ...run, solver, limits, terms: new Terms(), answers: run.answers.copy() };
  let steps = 0;
  try {
    for (const definition of definitions) {
      const proof = await prove(apart, definition);
      steps += proof.steps;
      if (proof.isProved) return { steps };
    }
    return undefined;
  } finally {
    run.solver.spend(fuel - solver.budget.fuel);
    run.solver.budget.queries += solver.budget.queries;
  }
}

/** Whether a joint function raises nothing and returns two equal results, for all arguments. */
async function prove(run: Run, definition: FunctionDef): Promise<JointProof & { readonly isProved: boolean }> {
  const { module } = run.subject;
  const subject = { ...run.subject, definition, module: { ...module, body: [...module.body, definition] } };
  const limits: Limits = { ...run.limits, isInductive: true, isJoint: true, unrolling: SAMPLES };
  const explored = await exploreInSlices({ ...run, subject }, limits, () => undefined);
  if ('obstacle' in explored) return { isProved: false, steps: 0 };
  const { exploration, steps } = explored;
  const { entry, returns, raised, cuts, breaches } = exploration;
  const isOpen = entry === undefined || cuts.length > 0 || breaches.length > 0 || returns.length === 0;
  if (isOpen) return { isProved: false, steps };
  const questions = [
    ...raised.map(({ state }) => atEnd(state)),
    ...returns.map(({ state, value }) => atEnd(state, run.terms.not(areSame(run, entry, state, value)))),
  ];
  for (const [index, conjunction] of questions.entries()) {
    await run.pace.begin(`Comparing both functions side by side, end ${index + 1} of ${questions.length}`);
    const fuel = Math.floor(run.solver.budget.fuel / (questions.length - index));
    const court = { solver: run.solver, pace: run.pace, fuelPerSecond: run.host.rate.fuelPerSecond };
    if ((await decide(court, conjunction, fuel)).status !== 'unsat') return { isProved: false, steps };
  }
  return { isProved: true, steps };
}

/**
 * Functions that do what both do: as their normal forms stand, and with comprehensions as loops, where that makes another one.
 * None where they may see each other, or are given nothing that loops could go over.
 */
export function jointDefinitions(module: Module, { left, right, parameters }: Pair): readonly FunctionDef[] {
  const functions = functionsOf(module);
  if (functions.get(left.name) !== left || functions.get(right.name) !== right) return [];
  const moduleNames = namesOf(module);
  const trusted = trustedParameters(module, { left, right, parameters }, moduleNames);
  const given = left.parameters.map(({ name }) => name);
  const [one, other] = [left, right].map((definition) => {
    const normal = normalForm(definition, typedAs(definition.parameters, trusted), moduleNames, true);
    return normal && isSeparate(definition, normal.body, normal.facts) ? normal : undefined;
  });
  if (one === undefined || other === undefined || !mayLoop(one) || !mayLoop(other)) return [];
  if (![one, other].some(({ body }) => contains(body, ...LOOPS))) return [];
  const joint = (change: (normal: Normal, side: string) => Normal['body']): FunctionDef | undefined => {
    const first = withOwnNames(left, change(one, 'left'), one.facts, given, 'left');
    const second = withOwnNames(right, change(other, 'right'), other.facts, given, 'right');
    const body = fused(first, second, left.span);
    return body && definitionOf(left, `${left.name} and ${right.name}`, body);
  };
  const plain = joint(({ body }) => body);
  const looping = joint(({ body, facts }, side) => expanded(body, facts, side));
  const isSame = JSON.stringify(plain?.body, textOf) === JSON.stringify(looping?.body, textOf);
  return [plain, ...(isSame ? [] : [looping])].filter((definition) => definition !== undefined);
}

const LOOPS = ['for', 'while', 'listcomp', 'generator'];

function textOf(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

/** Whether a function may go round in loops, or have a built-in function do so, and `enumerate` is what it seems. */
function mayLoop({ body, facts }: Normal): boolean {
  return facts.isBuiltin('enumerate') && contains(body, ...LOOPS, 'call');
}

/** A function's parameters with the annotations of another's, by position. */
function typedAs(parameters: Parameters, typed: Parameters): Parameters {
  return parameters.map(({ annotation: _, ...rest }, index) => {
    const annotation = typed[index]?.annotation;
    return { ...rest, ...(annotation !== undefined && { annotation }) };
  });
}

/** When both parts of a returned pair are the same for a caller; never where that is not known, or only one of them holds an argument. */
function areSame(run: Pick<Run, 'terms'>, entry: State, state: State, value: Value): BoolTerm {
  const { terms } = run;
  try {
    if (value.kind === 'union')
      return terms.and(
        ...value.cases.map((one) => terms.or(terms.not(one.guard), areSame(run, entry, state, one.value))),
      );
    const [left, right] = value.kind === 'tuple' ? value.items : [];
    if (left === undefined || right === undefined) return terms.false;
    const [ofLeft, ofRight] = [argumentsIn(entry, state, left), argumentsIn(entry, state, right)];
    if (ofLeft.size !== ofRight.size || !ofLeft.isSubsetOf(ofRight)) return terms.false;
    return new Sameness(terms, state, state).of(left, right);
  } catch (error) {
    if (error instanceof Incomparable || error instanceof TermTooLarge) return terms.false;
    throw error;
  }
}

/** The objects in a value that were there when the call began: a caller has them, too, and tells them from copies. */
export function argumentsIn(entry: State, state: State, value: Value): ReadonlySet<ObjectId> {
  return new Set([...reachableObjects(state, value)].filter((object) => entry.heap.has(object)));
}
