/** Symbolic values of types that are not made of terms alone: containers of the library, and objects of any type. */

import type { InputType } from '../inputs/input-type.ts';
import { NONE_TYPE, scalarType } from '../inputs/input-type.ts';
import { factoryOf, wrapped } from '../replay/library-values.ts';
import { COUNTER, DEFAULT_DICT, DEQUE, ORDERED_DICT } from '../semantics/containers/collection-classes.ts';
import { builtinClass, OBJECT } from '../values/classes.ts';
import type { PlainValue } from '../values/value.ts';
import { type ArgumentMaker, chosenFrom, type SymbolicArgument } from './symbolic-argument.ts';

/** A container of the library around a plain one; undefined for iterators. */
export function symbolicWrapper(
  maker: ArgumentMaker,
  type: Extract<InputType, { kind: 'wrapped' }>,
  name: string,
): SymbolicArgument | undefined {
  if (type.name === 'iter') return undefined;
  const plain = maker.make(maker, type.content, name);
  const value = plain.value.kind === 'union' ? undefined : classified(type, plain.value);
  return (
    value && {
      value,
      source: (model) => {
        const text = plain.source(model);
        return text === undefined ? undefined : wrapped(type, text, maker.scope);
      },
    }
  );
}

function classified(
  { name, content }: Extract<InputType, { kind: 'wrapped' }>,
  value: PlainValue,
): PlainValue | undefined {
  if (name === 'deque') return value.kind === 'list' ? { ...value, class: DEQUE } : undefined;
  if (value.kind !== 'dict') return undefined;
  if (name === 'Counter') return { ...value, class: COUNTER };
  if (name === 'OrderedDict') return { ...value, class: ORDERED_DICT };
  return { ...value, class: DEFAULT_DICT, factory: { kind: 'class', class: builtinClass(factoryOf(content)) } };
}

/** What an argument of any type is taken to be, besides an object without attributes; see `ANY_TYPES`. */
const OPTIONS: readonly InputType[] = [
  scalarType('int'),
  NONE_TYPE,
  scalarType('bool'),
  scalarType('float'),
  scalarType('str'),
  { kind: 'list', element: { kind: 'anything' } },
  { kind: 'tuple', items: [] },
  { kind: 'tuple', items: [{ kind: 'anything' }] },
  { kind: 'dict', key: scalarType('str'), value: { kind: 'anything' } },
];

/** An argument of any type. */
export function symbolicAnything(maker: ArgumentMaker, name: string): SymbolicArgument {
  const inner = { ...maker, depth: maker.depth + 1 };
  const known = OPTIONS.map((option, index) => maker.make(inner, option, `${name}|${index}`));
  const object = maker.machine.allocate({ kind: 'namespace', entries: new Map() });
  maker.objects.add({ kind: 'anything' }, object, name, maker.exists);
  const bare: SymbolicArgument = { value: { kind: 'instance', object, class: OBJECT }, source: () => 'object()' };
  const shared = maker.sharing?.join(maker.machine, { kind: 'anything' }, name, bare) ?? bare;
  return chosenFrom(maker.machine, [...known, shared], name);
}
