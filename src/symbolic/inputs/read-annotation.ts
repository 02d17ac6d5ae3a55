/** From annotations to types of inputs: https://docs.python.org/3/library/typing.html */
import type { ClassDef, Expression, FunctionDef } from '../syntax/ast.ts';
import {
  concreteClasses,
  enumMembers,
  type Field,
  fieldsOf,
  type Inheritance,
  isProtocol,
  isTypedDict,
  parameterNames,
  variablesIn,
} from './class-fields.ts';
import {
  ANYTHING,
  choiceOf,
  type InputType,
  type InstanceType,
  type LibraryName,
  NONE_TYPE,
  scalarType,
  type TypeArguments,
} from './input-type.ts';
import { literalType } from './literal-type.ts';
import type { TypeScope } from './type-scope.ts';

/** Aliases and nested types beyond this are not followed, so that aliases that mean themselves end. */
const MAX_DEPTH = 12;

/** The name by which an annotation goes, without its module: `typing.List` is `List`. */
export function lastName(annotation: Expression): string | undefined {
  if (annotation.kind === 'name') return annotation.id;
  return annotation.kind === 'attribute' ? annotation.name : undefined;
}

/** The type that an annotation denotes; undefined where inputs of it cannot be made. */
export function readAnnotation(annotation: Expression, scope: TypeScope, depth = 0): InputType | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (annotation.kind) {
    case 'constant': {
      if (annotation.value.type === 'none') return NONE_TYPE;
      const forward = annotation.value.type === 'str' ? scope.read(annotation.value.value) : undefined;
      return forward && readAnnotation(forward, scope, depth + 1);
    }
    case 'name':
    case 'attribute':
      return named(lastName(annotation) ?? '', scope, depth);
    case 'binary':
      if (annotation.operator !== '|') return undefined;
      return unionOf([annotation.left, annotation.right], scope, depth);
    case 'subscript': {
      const { object, index } = annotation;
      return generic(lastName(object) ?? '', index.kind === 'tuple' ? index.items : [index], scope, depth);
    }
    case 'call':
      return declared(annotation, scope, depth);
    default:
      return undefined;
  }
}

const LIBRARY_NAMES: ReadonlySet<string> = new Set<LibraryName>([
  'complex',
  'range',
  'date',
  'time',
  'datetime',
  'timedelta',
  'Decimal',
  'Fraction',
  'Pattern',
  'Random',
]);

function isLibraryName(name: string): name is LibraryName {
  return LIBRARY_NAMES.has(name);
}

function named(name: string, scope: TypeScope, depth: number): InputType | undefined {
  if (scope.typeArguments.has(name)) return scope.typeArguments.get(name);
  const definition = scope.classes.get(name);
  if (definition !== undefined) return instancesOf(definition, undefined, scope, depth);
  const constraints = scope.constraints.get(name);
  if (constraints !== undefined) return variableOf(name, unionOf(constraints, scope, depth));
  const alias = scope.aliases.get(name);
  if (alias !== undefined) {
    if (scope.open?.has(name) === true) return { kind: 'recursive', alias: name };
    const typeArguments = new Map(variablesIn(alias, scope).map((one) => [one, variableType(one, scope)]));
    return readAnnotation(alias, aliasScope(name, typeArguments, scope), depth + 1);
  }
  if (isLibraryName(name)) return { kind: 'library', name };
  switch (name) {
    case 'None':
    case 'NoneType':
      return NONE_TYPE;
    case 'bool':
    case 'str':
      return scalarType(name);
    case 'int':
      return scope.toldApart.has('bool') ? choiceOf([scalarType('int'), scalarType('bool')]) : scalarType('int');
    case 'float':
      return scope.toldApart.has('int') ? choiceOf([scalarType('float'), scalarType('int')]) : scalarType('float');
    case 'Text':
    case 'LiteralString':
      return scalarType('str');
    case 'bytes':
    case 'bytearray':
      return { kind: 'bytes', constructor: name };
    case 'object':
      return ANYTHING;
    case 'Callable':
      return { kind: 'callable', arity: undefined, result: scalarType('int') };
    case 'type':
    case 'Type':
      return { kind: 'type', bounds: [] };
    default:
      return container(name, [], scope, depth);
  }
}

