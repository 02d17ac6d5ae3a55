/** Comprehensions: https://docs.python.org/3/reference/expressions.html#displays-for-lists-sets-and-dictionaries */
import { makeDict, setEntry } from '../semantics/dicts.ts';
import { type ListValue, setItems, withItems } from '../semantics/sequences.ts';
import { addElement, makeSet } from '../semantics/sets.ts';
import { truth } from '../semantics/truth.ts';
import type { Comprehension, Expression } from '../syntax/ast.ts';
import { boolValue, NONE, type PlainValue, UNBOUND, type Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import { evaluate } from './expressions.ts';
import { iterate } from './loops.ts';
import { Dead, type Machine } from './machine.ts';
import { INLINED, readName, writeName } from './names.ts';
import { assign } from './statements.ts';

/** An expression that runs loops to make elements. */
export type Generated = Extract<Expression, { kind: 'listcomp' | 'setcomp' | 'generator' }>;

type Loops = Generated | Extract<Expression, { kind: 'dictcomp' }>;

/** `[element for target in iterable if condition]`; a generator expression that is used up at once gives the same items. */
export function evaluateListComprehension(machine: Machine, comprehension: Generated): Value {
  const list = machine.makeList([]);
  if (list.kind !== 'list') throw new TypeError('makeList made no list');
  run(machine, comprehension, () => append(machine, list, evaluate(machine, comprehension.element)));
  return list;
}

/** `{element for target in iterable if condition}`. */
export function evaluateSetComprehension(machine: Machine, comprehension: Generated): Value {
  const set = makeSet(machine);
  run(machine, comprehension, () => addElement(machine, set, evaluate(machine, comprehension.element)));
  return set;
}

/** `{key: value for target in iterable if condition}`. */
export function evaluateDictComprehension(
  machine: Machine,
  comprehension: Extract<Expression, { kind: 'dictcomp' }>,
): Value {
  const dict = makeDict(machine);
  run(machine, comprehension, () => {
    const key = evaluate(machine, comprehension.key);
    setEntry(machine, dict, key, evaluate(machine, comprehension.value));
  });
  return dict;
}

function append(machine: Machine, list: ListValue, item: Value): void {
  withItems(machine, list, (items) => {
    setItems(machine, list, [...items, item]);
    return NONE;
  });
}

/** Holds the answer of a quantifier in the comprehension's scope; no variable can have this name. */
const ANSWER = '.answer';

/** `any(… for …)` and `all(… for …)`: later elements are not evaluated once the answer is known. */
export function evaluateQuantifier(machine: Machine, kind: 'any' | 'all', generator: Generated): Value {
  const { terms } = machine;
  if (generator.generators.length > 1) {
    return machine.cut(`${kind}()`, `${kind}() of a generator with several loops is not modelled`);
  }
  return run(
    machine,
    generator,
    () => {
      const holds = truth(machine, evaluate(machine, generator.element));
      machine.branch(
        kind === 'any' ? holds : terms.not(holds),
        () => {
          writeName(machine, ANSWER, boolValue(terms.bool(kind === 'any')));
          machine.jumps.breaks.push(machine.state);
          throw new Dead();
        },
        () => {},
        () => {},
      );
    },
    boolValue(terms.bool(kind === 'all')),
  );
}

/** Runs the loops of a comprehension in a scope of their own and gives the answer left in it. */
function run(machine: Machine, comprehension: Loops, emit: () => void, answer: PlainValue = NONE): Value {
  const { generators, kind, span } = comprehension;
  const made = kind === 'dictcomp' ? [comprehension.key, comprehension.value] : [comprehension.element];
  const [first] = generators;
  if (first === undefined) throw new TypeError('a comprehension needs a loop');
  if (generators.some((one) => one.isAsync)) return machine.cut('async comprehension', 'it is not modelled');
  refuseWalrus(machine, [...made, ...generators.flatMap((one) => [...one.conditions, one.iterable])]);
  // the first iterable is evaluated outside the comprehension's scope
  const iterable = evaluate(machine, first.iterable);
  const { frame } = machine;
  const targets = generators.map(({ target }) => target);
  const { locals } = bindingsOf([{ kind: 'assign', targets, value: { kind: 'tuple', items: [], span }, span }]);
  const variables = new Map<string, Value>([...locals].map((name) => [name, UNBOUND]));
  if (kind !== 'generator') variables.set(INLINED, NONE);
  const scope = machine.openScope(variables.set(ANSWER, answer));
  machine.frame = { ...frame, scopes: [scope, ...frame.scopes], globals: new Set(), nonlocals: new Set() };
  try {
    walk(machine, iterable, generators, emit);
    return readName(machine, ANSWER);
  } finally {
    machine.frame = frame;
  }
}

function walk(
  machine: Machine,
  iterable: Value,
  [current, ...inner]: readonly Comprehension[],
  emit: () => void,
): void {
  if (current === undefined) return;
  const { target, conditions } = current;
  iterate(machine, iterable, target.span.line, (item) => {
    assign(machine, target, item);
    filtered(machine, conditions, () => {
      const [next] = inner;
      if (next === undefined) emit();
      else walk(machine, evaluate(machine, next.iterable), inner, emit);
    });
  });
}

function filtered(machine: Machine, [condition, ...more]: readonly Expression[], body: () => void): void {
  if (condition === undefined) return body();
  machine.decide(
    condition,
    truth(machine, evaluate(machine, condition)),
    () => filtered(machine, more, body),
    () => {},
    () => {},
  );
}

/** An assignment expression in a comprehension binds in the scope outside it. */
function refuseWalrus(machine: Machine, expressions: readonly Expression[]): void {
  const block = expressions.map((value) => ({ kind: 'expression', value, span: value.span }) as const);
  if (bindingsOf(block).locals.size > 0) machine.cut(':= in a comprehension', 'it is not modelled');
}
