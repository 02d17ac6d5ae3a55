/** Arguments of a call, as the machine passes them on. */
import type { PlainValue, Value } from './value.ts';

/** Arguments of a call, evaluated. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** A call without arguments. */
export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map() };

/** Arguments by keyword, none of which is a union. */
export type NamedArguments = ReadonlyMap<string, PlainValue>;

export const NO_NAMED_ARGUMENTS: NamedArguments = new Map();
