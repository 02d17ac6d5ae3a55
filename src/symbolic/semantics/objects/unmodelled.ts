/** Values that stand for what the engine does not know. */
import type { Machine } from '../../machine/machine.ts';
import type { PlainValue } from '../../values/value.ts';

/** Ends the path where a value that is not there, or not modelled, is used. */
export function use(machine: Machine, value: Extract<PlainValue, { kind: 'unbound' | 'unmodelled' }>): never {
  if (value.kind === 'unbound') throw new TypeError('an unbound variable was read without a check');
  machine.cut(value.construct, `${value.construct} (line ${value.line}) is not modelled`);
}
