/** Functions that the caller passes in: their answers are functions of the arguments. */
import type { Machine } from '../../machine/machine.ts';
import type { Term } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import type { PlainValue, Value } from '../../values/value.ts';

type Callback = Extract<PlainValue, { kind: 'callback' }>;

/** Calls one. Cuts for arguments that it could change, and for another number of arguments than it takes. */
export function callCallback(
  machine: Machine,
  { arity, answer }: Callback,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  if (named.size > 0 || (arity !== undefined && args.length !== arity)) {
    return machine.cut('callback', 'a function among the arguments is called with other arguments than it takes');
  }
  const { types, terms } = partsOf(machine, { kind: 'tuple', items: args });
  return answer(types, terms);
}

/** An argument as its types and the terms that it is made of. */
interface Parts {
  readonly types: string;
  readonly terms: readonly Term[];
}

function partsOf(machine: Machine, value: Value): Parts {
  switch (value.kind) {
    case 'none':
      return { types: value.kind, terms: [] };
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
      return { types: value.kind, terms: [value.term] };
    case 'tuple': {
      const items = value.items.map((item) => partsOf(machine, item));
      if (value.class !== undefined) break;
      return { types: `(${items.map(({ types }) => types).join()})`, terms: items.flatMap(({ terms }) => terms) };
    }
  }
  return machine.cut('callback', 'a function among the arguments is called with what it could change or look into');
}
