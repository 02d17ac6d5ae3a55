/** Executes statements: https://docs.python.org/3/reference/simple_stmts.html and compound_stmts.html */
import { binary } from '../semantics/arithmetic.ts';
import { withElements } from '../semantics/iteration.ts';
import { importedModule, libraryAttribute } from '../semantics/library.ts';
import { callListMethod } from '../semantics/lists.ts';
import { integerTerm, isInteger } from '../semantics/numbers.ts';
import { assignItem } from '../semantics/sequences.ts';
import { truth, use } from '../semantics/truth.ts';
import type { Expression, Statement } from '../syntax/ast.ts';
import { exceptionClass, isSubclass } from '../values/classes.ts';
import { type ExceptionValue, NONE, type PlainValue, typeName, type Value } from '../values/value.ts';
import { makeException, NO_NAMED_ARGUMENTS } from './calls.ts';
import { defineClass } from './class-definitions.ts';
import { evaluate } from './expressions.ts';
import { makeFunction } from './functions.ts';
import { executeTry } from './handlers.ts';
import { executeFor, executeWhile } from './loops.ts';
import { Dead, type Machine } from './machine.ts';
import { executeMatch } from './match-statements.ts';
import { readName, writeName } from './names.ts';

/** Executes statements one after the other. Throws Dead where no path goes on behind them. */
export function executeBlock(machine: Machine, statements: readonly Statement[]): void {
  for (const statement of statements) execute(machine, statement);
}

function execute(machine: Machine, statement: Statement): void {
  machine.step();
  machine.line = statement.span.line;
  switch (statement.kind) {
    case 'pass':
    case 'typealias':
      return;
    case 'expression':
      evaluate(machine, statement.value);
      return;
    case 'assign': {
      const value = evaluate(machine, statement.value);
      for (const target of statement.targets) assign(machine, target, value);
      return;
    }
    case 'annassign':
      if (statement.value !== undefined) assign(machine, statement.target, evaluate(machine, statement.value));
      return;
    case 'augassign':
      return augment(machine, statement);
    case 'if':
      return machine.branch(
        truth(machine, evaluate(machine, statement.test)),
        () => executeBlock(machine, statement.body),
        () => executeBlock(machine, statement.orelse),
        nothing,
      );
    case 'while':
      return executeWhile(machine, statement);
    case 'for':
      return executeFor(machine, statement);
    case 'return': {
      const value = statement.value === undefined ? NONE : evaluate(machine, statement.value);
      machine.jumps.returns.push({ state: machine.state, value, line: statement.span.line });
      throw new Dead();
    }
    case 'break':
      machine.jumps.breaks.push(machine.state);
      throw new Dead();
    case 'continue':
      machine.jumps.continues.push(machine.state);
      throw new Dead();
    case 'raise':
      return raise(machine, statement.exception, statement.cause);
    case 'try':
      return executeTry(machine, statement);
    case 'assert':
      return assertion(machine, statement.test, statement.message);
    case 'function': {
      const made: PlainValue =
        statement.decorators.length === 0
          ? makeFunction(machine, statement)
          : { kind: 'unmodelled', construct: `decorated function ${statement.name}`, line: statement.span.line };
      return writeName(machine, statement.name, made);
    }
    case 'class':
      return writeName(machine, statement.name, defineClass(machine, statement));
    case 'import':
      for (const { name, alias } of statement.names) {
        writeName(machine, alias ?? name.split('.', 1)[0] ?? name, importedModule(machine, name));
      }
      return;
    case 'importfrom':
      if (statement.names === '*') machine.cut('import *', 'the names a star import binds are not modelled');
      for (const { name, alias } of statement.names) {
        writeName(machine, alias ?? name, libraryAttribute(machine, statement.module, name));
      }
      return;
    case 'global':
    case 'nonlocal':
      return;
    case 'delete':
      return machine.cut('del', 'del is not modelled');
    case 'with':
      return machine.cut('with', 'context managers are not modelled');
    case 'match':
      return executeMatch(machine, statement);
    case 'unsupported':
      return machine.cut(statement.construct, `${statement.construct} is not modelled`);
  }
}

function nothing(): void {}

/** Binds a target: a name, an item of a list, or a sequence of targets. */
export function assign(machine: Machine, target: Expression, value: Value): void {
  switch (target.kind) {
    case 'name':
      return writeName(machine, target.id, value);
    case 'tuple':
    case 'list':
      return unpack(machine, target.items, value);
    case 'subscript':
      return assignSubscript(machine, target.object, target.index, value);
    default:
      machine.cut(`assignment to ${target.kind}`, `assignments to a ${target.kind} are not modelled`);
  }
}

