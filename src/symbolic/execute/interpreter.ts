/** What operations on values ask of the executor, which runs the program; see {@link ../machine/interpreter.ts Interpreter}. */
import type { Interpreter } from '../machine/interpreter.ts';
import type { Machine } from '../machine/machine.ts';
import { getAttribute } from '../semantics/attributes.ts';
import { binary } from '../semantics/operators/arithmetic.ts';
import { compare } from '../semantics/operators/comparison.ts';
import { callValue } from './calls.ts';
import { pullGenerator } from './eager-generators.ts';
import { iterate } from './iterate.ts';

/** The interpreter of whatever a machine runs. */
export function interpreterOf(machine: Machine): Interpreter {
  return {
    call: (callee, args) => callValue(machine, callee, args),
    iterate: (iterable, walk) => iterate(machine, iterable, walk),
    resume: (generator, onElement, onEnd) => pullGenerator(machine, generator, onElement, onEnd),
    attribute: (value, name) => getAttribute(machine, value, name),
    compare: (operator, left, right) => compare(machine, operator, left, right),
    binary: (operator, left, right) => binary(machine, operator, left, right),
  };
}
