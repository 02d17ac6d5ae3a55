/** Values that stand for what the engine does not know. */
import type { Machine } from '../../machine/machine.ts';
import type { PlainValue } from '../../values/value.ts';

/** Ends the path where a value that is not there, or not modelled, is used. */
export function use(machine: Machine, value: Extract<PlainValue, { kind: 'unbound' | 'unmodelled' }>): never {
  if (value.kind === 'unbound') throw new TypeError('an unbound variable was read without a check');
  const { construct, line, beyond } = value;
  const isBeyond = beyond !== undefined && machine.isProved(machine.state, beyond.exceeded);
  const message = `${construct} (line ${line}) is not modelled`;
  machine.cut(construct, message, machine.line, isBeyond ? beyond.bound : undefined);
}
