/** Comprehensions: https://docs.python.org/3/reference/expressions.html#displays-for-lists-sets-and-dictionaries */
import { catching } from '../machine/catching.ts';
import type { Machine } from '../machine/machine.ts';
import { makeDict, setEntry } from '../semantics/containers/dicts.ts';
import { indexed, useUp } from '../semantics/containers/indexed-walks.ts';
import { makeIterator } from '../semantics/containers/iterators.ts';
import { addElement, makeSet } from '../semantics/containers/sets.ts';
import type { ListValue } from '../semantics/objects/held-items.ts';
import { truth } from '../semantics/objects/truth.ts';
import { setItems, withItems } from '../semantics/sequences/sequences.ts';
import type { Comprehension, Expression } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, NONE, type PlainValue, UNBOUND, type Value } from '../values/value.ts';
import { mapped, quantified, summed } from './any-length-loops.ts';
import { bindingsOf } from './bindings.ts';
import { evaluateIterable } from './displays.ts';
import { evaluate } from './expressions.ts';
import { iterate } from './iterate.ts';
import { mayBeShared } from './loops.ts';
import { refuseMixedNames } from './mixed-names.ts';
import { INLINED, readName, writeName } from './names.ts';
import { assign } from './statements.ts';

/** An expression that runs loops to make elements. */
export type Generated = Extract<Expression, { kind: 'listcomp' | 'setcomp' | 'generator' }>;

type Loops = Generated | Extract<Expression, { kind: 'dictcomp' }>;

/** `[element for target in iterable if condition]`; a generator expression that is used up at once gives the same items. */
export function evaluateListComprehension(machine: Machine, comprehension: Generated): Value {
  const [loop, inner] = comprehension.generators;
  const iterable = firstIterable(machine, comprehension);
  const walk = machine.limits.isInductive && inner === undefined ? indexed(machine, iterable) : undefined;
  if (walk !== undefined && loop !== undefined) {
    useUp(machine, iterable, NONE);
    return inScope(machine, comprehension, () => mapped(machine, comprehension.element, loop, walk));
  }
  const list = machine.makeList([]);
  if (list.kind !== 'list') throw new TypeError('makeList made no list');
  runLoops(machine, comprehension, iterable, {
    emit: () => append(machine, list, evaluate(machine, comprehension.element)),
  });
  return list;
}

