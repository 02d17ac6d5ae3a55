/** What operations on values ask of the executor, which runs the program; see {@link ../machine/interpreter.ts Interpreter}. */
import type { Interpreter } from '../machine/interpreter.ts';
import type { Machine } from '../machine/machine.ts';
import { getAttribute } from '../semantics/attributes.ts';
import { binary } from '../semantics/operators/arithmetic.ts';
import { compare } from '../semantics/operators/comparison.ts';
import { callValue } from './calls.ts';
import { pullGenerator } from './eager-generators.ts';
import { iterate } from './iterate.ts';

/** The interpreter of whatever a machine runs. How often an operation asks is its own affair. */
export function interpreterOf(machine: Machine): Interpreter {
  return {
    call: (callee, args) => machine.apart(() => callValue(machine, callee, args)),
    iterate: (iterable, walk) => machine.apart(() => iterate(machine, iterable, walk)),
    resume: (generator, onElement, onEnd) => machine.apart(() => pullGenerator(machine, generator, onElement, onEnd)),
    attribute: (value, name) => machine.apart(() => getAttribute(machine, value, name)),
    compare: (operator, left, right) => machine.apart(() => compare(machine, operator, left, right)),
    binary: (operator, left, right) => machine.apart(() => binary(machine, operator, left, right)),
  };
}
