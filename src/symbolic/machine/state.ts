/** The executor's state: a path condition, the variables, and how much of the path tree it stands for. */
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import { type ObjectId, type ScopeId, UNBOUND, type Value } from '../values/value.ts';

/** A conjunction as a shared list, newest member first, so that states of one path share what they have in common. */
export interface PathCondition {
  readonly member: BoolTerm;
  readonly rest: PathCondition | undefined;
  readonly length: number;
}

export type Scope = ReadonlyMap<string, Value>;

/** Immutable: every change makes a new state, so a fork costs nothing. */
export interface State {
  readonly condition: PathCondition | undefined;
  readonly scopes: ReadonlyMap<ScopeId, Scope>;
  /** What objects hold: items and entries as a tuple, attributes as a namespace, or a union of those. */
  readonly heap: ReadonlyMap<ObjectId, Value>;
  /** How many control-flow paths lead here; a join adds up the paths it joins. 2 ** 53 - 1 stands for more, too. */
  readonly paths: number;
  /** Share of the path tree: 1 at the entry, halved at every branch with two open sides, added up by a join. */
  readonly weight: number;
}

export const INITIAL_STATE: State = { condition: undefined, scopes: new Map(), heap: new Map(), paths: 1, weight: 1 };

/** The members of a path condition, oldest first. */
export function conjuncts(condition: PathCondition | undefined): readonly BoolTerm[] {
  const members: BoolTerm[] = [];
  for (let at = condition; at !== undefined; at = at.rest) members.push(at.member);
  return members.reverse();
}

/** The state with one more condition on its path. */
export function assume(state: State, member: BoolTerm): State {
  const { condition } = state;
  return { ...state, condition: { member, rest: condition, length: (condition?.length ?? 0) + 1 } };
}

export function withScope(state: State, id: ScopeId, scope: Scope): State {
  return { ...state, scopes: new Map(state.scopes).set(id, scope) };
}

export function withObject(state: State, id: ObjectId, content: Value): State {
  return { ...state, heap: new Map(state.heap).set(id, content) };
}

/** What two states that come from one fork have in common, and what tells them apart. */
interface Divergence {
  readonly common: PathCondition | undefined;
  readonly left: BoolTerm;
  readonly right: BoolTerm;
  /** Holds on the left and not on the right. */
  readonly guard: BoolTerm;
}

function diverge(terms: Terms, left: PathCondition | undefined, right: PathCondition | undefined): Divergence {
  const [onlyLeft, onlyRight]: [BoolTerm[], BoolTerm[]] = [[], []];
  let [a, b] = [left, right];
  while (a !== b) {
    const deeper = (a?.length ?? 0) >= (b?.length ?? 0);
    if (deeper && a !== undefined) [a] = [a.rest, onlyLeft.push(a.member)];
    else if (b !== undefined) [b] = [b.rest, onlyRight.push(b.member)];
  }
  const [forkLeft, forkRight] = [onlyLeft.at(-1), onlyRight.at(-1)];
  const whole = terms.and(...onlyLeft.reverse());
  const opposed = forkLeft !== undefined && forkRight !== undefined && forkLeft === terms.not(forkRight);
  return { common: a, left: whole, right: terms.and(...onlyRight.reverse()), guard: opposed ? forkLeft : whole };
}

/** The value of a join and the state that holds it. */
export interface Joined<T> {
  readonly state: State;
  readonly value: T;
}

/**
 * Joins two states of one fork with what was computed in each. Their path conditions exclude each other.
 * @param mergeResults makes one result of two: the first where its guard holds
 */
export function join<T>(
  terms: Terms,
  left: Joined<T>,
  right: Joined<T>,
  mergeResults: (guard: BoolTerm, left: T, right: T) => T,
): Joined<T> {
  const {
    common,
    left: onlyLeft,
    right: onlyRight,
    guard,
  } = diverge(terms, left.state.condition, right.state.condition);
  const either = terms.or(onlyLeft, onlyRight);
  const state: State = {
    condition: common,
    scopes: mergeMaps(left.state.scopes, right.state.scopes, (a, b) => mergeScope(terms, guard, a, b)),
    heap: mergeMaps(left.state.heap, right.state.heap, (a, b) => mergeValues(terms, guard, a, b)),
    paths: Math.min(Number.MAX_SAFE_INTEGER, left.state.paths + right.state.paths),
    weight: left.state.weight + right.state.weight,
  };
  return {
    state: either === terms.true ? state : assume(state, either),
    value: mergeResults(guard, left.value, right.value),
  };
}

/** Scopes and objects that only one side has belong to calls that have ended, or can be reached from that side only. */
function mergeMaps<T>(
  left: ReadonlyMap<number, T>,
  right: ReadonlyMap<number, T>,
  merge: (left: T, right: T) => T,
): ReadonlyMap<number, T> {
  if (left === right) return left;
  const merged = new Map(left);
  for (const [id, one] of right) {
    const other = left.get(id);
    if (other === undefined) merged.set(id, one);
    else if (other !== one) merged.set(id, merge(other, one));
  }
  return merged;
}

function mergeScope(terms: Terms, guard: BoolTerm, left: Scope, right: Scope): Scope {
  const merged = new Map<string, Value>();
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    merged.set(name, mergeValues(terms, guard, left.get(name) ?? UNBOUND, right.get(name) ?? UNBOUND));
  }
  return merged;
}