function generic(name: string, args: readonly Expression[], scope: TypeScope, depth: number): InputType | undefined {
  const [first, second] = args;
  switch (name) {
    case 'Optional': {
      const some = first && readAnnotation(first, scope, depth + 1);
      return choiceOf([some, NONE_TYPE]);
    }
    case 'Union':
      return unionOf(args, scope, depth);
    case 'Literal':
      return choiceOf(
        args.map((arg) => literalType(arg) ?? memberType(arg, scope) ?? nestedLiteral(arg, scope, depth)),
      );
    case 'Annotated':
    case 'InitVar':
    case 'Final':
    case 'Required':
    case 'NotRequired':
    case 'ReadOnly':
      return first && readAnnotation(first, scope, depth + 1);
    case 'tuple':
    case 'Tuple':
      return tuple(args, scope, depth);
    case 'Callable': {
      const result = second && readAnnotation(second, scope, depth + 1);
      const arity = first?.kind === 'list' ? first.items.length : undefined;
      return result && { kind: 'callable', arity, result };
    }
    case 'type':
    case 'Type': {
      const bound = first && readAnnotation(first, scope, depth + 1);
      if (bound === undefined) return undefined;
      return {
        kind: 'type',
        bounds: bound.kind === 'anything' ? [] : bound.kind === 'choice' ? bound.options : [bound],
      };
    }
    default:
      return ofModule(name, args, scope, depth);
  }
}

/** A generic class or alias of the module, or a container. */
function ofModule(name: string, args: readonly Expression[], scope: TypeScope, depth: number): InputType | undefined {
  if (scope.typeArguments.has(name)) return undefined;
  const given = (): readonly (InputType | undefined)[] => args.map((arg) => readAnnotation(arg, scope, depth + 1));
  const definition = scope.classes.get(name);
  if (definition !== undefined) return instancesOf(definition, given(), scope, depth);
  const alias = scope.aliases.get(name);
  if (alias === undefined) return container(name, args, scope, depth);
  if (scope.open?.has(name) === true) return undefined;
  if (alias.kind === 'name' || alias.kind === 'attribute')
    return generic(lastName(alias) ?? '', args, scope, depth + 1);
  const names = variablesIn(alias, scope);
  if (names.length !== args.length) return undefined;
  const types = given();
  const typeArguments = new Map(names.map((one, index) => [one, types[index]]));
  return readAnnotation(alias, aliasScope(name, typeArguments, scope), depth + 1);
}

/** Where an alias is read: its variables are these, and names of functions and classes around it are none of its own. */
function aliasScope(name: string, typeArguments: TypeArguments, scope: TypeScope): TypeScope {
  return { ...scope, typeArguments, open: new Set([...(scope.open ?? []), name]) };
}

/** Objects of a class. With type arguments, those of classes that derive from it are not told from others of it. */
function instancesOf(
  definition: ClassDef,
  args: readonly (InputType | undefined)[] | undefined,
  scope: TypeScope,
  depth: number,
): InputType | undefined {
  const names = args && parameterNames(definition, scope);
  if (names?.length !== args?.length) return undefined;
  const typeArguments = names && new Map(names.map((name, index) => [name, args?.[index]]));
  const own = { kind: 'instance', definition, ...(typeArguments && { typeArguments }) } as const;
  if (isTypedDict(definition, scope)) return typedDict(own, scope, depth);
  const all = concreteClasses(definition, scope);
  if (typeArguments !== undefined && all.some((one) => one !== definition)) return undefined;
  if (typeArguments !== undefined) return all.length === 0 ? undefined : own;
  const protocol = isProtocol(definition) ? { protocol: definition.name } : {};
  return choiceOf(all.map((one) => ({ kind: 'instance', definition: one, ...protocol })));
}

/** What the type parameters of a function are. One of several types is known only where it `isPlain`: the whole annotation of parameters. */
export function ownTypeArguments(
  { typeParameters = [] }: FunctionDef,
  isPlain: (name: string) => boolean,
  scope: TypeScope,
): TypeArguments {
  return new Map(
    typeParameters.map(({ name, kind, bound }) => {
      if (bound?.kind !== 'tuple' || !isPlain(name)) return [name, boundType(kind, bound, scope)];
      return [name, variableOf(name, unionOf(bound.items, scope, 0))];
    }),
  );
}

