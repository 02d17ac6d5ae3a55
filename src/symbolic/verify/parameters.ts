/** Symbolic arguments: what a parameter's annotation allows, as a value over fresh variables, and the way back from a model. */

import type { Machine } from '../execute/machine.ts';
import { floatSource, intSource, strSource } from '../replay/scalars.ts';
import type { ConstantValue, Expression, Parameter } from '../syntax/ast.ts';
import type { Model } from '../terms/evaluate.ts';
import type { Value as ModelValue } from '../terms/operations.ts';
import type { Sort } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import { boolValue, floatValue, intValue, NONE, strValue, type Value } from '../values/value.ts';

/** Constants that `Literal` may list. */
type ChoosableConstant = Extract<ConstantValue, { readonly type: 'none' | 'bool' | 'int' | 'str' }>;

/** A type an argument can have. */
export type ParameterType =
  | { readonly kind: 'scalar'; readonly sort: Sort }
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly value: ChoosableConstant }
  | { readonly kind: 'tuple'; readonly items: readonly ParameterType[] }
  | { readonly kind: 'choice'; readonly options: readonly ParameterType[] };

/** An argument of the function under analysis. */
export interface SymbolicArgument {
  readonly value: Value;
  /** The argument a model describes, as Python source. */
  readonly source: (model: Model) => string;
}

const SCALARS: ReadonlyMap<string, Sort> = new Map([
  ['int', 'int'],
  ['bool', 'bool'],
  ['float', 'float'],
  ['str', 'str'],
]);

/** The type an annotation names; undefined where the engine has no symbolic values of it. */
export function parameterType(annotation: Expression): ParameterType | undefined {
  switch (annotation.kind) {
    case 'name': {
      const sort = SCALARS.get(annotation.id);
      return sort === undefined ? undefined : { kind: 'scalar', sort };
    }
    case 'constant':
      return constantType(annotation.value);
    case 'binary':
      return annotation.operator === '|' ? choice([annotation.left, annotation.right]) : undefined;
    case 'subscript':
      return genericType(annotation.object, annotation.index);
    default:
      return undefined;
  }
}

/** `None`, or the text of a type as in a forward reference. */
function constantType(value: ConstantValue): ParameterType | undefined {
  if (value.type === 'none') return { kind: 'none' };
  const sort = value.type === 'str' ? SCALARS.get(value.value.trim()) : undefined;
  return sort === undefined ? undefined : { kind: 'scalar', sort };
}

function genericType(generic: Expression, index: Expression): ParameterType | undefined {
  const name = generic.kind === 'name' ? generic.id : generic.kind === 'attribute' ? generic.name : undefined;
  const parts = index.kind === 'tuple' ? index.items : [index];
  switch (name) {
    case 'Optional': {
      const some = parameterType(index);
      return some && { kind: 'choice', options: [some, { kind: 'none' }] };
    }
    case 'Union':
      return choice(parts);
    case 'Literal': {
      const values = parts.flatMap((part) => (part.kind === 'constant' && isChoosable(part.value) ? [part.value] : []));
      return values.length < parts.length
        ? undefined
        : { kind: 'choice', options: values.map((value) => ({ kind: 'literal', value })) };
    }
    case 'Annotated':
      return parts[0] && parameterType(parts[0]);
    case 'tuple':
    case 'Tuple': {
      const items = parts.map(parameterType).filter((item) => item !== undefined);
      return items.length < parts.length ? undefined : { kind: 'tuple', items };
    }
    default:
      return undefined;
  }
}

function isChoosable(value: ConstantValue): value is ChoosableConstant {
  return value.type === 'none' || value.type === 'bool' || value.type === 'int' || value.type === 'str';
}

function choice(annotations: readonly Expression[]): ParameterType | undefined {
  const options = annotations.map(parameterType).filter((option) => option !== undefined);
  return options.length < annotations.length ? undefined : { kind: 'choice', options };
}

/** The assumption made about a parameter, as the result lists it; undefined where its annotation already says it. */
export function assumptionAbout(parameter: Parameter): string | undefined {
  return parameter.annotation === undefined ? `${parameter.name} is an int (it has no annotation)` : undefined;
}

/** The type a parameter is analysed with: an int where nothing is said. */
export function typeOfParameter(parameter: Parameter): ParameterType | undefined {
  return parameter.annotation === undefined ? { kind: 'scalar', sort: 'int' } : parameterType(parameter.annotation);
}

/** A fresh argument of this type. `name` makes its variables' names. */
export function symbolicArgument(machine: Machine, type: ParameterType, name: string): SymbolicArgument {
  switch (type.kind) {
    case 'scalar':
      return scalar(machine, type.sort, name);
    case 'none':
      return { value: NONE, source: () => 'None' };
    case 'literal':
      return literal(machine, type.value);
    case 'tuple': {
      const items = type.items.map((item, index) => symbolicArgument(machine, item, `${name}[${index}]`));
      return {
        value: { kind: 'tuple', items: items.map((item) => item.value) },
        source: (model) => `(${items.map((item) => `${item.source(model)},`).join(' ')})`,
      };
    }
    case 'choice':
      return chosen(machine, type.options, name, 0);
  }
}

function scalar(machine: Machine, sort: Sort, name: string): SymbolicArgument {
  const { terms } = machine;
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

const DEFAULTS: Readonly<Record<Sort, ModelValue>> = { bool: false, int: 0n, float: 0, str: '' };

function literal(machine: Machine, constant: ChoosableConstant): SymbolicArgument {
  const { terms } = machine;
  switch (constant.type) {
    case 'bool':
      return { value: boolValue(terms.bool(constant.value)), source: () => pythonSource(constant.value) };
    case 'int':
      return { value: intValue(terms.int(constant.value)), source: () => pythonSource(constant.value) };
    case 'str':
      return { value: strValue(terms.str(constant.value)), source: () => pythonSource(constant.value) };
    case 'none':
      return { value: NONE, source: () => 'None' };
  }
}

/** Names the variables of a choice's option. */
export function optionName(name: string, index: number): string {
  return index === 0 ? name : `${name}|${index}`;
}

/** Names the variable that tells whether a choice takes this option, the ones before it being excluded; the last has none. */
export function selectorName(name: string, index: number): string {
  return `${name} is option ${index}`;
}

function chosen(machine: Machine, options: readonly ParameterType[], name: string, from: number): SymbolicArgument {
  const [first, ...rest] = options;
  if (first === undefined) throw new TypeError('a choice needs options');
  const option = symbolicArgument(machine, first, optionName(name, from));
  if (rest.length === 0) return option;
  const selector = selectorName(name, from);
  const guard = machine.terms.variable('bool', selector);
  const others = chosen(machine, rest, name, from + 1);
  return {
    value: mergeValues(machine.terms, guard, option.value, others.value),
    source: (model) => (model.get(selector) === true ? option : others).source(model),
  };
}

/** An expression whose value is exactly this one. */
export function pythonSource(value: ModelValue): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False';
    case 'bigint':
      return intSource(value);
    case 'number':
      return floatSource(value);
    case 'string':
      return strSource(value);
  }
}
