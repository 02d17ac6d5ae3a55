/**
 * What the meaning of an operation asks of whoever runs the program: operations that any object may define for itself, so that
 * code of the program runs in the middle of them. The machine carries one, as it carries the oracle; `execute/interpreter.ts`
 * makes it. So what the operations mean knows nothing of statements and calls.
 */
import type { BinaryOperator, ComparisonOperator } from '../syntax/ast.ts';
import type { Arguments } from '../values/arguments.ts';
import type { IteratorValue, PlainValue, Value } from '../values/value.ts';

/** All of it runs in the machine's current state, and ends the path where no path goes on. */
export interface Interpreter {
  /** Calls a value; raises TypeError where it cannot be called. */
  call(callee: PlainValue, args: Arguments): Value;
  /** Runs a loop over an iterable; raises TypeError where it is none. */
  iterate(iterable: Value, walk: Walk): void;
  /** Goes on with a generator's next element, and with `onEnd` where it has no more. */
  resume(generator: IteratorValue, onElement: (value: Value) => Value, onEnd: () => Value): Value;
  /** `value.name`; raises AttributeError where there is none. */
  attribute(value: PlainValue, name: string): Value;
  /** `left operator right` for a comparison, whose result need not be a bool. */
  compare(operator: ComparisonOperator, left: Value, right: Value): Value;
  /** `left operator right` for arithmetic. */
  binary(operator: BinaryOperator, left: Value, right: Value): Value;
}

/** A loop over an iterable. */
export interface Walk {
  readonly line: number;
  readonly body: (element: Value) => void;
  /** Runs where no `break` left the loop, with what a generator returned. */
  readonly orelse?: (returned?: Value) => void;
  /** What a loop statement decides an iteration by. */
  readonly decision?: object | undefined;
  /** Whether the body may use the iterator, too, because the program has a name for it. */
  readonly isShared?: boolean;
}
