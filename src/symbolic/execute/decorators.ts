/** Decorators: https://docs.python.org/3/reference/compound_stmts.html#function-definitions */
import { isContractDecorator, isContractLibrary } from '../contracts/libraries.ts';
import type { Machine } from '../machine/machine.ts';
import type { Expression, FunctionDef } from '../syntax/ast.ts';
import { NO_ARGUMENTS } from '../values/arguments.ts';
import type { Value } from '../values/value.ts';
import { callValue } from './calls.ts';
import { evaluate } from './expressions.ts';
import { makeFunction } from './functions.ts';

/** The value a `def` statement binds: the function, handed from the innermost decorator to the outermost. */
export function defineFunction(machine: Machine, definition: FunctionDef): Value {
  const decorators = definition.decorators
    .filter((decorator) => !statesContract(machine, decorator))
    .map((decorator) => evaluate(machine, decorator));
  return decorators.reduceRight<Value>(
    (value, decorator) =>
      machine.dispatch(decorator, (callee) => callValue(machine, callee, { ...NO_ARGUMENTS, positional: [value] })),
    makeFunction(machine, definition),
  );
}

/** Whether a decorator states a contract, and leaves what it decorates as it is. Its arguments are not evaluated. */
export function statesContract(machine: Machine, decorator: Expression): boolean {
  const callee = decorator.kind === 'call' ? decorator.callee : decorator;
  if (callee.kind !== 'name' && (callee.kind !== 'attribute' || callee.object.kind !== 'name')) return false;
  const value = evaluate(machine, callee);
  if (value.kind !== 'builtin') return false;
  const [library = '', name = ''] = value.name.split('.');
  return isContractLibrary(library) && isContractDecorator(library, name);
}
