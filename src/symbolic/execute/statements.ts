/** Executes statements: https://docs.python.org/3/reference/simple_stmts.html and compound_stmts.html */
import type { Machine } from '../machine/machine.ts';
import { getAttribute } from '../semantics/attributes.ts';
import { forEachElement, isComputed, withElements } from '../semantics/containers/iteration.ts';
import { changeItems } from '../semantics/containers/lists.ts';
import { importedModule, libraryAttribute } from '../semantics/library/library.ts';
import { deleteAttribute, setAttribute } from '../semantics/objects/attribute-changes.ts';
import type { ListValue } from '../semantics/objects/held-items.ts';
import { specialAugmented } from '../semantics/objects/special-methods.ts';
import { truth } from '../semantics/objects/truth.ts';
import { TYPING_NAMES } from '../semantics/objects/typing.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import { binary } from '../semantics/operators/arithmetic.ts';
import { augmentContainer } from '../semantics/operators/container-operators.ts';
import { withItems } from '../semantics/sequences/sequences.ts';
import type { BinaryOperator, Expression, Statement } from '../syntax/ast.ts';
import { NO_ARGUMENTS } from '../values/arguments.ts';
import { exceptionClass, isSubclass } from '../values/classes.ts';
import { type ExceptionValue, NONE, type PlainValue, UNBOUND, type Value } from '../values/value.ts';
import { defineClass } from './class-definitions.ts';
import { defineFunction } from './decorators.ts';
import { evaluate } from './expressions.ts';
import { executeTry } from './handlers.ts';
import { makeException } from './instances.ts';
import { executeFor, executeWhile } from './loops.ts';
import { executeMatch } from './match-statements.ts';
import { mangled, readName, writeName } from './names.ts';
import { assignSubscript, augmentSubscript, deleteSubscriptTarget } from './subscript-targets.ts';
import { executeWith } from './with-statements.ts';

/** Executes statements one after the other. Ends the path where no path goes on behind them. */
export function executeBlock(machine: Machine, statements: readonly Statement[]): void {
  for (const statement of statements) execute(machine, statement);
}

function execute(machine: Machine, statement: Statement): void {
  machine.step();
  machine.moveTo(statement.span.line);
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
      return machine.decide(
        statement.test,
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
      return machine.returnValue(value, statement.span.line);
    }
    case 'break':
      return machine.jump('break');
    case 'continue':
      return machine.jump('continue');
    case 'raise':
      return raise(machine, statement.exception, statement.cause);
    case 'try':
      return executeTry(machine, statement);
    case 'assert':
      return assertion(machine, statement.test, statement.message);
    case 'function':
      return writeName(machine, statement.name, defineFunction(machine, statement));
    case 'class':
      return writeName(machine, statement.name, defineClass(machine, statement));
    case 'import':
      for (const { name, alias } of statement.names) {
        const package_ = name.split('.', 1)[0] ?? name;
        writeName(machine, alias ?? package_, importedModule(machine, alias === undefined ? package_ : name));
      }
      return;
    case 'importfrom':
      if (statement.names === '*') return importStar(machine, statement.module);
      for (const { name, alias } of statement.names) {
        writeName(machine, alias ?? name, libraryAttribute(machine, statement.module, name));
      }
      return;
    case 'global':
    case 'nonlocal':
      return;
    case 'delete':
      for (const target of statement.targets) deleteTarget(machine, target);
      return;
    case 'with':
      return executeWith(machine, statement);
    case 'match':
      return executeMatch(machine, statement);
    case 'unsupported':
      return machine.cut(statement.construct, `${statement.construct} is not modelled`);
  }
}

function importStar(machine: Machine, module: string): void {
  if (module !== 'typing') machine.cut('import *', `the names that a star import of ${module} binds are not modelled`);
  for (const name of TYPING_NAMES) writeName(machine, name, libraryAttribute(machine, module, name));
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
      return assignSubscript(machine, target, value);
    case 'attribute':
      return onAttribute(machine, target, (object, name) => setAttribute(machine, object, name, value));
    default:
      machine.cut(`assignment to ${target.kind}`, `assignments to a ${target.kind} are not modelled`);
  }
}

type AttributeNode = Extract<Expression, { kind: 'attribute' }>;

