/** What a function takes: the type of every argument, read from its annotation or assumed. */
import type { ClassDef, Expression, FunctionDef, Parameter, ParameterKind } from '../syntax/ast.ts';
import { inferredTypes, type Source } from './inferred-types.ts';
import { ANYTHING, type ChoosableConstant, choiceOf, type InputType, scalarType } from './input-type.ts';
import { literalType } from './literal-type.ts';
import { lastName, readAnnotation } from './read-annotation.ts';
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
  /** The type, where nothing but the uses of the parameter suggests it. */
  readonly guess?: string;
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
  const inferred = inferredTypes(definition, scope);
  const evident = new Map([...inferred].filter(([, { from }]) => from !== 'uses'));
  const assuming = (name: string, type: InputType, known: ReadonlyMap<string, Likely>): readonly ArgumentType[] =>
    argumentsAssuming(definition, owner, scope, known, { type, text: name });
  const all = [...ASSUMED_TYPES].map(([name, type]) => assuming(name, type, evident));
  const [first = []] = all;
  if (first.every(({ assumption }) => assumption === undefined)) return [first];
  const guessed = inferred.size > evident.size ? [assuming('int', scalarType('int'), inferred)] : [];
  return [...guessed, ...all];
}

/** A type that a parameter without annotation may have, and where it comes from. */
interface Likely {
  readonly type: InputType;
  readonly text: string;
  readonly from?: Source;
}

/** How an assumption ends whose type only the uses of a parameter suggest. */
export const FROM_USES = ', a guess from its uses';

/** How assumptions name where types come from. */
const SOURCES: Readonly<Record<Source, string>> = {
  docstring: ', as its docstring says',
  default: '',
  doctests: ', as in its doctests',
  calls: ', as in calls of it',
  uses: FROM_USES,
};

function argumentsAssuming(
  definition: FunctionDef,
  owner: ClassDef | undefined,
  scope: TypeScope,
  known: ReadonlyMap<string, Likely>,
  otherwise: Likely,
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
    if (scope.overloads.length > 0) {
      const isOnly = parameters.length - (owner === undefined || isStatic || isClassMethod ? 0 : 1) === 1;
      return { ...shared, type: overloadedType(parameter, isOnly, scope) };
    }
    if (!saysNothing(parameter)) return { ...shared, type: collected(parameter, declaredType(parameter, scope)) };
    const { type, text, from } = known.get(name) ?? otherwise;
    const isOptional = value?.kind === 'constant' && value.value.type === 'none' && !text.includes('None');
    const named = isOptional ? `${text} or None` : text;
    const taken = kind === 'vararg' ? `tuple of ${text}` : kind === 'kwarg' ? 'empty' : named;
    const how = from === undefined ? '' : SOURCES[from];
    const assumption = `${name} has no annotation and is taken to be ${taken}${how}`;
    const guess = from === 'uses' ? { guess: text } : {};
    return { ...shared, type: collected(parameter, withDefault(type, value)), assumption, ...guess };
  });
}

/**
 * What overloads say of an argument: of all arguments, the types of one overload. Undefined where they do not all take it, or
 * where one of them leaves a choice that is not the only argument's.
 */
function overloadedType({ name, kind }: Parameter, isOnly: boolean, scope: TypeScope): InputType | undefined {
  const options = scope.overloads.map(({ parameters }) => {
    const one = parameters.find((parameter) => parameter.name === name && parameter.kind === kind);
    return one?.annotation && readAnnotation(one.annotation, scope);
  });
  const type = kind === 'vararg' || kind === 'kwarg' ? undefined : choiceOf(options);
  if (isOnly || type?.kind !== 'choice') return type;
  return options.some((option) => option?.kind === 'choice') ? undefined : { ...type, variable: '@overload' };
}

function declaredType({ annotation, default: value }: Parameter, scope: TypeScope): InputType | undefined {
  return withDefault(annotation === undefined ? ANYTHING : readAnnotation(annotation, scope), value);
}

/** What is known of a type; a default that is not of it is an argument as well. */
function withDefault(type: InputType | undefined, value: Expression | undefined): InputType | undefined {
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

function saysNothing({ annotation }: Parameter): boolean {
  return annotation === undefined || lastName(annotation) === 'Any';
}
