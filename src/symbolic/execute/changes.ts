/** What an iteration of a loop changes, and how to forget the values of just that. */
import type { IntTerm, Term } from '../terms/term.ts';
import {
  boolValue,
  floatValue,
  intValue,
  type PlainValue,
  type ScopeId,
  strValue,
  type Value,
} from '../values/value.ts';
import type { Machine } from './machine.ts';
import { type State, withScope } from './state.ts';

/** A variable that a loop changes. */
export interface Changed {
  readonly scope: ScopeId;
  readonly name: string;
  /** The type it keeps; `unbound` for one that only lives within an iteration. */
  readonly kind: 'bool' | 'int' | 'float' | 'str' | 'unbound';
}

/** The variables that differ; undefined where objects differ, or variables of other types. */
export function changesBetween(before: State, after: State): readonly Changed[] | undefined {
  for (const [id, content] of before.heap) if (after.heap.get(id) !== content) return undefined;
  const changed: Changed[] = [];
  for (const [scope, variables] of before.scopes) {
    const later = after.scopes.get(scope);
    for (const [name, value] of variables) {
      if (isSame(value, later?.get(name))) continue;
      // a value that another loop has forgotten, or that only lives within an iteration
      const kind = value.kind === 'unmodelled' ? 'unbound' : value.kind;
      if (kind !== 'bool' && kind !== 'int' && kind !== 'float' && kind !== 'str' && kind !== 'unbound')
        return undefined;
      changed.push({ scope, name, kind });
    }
    for (const name of later?.keys() ?? []) if (!variables.has(name)) changed.push({ scope, name, kind: 'unbound' });
  }
  return changed;
}

/** Whether only the expected variables differ, each with a value of its type. */
export function sameChanges(before: State, after: State, changed: readonly Changed[]): boolean {
  const found = changesBetween(before, after);
  const isExpected = found?.every(({ scope, name }) => changed.some((one) => one.scope === scope && one.name === name));
  return (
    isExpected === true && changed.every((one) => one.kind === 'unbound' || valueIn(after, one)?.kind === one.kind)
  );
}

function isSame(value: Value, other: Value | undefined): boolean {
  if (value === other || other === undefined) return value === other;
  return 'term' in value && 'term' in other && value.term === other.term;
}

function valueIn(state: State, { scope, name }: Changed): Value | undefined {
  return state.scopes.get(scope)?.get(name);
}

/** The terms of the changed variables in this state. */
export function termsOf(state: State, changed: readonly Changed[]): ReadonlySet<Term> {
  const values = changed.map((one) => valueIn(state, one));
  return new Set(values.flatMap((value) => (value !== undefined && 'term' in value ? [value.term] : [])));
}

/** The integers among the changed variables; undefined where one of them is not an integer in this state. */
export function intsOf(state: State, changed: readonly Changed[]): readonly IntTerm[] | undefined {
  const ints: IntTerm[] = [];
  for (const one of changed) {
    if (one.kind !== 'int') continue;
    const value = valueIn(state, one);
    if (value?.kind !== 'int') return undefined;
    ints.push(value.term);
  }
  return ints;
}

/** The state with a fresh value of its type in every changed variable. */
export function havoc(machine: Machine, state: State, changed: readonly Changed[], id: string): State {
  return changed.reduce((before, one) => {
    const scope = new Map(before.scopes.get(one.scope)).set(one.name, freshValue(machine, one, id));
    return withScope(before, one.scope, scope);
  }, state);
}

function freshValue({ terms, line }: Machine, { scope, name, kind }: Changed, id: string): PlainValue {
  const variable = `${name} of ${scope} ${id}`;
  switch (kind) {
    case 'bool':
      return boolValue(terms.variable('bool', variable));
    case 'int':
      return intValue(terms.variable('int', variable));
    case 'float':
      return floatValue(terms.variable('float', variable));
    case 'str':
      return strValue(terms.variable('str', variable));
    case 'unbound':
      return { kind: 'unmodelled', construct: `${name} after the loop`, line };
  }
}
