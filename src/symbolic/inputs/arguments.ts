/** What a function takes: the type of every argument, read from its annotation or assumed. */
import type { ClassDef, Expression, FunctionDef, Parameter, ParameterKind } from '../syntax/ast.ts';
import { ANYTHING, type ChoosableConstant, choiceOf, type InputType, scalarType } from './input-type.ts';
import { lastName, literalType, readAnnotation } from './read-annotation.ts';
import type { TypeScope } from './type-scope.ts';

/** A parameter with the type of the argument that it gets. */
export interface ArgumentType {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Undefined where the annotation says nothing that inputs can be made from. */
  readonly type: InputType | undefined;
  readonly default?: Expression;
  /** A sentence about the type, where the annotation says none. */
  readonly assumption?: string;
}

/** Types that unannotated parameters may have, the likeliest first, as an assumption names them. */
const ASSUMED_TYPES: ReadonlyMap<string, InputType> = new Map([
  ['int', scalarType('int')],
  ['str', scalarType('str')],
  ['float', scalarType('float')],
  ['list of int', { kind: 'list', element: scalarType('int') }],
]);

/**
 * The arguments of a function, or of a method of `owner`: one list when all types are known, else one for each type that
 * unannotated parameters may have, the likeliest first.
 */
export function argumentHypotheses(
  definition: FunctionDef,
  owner: ClassDef | undefined,
  scope: TypeScope,
): readonly (readonly ArgumentType[])[] {
  const all = [...ASSUMED_TYPES].map(([name, type]) => argumentsAssuming(definition, owner, scope, name, type));
  const [first = []] = all;
  return first.some(({ assumption }) => assumption !== undefined) ? all : [first];
}

function argumentsAssuming(
  definition: FunctionDef,
  owner: ClassDef | undefined,
  scope: TypeScope,
  typeName: string,
  type: InputType,
): readonly ArgumentType[] {
  const isStatic = hasDecorator(definition, 'staticmethod');
  const isClassMethod = owner !== undefined && hasDecorator(definition, 'classmethod');
  const parameters = isClassMethod ? definition.parameters.slice(1) : definition.parameters;
  return parameters.map((parameter, index): ArgumentType => {
    const { name, kind, default: value } = parameter;
    const shared = { name, kind, ...(value !== undefined && { default: value }) };
    if (index === 0 && owner !== undefined && !isStatic && !isClassMethod) {
      return { ...shared, type: { kind: 'instance', definition: owner, isBlank: definition.name === '__init__' } };
    }
    if (!saysNothing(parameter)) return { ...shared, type: collected(parameter, declaredType(parameter, scope)) };
    const ofDefault = defaultType(value);
    const likely = ofDefault === undefined ? type : scalarType(ofDefault);
    const taken = kind === 'vararg' ? `tuple of ${typeName}` : kind === 'kwarg' ? 'empty' : (ofDefault ?? typeName);
    const assumption = `${name} has no annotation and is taken to be ${taken}`;
    return { ...shared, type: collected(parameter, likely), assumption };
  });
}

/** What the annotation says; a default that is not of that type is an argument as well. */
function declaredType({ annotation, default: value }: Parameter, scope: TypeScope): InputType | undefined {
  const type = annotation === undefined ? ANYTHING : readAnnotation(annotation, scope);
  const literal = value && literalType(value);
  if (type === undefined || literal === undefined || includes(type, literal.value)) return type;
  return choiceOf([type, literal]);
}

function includes(type: InputType, value: ChoosableConstant): boolean {
  switch (type.kind) {
    case 'anything':
      return true;
    case 'scalar':
      return type.sort === value.type;
    case 'none':
    case 'bytes':
      return type.kind === value.type;
    case 'choice':
      return type.options.some((option) => includes(option, value));
    default:
      return false;
  }
}

/** What a parameter holds whose annotation tells the type of one of the arguments that it collects. */
function collected({ kind }: Parameter, type: InputType | undefined): InputType | undefined {
  if (type === undefined) return undefined;
  if (kind === 'vararg') return { kind: 'tuples', element: type };
  return kind === 'kwarg' ? { kind: 'typeddict', fields: new Map() } : type;
}

function hasDecorator({ decorators }: FunctionDef, name: string): boolean {
  return decorators.some((decorator) => decorator.kind === 'name' && decorator.id === name);
}

/** The type of a default value, for a parameter that tells no other. */
function defaultType(value: Expression | undefined): 'int' | 'str' | 'float' | 'bool' | undefined {
  if (value?.kind !== 'constant') return undefined;
  const { type } = value.value;
  return type === 'int' || type === 'str' || type === 'float' || type === 'bool' ? type : undefined;
}

function saysNothing({ annotation }: Parameter): boolean {
  return annotation === undefined || lastName(annotation) === 'Any';
}
