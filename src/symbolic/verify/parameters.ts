/** Symbolic arguments: what a parameter's type allows, as a value over fresh variables, and the way back from a model. */

import type { ChoosableConstant, InputType } from '../inputs/input-type.ts';
import { unfolded } from '../inputs/read-annotation.ts';
import type { Machine } from '../machine/machine.ts';
import { bytesSource, pythonSource, strSource } from '../replay/scalars.ts';
import { isMutable } from '../replay/sharing.ts';
import type { Model } from '../terms/evaluate.ts';
import type { Value as ModelValue } from '../terms/operations.ts';
import type { Sort } from '../terms/term.ts';
import { BYTE_TEXT } from '../terms/text-functions.ts';
import { boolValue, floatValue, intValue, NONE, strValue, type Value } from '../values/value.ts';
import { unknownOf } from './any-length-arguments.ts';
import { symbolicCollection } from './collections.ts';
import { type ArgumentMaker, chosenFrom, enclosed, type SymbolicArgument, unmodelled } from './symbolic-argument.ts';

import { symbolicInstance } from './symbolic-instances.ts';
import { symbolicAnything, symbolicWrapper } from './symbolic-objects.ts';
import { optionName } from './variables.ts';

/** Containers, and aliases within themselves, beyond which a type that is a part of itself is not looked into. */
const MAX_UNFOLDED = 2;

/** An argument of this type. `name` makes its variables' names. What the type demands is assumed of the machine's state. */
export function symbolicArgument(maker: ArgumentMaker, type: InputType, name: string): SymbolicArgument {
  const made = freshArgument(maker, type, name);
  return maker.sharing === undefined || type.kind === 'choice' || type.kind === 'recursive' || !isMutable(type)
    ? made
    : maker.sharing.join(maker.machine, type, name, made);
}

function freshArgument(maker: ArgumentMaker, type: InputType, name: string): SymbolicArgument {
  switch (type.kind) {
    case 'scalar':
      return scalar(maker.machine, type.sort, name);
    case 'none':
      return { value: NONE, source: () => 'None' };
    case 'bytes':
      return type.constructor === 'bytes' ? bytesArgument(maker.machine, name) : unmodelled(maker, type, name);
    case 'literal':
      return literal(maker.machine, type.value);
    case 'tuple': {
      const items = type.items.map((item, index) => symbolicArgument(maker, item, `${name}[${index}]`));
      return {
        value: { kind: 'tuple', items: items.map((item) => item.value) },
        source: (model) => enclosed('(', ',)', ',', items, model),
      };
    }
    case 'choice':
      return chosen(maker, type, name);
    case 'list':
    case 'tuples':
    case 'set':
    case 'frozenset':
    case 'dict':
      return symbolicCollection(maker, type, name);
    case 'typeddict': {
      const fields = [...type.fields].map(([key, field]) => ({
        key,
        field: symbolicArgument(maker, field, `${name}[${strSource(key)}]`),
      }));
      const items = fields.map(({ key, field }): Value => {
        return { kind: 'tuple', items: [strValue(maker.machine.terms.str(key)), field.value] };
      });
      const entries = fields.map(({ key, field }) => ({
        source: (model: Model) => prefixed(`${strSource(key)}: `, field.source(model)),
      }));
      const object = maker.machine.allocate({ kind: 'tuple', items });
      maker.objects.add(type, object, name, maker.exists);
      return {
        value: { kind: 'dict', object },
        source: (model) => enclosed('{', '}', ',', entries, model),
      };
    }
    case 'instance':
      return symbolicInstance(maker, type, name) ?? unmodelled(maker, type, name);
    case 'wrapped':
      return symbolicWrapper(maker, type, name) ?? unmodelled(maker, type, name);
    case 'anything':
      return maker.depth === 0 ? symbolicAnything(maker, name) : unmodelled(maker, type, name);
    case 'callable':
      return maker.depth === 0 ? callback(maker, type, name) : unmodelled(maker, type, name);
    case 'recursive': {
      const whole = maker.depth > MAX_UNFOLDED ? undefined : unfolded(type, maker.scope);
      return whole === undefined
        ? unmodelled(maker, type, name)
        : symbolicArgument({ ...maker, depth: maker.depth + 1 }, whole, name);
    }
    case 'type':
    case 'library':
      return unmodelled(maker, type, name);
  }
}

/** A function whose answers are of the type that its annotation says. */
function callback(
  maker: ArgumentMaker,
  type: Extract<InputType, { kind: 'callable' }>,
  name: string,
): SymbolicArgument {
  const { terms } = maker.machine;
  const text = maker.sample(type);
  return {
    value: {
      kind: 'callback',
      name,
      arity: type.arity,
      answer: (types, args) =>
        unknownOf({ terms, line: maker.line }, type.result, `answer of ${name} to ${types}`, args),
    },
    source: () => text,
  };
}

function prefixed(prefix: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : prefix + text;
}

function scalar({ terms }: Machine, sort: Sort, name: string): SymbolicArgument {
  const source = (model: Model): string => pythonSource(model.get(name) ?? DEFAULTS[sort]);
  switch (sort) {
    case 'bool':
      return { value: boolValue(terms.variable('bool', name)), source };
    case 'int':
      return { value: intValue(terms.variable('int', name)), source };
    case 'float':
      return { value: floatValue(terms.variable('float', name)), source };
    case 'str':
      return { value: strValue(terms.variable('str', name)), source };
  }
}

function bytesArgument(machine: Machine, name: string): SymbolicArgument {
  const term = machine.terms.variable('str', name);
  machine.assume(machine.terms.inRegex(term, BYTE_TEXT));
  const source = (model: Model): string =>
    bytesSource([...String(model.get(name) ?? '')].map((byte) => byte.charCodeAt(0)));
  return { value: { kind: 'bytes', term }, source };
}

const DEFAULTS: Readonly<Record<Sort, ModelValue>> = { bool: false, int: 0n, float: 0, str: '' };

function literal({ terms }: Machine, constant: ChoosableConstant): SymbolicArgument {
  switch (constant.type) {
    case 'bool':
      return { value: boolValue(terms.bool(constant.value)), source: () => pythonSource(constant.value) };
    case 'int':
      return { value: intValue(terms.int(constant.value)), source: () => pythonSource(constant.value) };
    case 'str':
      return { value: strValue(terms.str(constant.value)), source: () => pythonSource(constant.value) };
    case 'none':
      return { value: NONE, source: () => 'None' };
    case 'bytes': {
      const value: Value = { kind: 'bytes', term: terms.str(String.fromCharCode(...constant.value)) };
      return { value, source: () => bytesSource([...constant.value]) };
    }
  }
}

function chosen(
  maker: ArgumentMaker,
  { options, variable }: Extract<InputType, { kind: 'choice' }>,
  name: string,
): SymbolicArgument {
  const made = options.map((type, index) => symbolicArgument(maker, type, optionName(name, index)));
  return chosenFrom(maker.machine, made, variable ?? name);
}
