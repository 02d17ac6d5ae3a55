/** The match statement: https://docs.python.org/3/reference/compound_stmts.html#the-match-statement */
import { compare } from '../semantics/comparison.ts';
import { isItemSequence, withItems } from '../semantics/sequences.ts';
import { truth } from '../semantics/truth.ts';
import type { MatchCase, Pattern, Statement } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { boolValue, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';
import type { Machine } from './machine.ts';
import { writeName } from './names.ts';
import { executeBlock } from './statements.ts';

/** `match subject: case pattern: body …`. */
export function executeMatch(machine: Machine, statement: Extract<Statement, { kind: 'match' }>): void {
  const subject = evaluate(machine, statement.subject);
  tryCases(machine, subject, statement.cases);
}

function tryCases(machine: Machine, subject: Value, [current, ...rest]: readonly MatchCase[]): void {
  if (current === undefined) return;
  machine.line = current.span.line;
  const next = (): void => tryCases(machine, subject, rest);
  machine.branch(
    matches(machine, current.pattern, subject),
    () => {
      if (current.guard === undefined) return executeBlock(machine, current.body);
      machine.branch(
        truth(machine, evaluate(machine, current.guard)),
        () => executeBlock(machine, current.body),
        next,
        nothing,
      );
    },
    next,
    nothing,
  );
}

function nothing(): void {}

/** Whether the subject matches; binds the names of the pattern, which CPython leaves open where it does not match. */
function matches(machine: Machine, pattern: Pattern, subject: Value): BoolTerm {
  const { terms } = machine;
  switch (pattern.kind) {
    case 'value': {
      const value = evaluate(machine, pattern.value);
      const isSingleton = value.kind === 'none' || value.kind === 'bool';
      return truth(machine, compare(machine, isSingleton ? 'is' : '==', subject, value));
    }
    case 'capture': {
      const inner = pattern.pattern === undefined ? terms.true : matches(machine, pattern.pattern, subject);
      if (pattern.name !== undefined) writeName(machine, pattern.name, subject);
      return inner;
    }
    case 'or':
      return terms.or(...pattern.patterns.map((one) => matches(machine, one, subject)));
    case 'sequence':
      return matchesSequence(machine, pattern.patterns, subject);
    case 'star':
    case 'mapping':
    case 'instance':
      return machine.cut(`${pattern.kind} pattern`, `${pattern.kind} patterns are not modelled`);
    case 'unsupported':
      return machine.cut(pattern.construct, `${pattern.construct} is not modelled`);
  }
}

function matchesSequence(machine: Machine, patterns: readonly Pattern[], subject: Value): BoolTerm {
  const { terms } = machine;
  const decided = machine.dispatch(subject, (value) => {
    if (!isItemSequence(value)) return boolValue(terms.false);
    return withItems(machine, value, (items) => {
      if (patterns.some((one) => one.kind === 'star'))
        return machine.cut('star pattern', 'star patterns are not modelled');
      if (items.length !== patterns.length) return boolValue(terms.false);
      const members = items.map((item, index) => {
        const pattern = patterns[index];
        return pattern === undefined ? terms.false : matches(machine, pattern, item);
      });
      return boolValue(terms.and(...members));
    });
  });
  return truth(machine, decided);
}