/** The type of what the constructor of a class takes, or of an entry, which may be inherited from a base with arguments. */
export function fieldType(
  annotation: Expression,
  { inheritedBy = [] }: Field,
  { definition, typeArguments }: InstanceType,
  scope: TypeScope,
  depth = 0,
): InputType | undefined {
  const inner = inheritedArguments(typeArguments ?? bareArguments(definition, scope), inheritedBy, scope);
  const self: InputType = { kind: 'instance', definition, ...(typeArguments && { typeArguments }) };
  return readAnnotation(annotation, { ...scope, typeArguments: new Map([['Self', self], ...inner]) }, depth + 1);
}

/** What the type parameters are of the last one of these bases. */
export function inheritedArguments(own: TypeArguments, by: readonly Inheritance[], scope: TypeScope): TypeArguments {
  return by.reduce((typeArguments, { base, parent }) => {
    if (base.kind !== 'subscript') return bareArguments(parent, scope);
    const names = parameterNames(parent, scope);
    const args = base.index.kind === 'tuple' ? base.index.items : [base.index];
    const types = args.map((arg) => readAnnotation(arg, { ...scope, typeArguments }));
    return new Map(names.map((name, index) => [name, names.length === types.length ? types[index] : undefined]));
  }, own);
}

/** What the type parameters of a class are where no arguments are given. */
export function bareArguments(definition: ClassDef, scope: TypeScope): TypeArguments {
  const declared = new Map(definition.typeParameters?.map((parameter) => [parameter.name, parameter]));
  const plain = { ...scope, typeArguments: new Map() };
  return new Map(
    parameterNames(definition, scope).map((name) => {
      const own = declared.get(name);
      return [name, own === undefined ? variableType(name, plain) : boundType(own.kind, own.bound, plain)];
    }),
  );
}

/** What a type parameter may be that is one type of several is not told here. */
function boundType(kind: string, bound: Expression | undefined, scope: TypeScope): InputType | undefined {
  if (kind !== 'type' || bound?.kind === 'tuple') return undefined;
  return bound === undefined ? ANYTHING : readAnnotation(bound, scope);
}

function variableType(name: string, scope: TypeScope): InputType | undefined {
  const variable = scope.variables.get(name);
  return variable === undefined || variable.args.length > 1 ? undefined : declared(variable, scope, 0);
}

function unionOf(options: readonly Expression[], scope: TypeScope, depth: number): InputType | undefined {
  return choiceOf(options.map((option) => readAnnotation(option, scope, depth + 1)));
}

/** What all arguments are that are annotated with a type variable. */
function variableOf(name: string, type: InputType | undefined): InputType | undefined {
  return type?.kind === 'choice' ? { ...type, variable: name } : type;
}

/** A member of an enumeration, such as `Color.RED`. */
function memberType(node: Expression, scope: TypeScope): InputType | undefined {
  const definition = node.kind === 'attribute' ? scope.classes.get(lastName(node.object) ?? '') : undefined;
  if (node.kind !== 'attribute' || definition === undefined) return undefined;
  const isMember = enumMembers(definition, scope)?.includes(node.name) === true;
  return isMember ? { kind: 'instance', definition, member: node.name } : undefined;
}

/** The type that is a part of itself, one level of it. */
export function unfolded(
  { alias }: Extract<InputType, { kind: 'recursive' }>,
  scope: TypeScope,
): InputType | undefined {
  return named(alias, scope, 0);
}

/** `Literal[…]` among the arguments of another one, or an alias of it. */
function nestedLiteral(node: Expression, scope: TypeScope, depth: number): InputType | undefined {
  const isAlias = node.kind === 'name' && scope.aliases.has(node.id);
  const isLiteral = node.kind === 'subscript' && lastName(node.object) === 'Literal';
  return isAlias || isLiteral ? readAnnotation(node, scope, depth + 1) : undefined;
}