function append(machine: Machine, list: ListValue, item: Value): void {
  withItems(machine, list, (items) => {
    setItems(machine, list, [...items, item]);
    return NONE;
  });
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

/** `(element for target in iterable if condition)`; its first iterable is evaluated at once. */
export function makeGeneratorExpression(machine: Machine, generator: Generated): Value {
  const { frame } = machine;
  const iterable = firstIterable(machine, generator);
  return makeIterator(machine, {
    type: 'generator',
    isGuarded: false,
    roots: { values: [iterable], names: generator, scopes: frame.scopes },
    run: (onYield) =>
      machine.withFrame({ ...frame, onYield }, () =>
        catching(
          machine,
          exceptionClass('StopIteration'),
          () => {
            runLoops(machine, generator, iterable, { emit: () => onYield(evaluate(machine, generator.element)) });
            return NONE;
          },
          () => machine.raise({ kind: 'exception', class: exceptionClass('RuntimeError') }),
        ),
      ),
  });
}

/** Holds the answer of a quantifier in the comprehension's scope; no variable can have this name. */
const ANSWER = '.answer';

/** `any(… for …)` and `all(… for …)`: later elements are not evaluated once the answer is known. */
export function evaluateQuantifier(machine: Machine, kind: 'any' | 'all', generator: Generated): Value {
  const { terms } = machine;
  const decides = (value: Value): BoolTerm => {
    const holds = truth(machine, value);
    return kind === 'any' ? holds : terms.not(holds);
  };
  const leaveIf = (condition: BoolTerm, prepare: () => void): void =>
    machine.branch(
      condition,
      () => {
        prepare();
        machine.jump('break');
      },
      () => {},
      () => {},
    );
  const iterable = firstIterable(machine, generator);
  const walk = machine.limits.isInductive ? indexed(machine, iterable) : undefined;
  if (walk !== undefined) {
    // how far it has been walked when the answer is known depends on the items
    useUp(machine, iterable, { kind: 'unmodelled', construct: `${kind}()`, line: machine.line });
    return inScope(machine, generator, () =>
      boolValue(quantified(machine, kind, generator.element, generator.generators, walk)),
    );
  }
  return runLoops(machine, generator, iterable, {
    answer: boolValue(terms.bool(kind === 'all')),
    emit: () =>
      leaveIf(decides(evaluate(machine, generator.element)), () =>
        writeName(machine, ANSWER, boolValue(terms.bool(kind === 'any'))),
      ),
    afterInner: () => leaveIf(decides(readName(machine, ANSWER)), () => {}),
  });
}

/** `sum(… for …)` over something of any length; undefined for everything else, whose items are collected first. */
export function evaluateSum(machine: Machine, generator: Generated): Value | undefined {
  const [loop, inner] = generator.generators;
  if (!machine.limits.isInductive || loop === undefined || inner !== undefined) return undefined;
  // looked at first: whoever collects the items evaluates the iterable again
  const isIndexed = (): boolean => indexed(machine, firstIterable(machine, generator)) !== undefined;
  if (machine.withhold(() => machine.attempt(machine.state, isIndexed)).value?.value !== true) return undefined;
  const iterable = firstIterable(machine, generator);
  const walk = indexed(machine, iterable);
  if (walk !== undefined) useUp(machine, iterable, NONE);
  return walk && inScope(machine, generator, () => summed(machine, generator.element, loop, walk));
}

/** What the loops of a comprehension do. */
interface Emission {
  /** Runs at the innermost place. */
  readonly emit: () => void;
  /** Runs behind every inner loop. */
  readonly afterInner?: () => void;
  /** What the answer is at first. */
  readonly answer?: PlainValue;
}

function run(machine: Machine, comprehension: Loops, emit: () => void): void {
  runLoops(machine, comprehension, firstIterable(machine, comprehension), { emit });
}

/** The first iterable is evaluated outside the comprehension's scope. */
function firstIterable(machine: Machine, { generators }: Loops): Value {
  const [first] = generators;
  if (first === undefined) throw new TypeError('a comprehension needs a loop');
  if (generators.some((one) => one.isAsync)) return machine.cut('async comprehension', 'it is not modelled');
  return evaluateIterable(machine, first.iterable);
}

/** Runs the loops of a comprehension in a scope of their own and gives the answer left in it. */
function runLoops(machine: Machine, comprehension: Loops, iterable: Value, emission: Emission): Value {
  return inScope(machine, comprehension, () => {
    writeName(machine, ANSWER, emission.answer ?? NONE);
    walk(machine, iterable, comprehension.generators, emission);
    return readName(machine, ANSWER);
  });
}

/** Runs `work` in the scope that a comprehension's loops have of their own. */
function inScope(machine: Machine, comprehension: Loops, work: () => Value): Value {
  const { generators, kind, span } = comprehension;
  const { frame } = machine;
  const targets = generators.map(({ target }) => target);
  const { locals } = bindingsOf([{ kind: 'assign', targets, value: { kind: 'tuple', items: [], span }, span }]);
  const variables = new Map<string, Value>([...locals].map((name) => [name, UNBOUND]));
  const [around] = frame.scopes;
  const isInClass = around !== undefined && around === frame.classScope;
  if (kind !== 'generator' && !isInClass) variables.set(INLINED, NONE);
  // the names of a class are not seen by what has a scope of its own in its body
  const { classScope, classNames: _, ...rest } = frame;
  const outer = frame.scopes.filter((id) => id !== classScope);
  if (kind === 'generator') refuseMixedNames(machine, comprehension, outer);
  // what a class body declares global is not global inside it
  const globals = new Set(isInClass ? [] : [...frame.globals].filter((name) => !locals.has(name)));
  const scopes = [machine.openScope(variables), ...outer];
  return machine.withFrame({ ...rest, scopes, globals, nonlocals: new Set(), outer: frame }, work);
}

function walk(
  machine: Machine,
  iterable: Value,
  [current, ...inner]: readonly Comprehension[],
  emission: Emission,
): void {
  if (current === undefined) return;
  const { target, conditions } = current;
  iterate(machine, iterable, {
    line: target.span.line,
    isShared: mayBeShared(current.iterable),
    body: (item) => {
      assign(machine, target, item);
      filtered(machine, conditions, () => {
        const [next] = inner;
        if (next === undefined) return emission.emit();
        walk(machine, evaluateIterable(machine, next.iterable), inner, emission);
        emission.afterInner?.();
      });
    },
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