function unpack(machine: Machine, targets: readonly Expression[], value: Value): void {
  machine.dispatch(value, (plain) =>
    withElements(machine, plain, (items) => {
      assignEach(machine, targets, items);
      return NONE;
    }),
  );
}

/** Binds targets to items, one of them perhaps `*rest`; raises ValueError where their numbers differ. */
function assignEach(machine: Machine, targets: readonly Expression[], items: readonly Value[]): void {
  const star = targets.findIndex((target) => target.kind === 'starred');
  const surplus = items.length - targets.length;
  if (star < 0 ? surplus !== 0 : surplus < -1) {
    machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  }
  for (const [index, target] of targets.entries()) {
    if (target.kind === 'starred') {
      assign(machine, target.value, machine.makeList(items.slice(index, index + surplus + 1)));
      continue;
    }
    const item = items[star >= 0 && index > star ? index + surplus : index];
    if (item !== undefined) assign(machine, target, item);
  }
}

function assignSubscript(machine: Machine, objectExpression: Expression, index: Expression, value: Value): void {
  const object = evaluate(machine, objectExpression);
  const position = index.kind === 'slice' ? undefined : evaluate(machine, index);
  if (position === undefined) machine.cut('assignment to a slice', 'assignments to slices are not modelled');
  machine.dispatch(object, (container) =>
    machine.dispatch(position, (at) => {
      if (container.kind === 'unmodelled' || container.kind === 'unbound') return use(machine, container);
      if (container.kind !== 'list' || !isInteger(at)) {
        return machine.cut('item assignment', `items of a value of type ${typeName(container)} are not modelled`);
      }
      assignItem(machine, container, integerTerm(machine, at), value);
      return NONE;
    }),
  );
}

/** `target operator= value`: the target's parts are evaluated once, and a list is extended in place. */
function augment(machine: Machine, statement: Extract<Statement, { kind: 'augassign' }>): void {
  const { target, operator } = statement;
  if (target.kind !== 'name') machine.cut(`${operator}= on a ${target.kind}`, 'only variables can be augmented');
  const before = readName(machine, target.id);
  const operand = evaluate(machine, statement.value);
  machine.line = statement.span.line;
  const after = machine.dispatch(before, (plain) => {
    if (plain.kind !== 'list') return binary(machine, operator, plain, operand);
    if (operator !== '+') return machine.cut(`list ${operator}=`, 'only += is modelled for lists');
    machine.dispatch(operand, (added) => callListMethod(machine, 'extend', plain, [added], NO_NAMED_ARGUMENTS));
    return plain;
  });
  writeName(machine, target.id, after);
}

function assertion(machine: Machine, test: Expression, message: Expression | undefined): void {
  const { line } = machine;
  const holds = truth(machine, evaluate(machine, test));
  machine.line = line;
  machine.branch(
    holds,
    nothing,
    () => {
      const args = message === undefined ? [] : [evaluate(machine, message)];
      machine.line = line;
      machine.raise({ kind: 'exception', class: exceptionClass('AssertionError'), args });
    },
    nothing,
  );
}

function raise(machine: Machine, exception: Expression | undefined, cause: Expression | undefined): void {
  const { line } = machine;
  if (exception === undefined) {
    machine.raise(machine.handling ?? { kind: 'exception', class: exceptionClass('RuntimeError') });
  }
  const raised = evaluate(machine, exception);
  const because = cause && evaluate(machine, cause);
  machine.line = line;
  machine.dispatch(raised, (value) => {
    const instance = exceptionOf(machine, value);
    if (because === undefined) return machine.raise(instance);
    return machine.dispatch(because, (reason) =>
      machine.raise(reason.kind === 'none' || isException(reason) ? instance : exceptionOf(machine, reason)),
    );
  });
}

/** What `raise value` raises: an instance, an instance of a class, or TypeError. */
function exceptionOf(machine: Machine, value: PlainValue): ExceptionValue {
  if (value.kind === 'unmodelled' || value.kind === 'unbound') return use(machine, value);
  if (value.kind === 'exception') return value;
  return value.kind === 'class' && isException(value)
    ? makeException(machine, value.class, { positional: [], named: new Map() })
    : { kind: 'exception', class: exceptionClass('TypeError') };
}

/** Whether the value is an exception or an exception class. */
function isException(value: PlainValue): boolean {
  if (value.kind === 'class') return isSubclass(value.class, exceptionClass('BaseException'));
  return value.kind === 'exception';
}
