/** The match statement: https://docs.python.org/3/reference/compound_stmts.html#the-match-statement */
import type { Machine } from '../machine/machine.ts';
import { attributeOr, classOf } from '../semantics/library/objects.ts';
import { lookupInClass } from '../semantics/objects/lookup.ts';
import { truth } from '../semantics/objects/truth.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import { compare } from '../semantics/operators/comparison.ts';
import { subscript } from '../semantics/operators/subscripts.ts';
import { isItemSequence, withItems } from '../semantics/sequences/sequences.ts';
import type { MatchCase, Pattern, Statement } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { exceptionClass, isSubclass } from '../values/classes.ts';
import { boolValue, NONE, type PlainValue, type PyClass, type ScopeId, UNBOUND, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';
import { writeName } from './names.ts';
import { executeBlock } from './statements.ts';

/** `match subject: case pattern: body …`. */
export function executeMatch(machine: Machine, statement: Extract<Statement, { kind: 'match' }>): void {
  const subject = evaluate(machine, statement.subject);
  tryCases(machine, subject, statement.cases);
}

function tryCases(machine: Machine, subject: Value, [current, ...rest]: readonly MatchCase[]): void {
  if (current === undefined) return;
  machine.moveTo(current.span.line);
  const next = (): void => {
    machine.observe(current, false, machine.state);
    tryCases(machine, subject, rest);
  };
  const run = (): void => {
    machine.observe(current, true, machine.state);
    executeBlock(machine, current.body);
  };
  const captures = machine.openScope(new Map<string, Value>());
  machine.branch(
    matches({ machine, captures }, current.pattern, subject),
    () => {
      // names are bound when all of the pattern has matched, and before the guard
      for (const [name, value] of machine.state.scopes.get(captures) ?? []) writeName(machine, name, value);
      if (current.guard === undefined) return run();
      machine.branch(truth(machine, evaluate(machine, current.guard)), run, next, nothing);
    },
    next,
    nothing,
  );
}

function nothing(): void {}

/** A pattern being matched, and the scope that has what it captures. */
interface Matching {
  readonly machine: Machine;
  readonly captures: ScopeId;
}

function capture({ machine, captures }: Matching, name: string, value: Value): void {
  machine.storeScope(captures, new Map(machine.state.scopes.get(captures)).set(name, value));
}

/** Whether the subject matches; captures what the names of the pattern stand for. */
function matches(matching: Matching, pattern: Pattern, subject: Value): BoolTerm {
  const { machine } = matching;
  const { terms } = machine;
  switch (pattern.kind) {
    case 'value': {
      const value = evaluate(machine, pattern.value);
      const isSingleton = value.kind === 'none' || value.kind === 'bool';
      return truth(machine, compare(machine, isSingleton ? 'is' : '==', subject, value));
    }
    case 'capture': {
      const inner = pattern.pattern === undefined ? terms.true : matches(matching, pattern.pattern, subject);
      if (pattern.name !== undefined) capture(matching, pattern.name, subject);
      return inner;
    }
    case 'or':
      return matchesAny(matching, pattern.patterns, subject);
    case 'sequence':
      return matchesSequence(matching, pattern.patterns, subject);
    case 'instance':
      return matchesInstance(matching, pattern, subject);
    case 'mapping':
      return matchesMapping(matching, pattern, subject);
    case 'star':
      throw new TypeError('a star pattern stands in a sequence pattern');
    case 'unsupported':
      return machine.cut(pattern.construct, `${pattern.construct} is not modelled`);
  }
}

/** The first alternative that matches binds the names. */
function matchesAny(matching: Matching, [first, ...rest]: readonly Pattern[], subject: Value): BoolTerm {
  const { machine } = matching;
  const { terms } = machine;
  if (first === undefined) return terms.false;
  const isFirst = matches(matching, first, subject);
  if (rest.length === 0) return isFirst;
  const decided = machine.choose(
    isFirst,
    () => boolValue(terms.true),
    () => boolValue(matchesAny(matching, rest, subject)),
  );
  return truth(machine, decided);
}

function matchesSequence(matching: Matching, patterns: readonly Pattern[], subject: Value): BoolTerm {
  const { machine } = matching;
  const { terms } = machine;
  const decided = machine.dispatch(subject, (value) => {
    if (!isItemSequence(value)) return boolValue(terms.false);
    return withItems(machine, value, (items) => boolValue(matchesItems(matching, patterns, items)));
  });
  return truth(machine, decided);
}

/** One pattern for each item, and the items in between for a star pattern. */
function matchesItems(matching: Matching, patterns: readonly Pattern[], items: readonly Value[]): BoolTerm {
  const { machine } = matching;
  const { terms } = machine;
  const star = patterns.findIndex((one) => one.kind === 'star');
  const surplus = items.length - patterns.length;
  if (star < 0 ? surplus !== 0 : surplus < -1) return terms.false;
  const members = patterns.map((pattern, index) => {
    if (pattern.kind === 'star') {
      const rest = items.slice(index, index + surplus + 1);
      if (pattern.name !== undefined) capture(matching, pattern.name, machine.makeList(rest));
      return terms.true;
    }
    const item = items[star >= 0 && index > star ? index + surplus : index];
    return item === undefined ? terms.false : matches(matching, pattern, item);
  });
  return terms.and(...members);
}

type InstancePattern = Extract<Pattern, { kind: 'instance' }>;

/** `case Class(positional, name=…)`: https://docs.python.org/3/reference/compound_stmts.html#class-patterns */
function matchesInstance(matching: Matching, pattern: InstancePattern, subject: Value): BoolTerm {
  const { machine } = matching;
  const { terms } = machine;
  const type = evaluate(machine, pattern.type);
  if (type.kind !== 'class')
    return machine.cut('class pattern', 'the class of the pattern is not one the engine knows');
  const decided = machine.dispatch(subject, (value) => {
    if (value.kind === 'unmodelled') return use(machine, value);
    if (!isSubclass(classOf(machine, value), type.class)) return boolValue(terms.false);
    const parts = partsOf(machine, pattern, type.class);
    return boolValue(terms.and(...parts.map((part) => matchesPart(matching, part, value))));
  });
  return truth(machine, decided);
}

/** A pattern for an attribute of the subject, or for the subject itself. */
interface Part {
  readonly attribute: string | undefined;
  readonly pattern: Pattern;
}

/** Classes whose only positional pattern is for the value itself. */
const SELF_MATCHING = new Set([
  'bool',
  'bytearray',
  'bytes',
  'dict',
  'float',
  'frozenset',
  'int',
  'list',
  'set',
  'str',
  'tuple',
]);

function partsOf(machine: Machine, { positional, named }: InstancePattern, type: PyClass): readonly Part[] {
  const isSelfMatching = type.attributes === undefined && SELF_MATCHING.has(type.name);
  const names = isSelfMatching ? [undefined] : positional.length === 0 ? [] : matchArguments(machine, type);
  if (positional.length > names.length) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  return [
    ...positional.map((pattern, index) => ({ attribute: names[index], pattern })),
    ...named.map(({ name, pattern }) => ({ attribute: name, pattern })),
  ];
}

/** `__match_args__` of a class; dataclasses and named tuples have one of their own. */
function matchArguments(machine: Machine, type: PyClass): readonly string[] {
  const own = lookupInClass(machine, type, '__match_args__');
  if (own === undefined) {
    return (type.record?.fields ?? [])
      .filter((field) => field.isParameter && !field.isKeywordOnly)
      .map(({ name }) => name);
  }
  const names = own.kind === 'tuple' ? own.items : machine.cut('__match_args__', 'it is no known tuple');
  return names.map((name) =>
    name.kind === 'str' && name.term.kind === 'literal'
      ? name.term.value
      : machine.cut('__match_args__', 'it is no tuple of known names'),
  );
}

function matchesPart(matching: Matching, { attribute, pattern }: Part, value: PlainValue): BoolTerm {
  const { machine } = matching;
  if (attribute === undefined) return matches(matching, pattern, value);
  const found = attributeOr(machine, value, attribute, () => UNBOUND);
  const decided = machine.dispatch(found, (plain) =>
    boolValue(plain.kind === 'unbound' ? machine.terms.false : matches(matching, pattern, plain)),
  );
  return truth(machine, decided);
}

type MappingPattern = Extract<Pattern, { kind: 'mapping' }>;

/** `case {key: pattern, **rest}`: the keys are looked up one after the other. */
function matchesMapping(matching: Matching, { entries, rest }: MappingPattern, subject: Value): BoolTerm {
  const { machine } = matching;
  const { terms } = machine;
  const decided = machine.dispatch(subject, (value) => {
    if (value.kind === 'unmodelled') return use(machine, value);
    if (value.kind !== 'dict') return boolValue(terms.false);
    const keys = entries.map(({ key }) => evaluate(machine, key));
    const members = entries.map(({ pattern }, index) => {
      const key = keys[index] ?? NONE;
      const has = truth(machine, compare(machine, 'in', key, value));
      const matched = machine.choose(
        has,
        () =>
          boolValue(
            matches(
              matching,
              pattern,
              machine.dispatch(key, (plain) => subscript(machine, value, plain)),
            ),
          ),
        () => boolValue(terms.false),
      );
      return truth(machine, matched);
    });
    if (rest !== undefined) machine.cut('** pattern', 'the rest of a mapping pattern is not modelled');
    return boolValue(terms.and(...members));
  });
  return truth(machine, decided);
}