function onAttribute(
  machine: Machine,
  target: AttributeNode,
  change: (object: PlainValue, name: string) => void,
): void {
  const name = mangled(machine, target.name);
  machine.dispatch(evaluate(machine, target.object), (object) => {
    change(object, name);
    return NONE;
  });
}

/** `del target`. */
function deleteTarget(machine: Machine, target: Expression): void {
  switch (target.kind) {
    case 'name':
      readName(machine, target.id);
      return writeName(machine, target.id, UNBOUND);
    case 'tuple':
    case 'list':
      for (const item of target.items) deleteTarget(machine, item);
      return;
    case 'attribute':
      return onAttribute(machine, target, (object, name) => deleteAttribute(machine, object, name));
    case 'subscript':
      return deleteSubscriptTarget(machine, target);
    default:
      machine.cut(`del of a ${target.kind}`, `deleting a ${target.kind} is not modelled`);
  }
}

function unpack(machine: Machine, targets: readonly Expression[], value: Value): void {
  const bind = (items: readonly Value[]): Value => {
    assignEach(machine, targets, items);
    return NONE;
  };
  machine.dispatch(value, (plain) => {
    if (!isComputed(plain) || targets.some(({ kind }) => kind === 'starred')) return withElements(machine, plain, bind);
    // an iterator is asked for one element too many, and not for more
    const given: ListValue = { kind: 'list', object: machine.allocate({ kind: 'tuple', items: [] }) };
    forEachElement(machine, plain, (element) => {
      changeItems(machine, given, (items) => [...items, element]);
      withItems(machine, given, (items) =>
        items.length > targets.length
          ? machine.raise({ kind: 'exception', class: exceptionClass('ValueError') })
          : NONE,
      );
    });
    return withItems(machine, given, bind);
  });
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

/** `target operator= value`: the target's parts are evaluated once, and a list is extended in place. */
function augment(machine: Machine, statement: Extract<Statement, { kind: 'augassign' }>): void {
  const { target, operator } = statement;
  if (target.kind === 'attribute') return augmentAttribute(machine, statement, target);
  if (target.kind === 'subscript') {
    return augmentSubscript(machine, target, (before) => {
      const operand = evaluate(machine, statement.value);
      machine.moveTo(statement.span.line);
      return augmented(machine, operator, before, operand);
    });
  }
  if (target.kind !== 'name') machine.cut(`${operator}= on a ${target.kind}`, 'only variables can be augmented');
  const before = readName(machine, target.id);
  const operand = evaluate(machine, statement.value);
  machine.moveTo(statement.span.line);
  writeName(machine, target.id, augmented(machine, operator, before, operand));
}

function augmented(machine: Machine, operator: BinaryOperator, before: Value, operand: Value): Value {
  return machine.dispatch(before, (plain) => {
    const special = plain.kind === 'instance' ? specialAugmented(machine, operator, plain, operand) : undefined;
    if (special !== undefined) return special;
    return machine.dispatch(
      operand,
      (other) => augmentContainer(machine, operator, plain, other) ?? binary(machine, operator, plain, other),
    );
  });
}

function augmentAttribute(
  machine: Machine,
  { operator, value, span }: Extract<Statement, { kind: 'augassign' }>,
  target: AttributeNode,
): void {
  onAttribute(machine, target, (object, name) => {
    const before = getAttribute(machine, object, name);
    const operand = evaluate(machine, value);
    machine.moveTo(span.line);
    setAttribute(machine, object, name, augmented(machine, operator, before, operand));
  });
}

function assertion(machine: Machine, test: Expression, message: Expression | undefined): void {
  const { line } = machine;
  const holds = truth(machine, evaluate(machine, test));
  machine.moveTo(line);
  machine.decide(
    test,
    holds,
    nothing,
    () => {
      const args = message === undefined ? [] : [evaluate(machine, message)];
      machine.moveTo(line);
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
  machine.moveTo(line);
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
    ? makeException(machine, value.class, NO_ARGUMENTS)
    : { kind: 'exception', class: exceptionClass('TypeError') };
}

/** Whether the value is an exception or an exception class. */
function isException(value: PlainValue): boolean {
  if (value.kind === 'class') return isSubclass(value.class, exceptionClass('BaseException'));
  return value.kind === 'exception';
}