function tuple(args: readonly Expression[], scope: TypeScope, depth: number): InputType | undefined {
  const [first, second] = args;
  if (second?.kind === 'constant' && second.value.type === 'ellipsis') {
    const element = first && readAnnotation(first, scope, depth + 1);
    return element && { kind: 'tuples', element };
  }
  // `tuple[()]` is the empty tuple
  if (first?.kind === 'tuple' && first.items.length === 0) return { kind: 'tuple', items: [] };
  const items = args.map((arg) => readAnnotation(arg, scope, depth + 1)).filter((item) => item !== undefined);
  return items.length < args.length ? undefined : { kind: 'tuple', items };
}

/** Containers by their name; without arguments their elements are of any type. */
function container(name: string, args: readonly Expression[], scope: TypeScope, depth: number): InputType | undefined {
  const read = (arg: Expression | undefined): InputType | undefined =>
    arg === undefined ? ANYTHING : readAnnotation(arg, scope, depth + 1);
  const [key, value] = [read(args[0]), read(args[1])];
  if (key === undefined || value === undefined) return undefined;
  switch (name) {
    case 'list':
    case 'List':
      return { kind: 'list', element: key };
    case 'Sequence':
    case 'MutableSequence':
    case 'Iterable':
    case 'Collection':
    case 'Container':
    case 'Reversible':
    case 'Sized':
      return { kind: 'list', element: key, protocol: name };
    case 'tuple':
    case 'Tuple':
      return { kind: 'tuples', element: key };
    case 'set':
    case 'Set':
      return { kind: 'set', element: key };
    case 'AbstractSet':
    case 'MutableSet':
      return { kind: 'set', element: key, protocol: name };
    case 'frozenset':
    case 'FrozenSet':
      return { kind: 'frozenset', element: key };
    case 'dict':
    case 'Dict':
      return { kind: 'dict', key, value };
    case 'Mapping':
    case 'MutableMapping':
      return { kind: 'dict', key, value, protocol: name };
    case 'defaultdict':
    case 'DefaultDict':
      return { kind: 'wrapped', name: 'defaultdict', content: { kind: 'dict', key, value } };
    case 'OrderedDict':
      return { kind: 'wrapped', name: 'OrderedDict', content: { kind: 'dict', key, value } };
    case 'Counter':
      return { kind: 'wrapped', name: 'Counter', content: { kind: 'dict', key, value: scalarType('int') } };
    case 'deque':
    case 'Deque':
      return { kind: 'wrapped', name: 'deque', content: { kind: 'list', element: key } };
    case 'Iterator':
    case 'Generator':
      return { kind: 'wrapped', name: 'iter', content: { kind: 'list', element: key } };
    default:
      return undefined;
  }
}

/** Keys that may be missing; each doubles the number of types. */
const MOST_OPTIONAL = 4;

/** Dictionaries with all keys first, then those without some of the keys that may be missing. */
function typedDict(own: InstanceType, scope: TypeScope, depth: number): InputType | undefined {
  const fields = fieldsOf(own.definition, scope);
  const optional = fields.filter((field) => field.isOptional === true).slice(0, MOST_OPTIONAL + 1);
  if (optional.length > MOST_OPTIONAL) return undefined;
  const types = fields.flatMap((field) => {
    const type = field.annotation && fieldType(field.annotation, field, own, scope, depth);
    return type === undefined ? [] : [[field.name, type] as const];
  });
  if (types.length < fields.length) return undefined;
  return choiceOf(
    Array.from({ length: 2 ** optional.length }, (_, missing) => {
      const isThere = ({ name }: Field): boolean => !(missing & (1 << optional.findIndex((one) => one.name === name)));
      const names = new Set(fields.filter((one) => one.isOptional !== true || isThere(one)).map(({ name }) => name));
      return { kind: 'typeddict', fields: new Map(types.filter(([name]) => names.has(name))) };
    }),
  );
}

/** What a call declares that an alias names: a type variable, or a type of its own over another. */
function declared(call: Extract<Expression, { kind: 'call' }>, scope: TypeScope, depth: number): InputType | undefined {
  switch (lastName(call.callee)) {
    case 'TypeVar': {
      const bound = call.keywords.find(({ name }) => name === 'bound');
      return bound === undefined ? ANYTHING : readAnnotation(bound.value, scope, depth + 1);
    }
    case 'NewType': {
      const [, base] = call.args;
      return base && readAnnotation(base, scope, depth + 1);
    }
    default:
      return undefined;
  }
}
