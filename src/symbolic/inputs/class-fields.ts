/** What classes of the module say about how their instances are made. */
import type { ClassDef, Expression, FunctionDef, Parameter } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { nameOf } from '../syntax/names.ts';
import type { TypeScope } from './type-scope.ts';

/** A parameter of a constructor, or a key. */
export interface Field extends Pick<Parameter, 'name' | 'annotation' | 'default'> {
  /** Whether it is passed by its name. */
  readonly isKeyword: boolean;
  /** Whether it is a key that may be missing. */
  readonly isOptional?: boolean;
  /** The bases by which it is inherited, from the class that was asked for on. */
  readonly inheritedBy?: readonly Inheritance[];
}

/** A class of the module as a base of another one, with the arguments that it gets there. */
export interface Inheritance {
  readonly base: Expression;
  readonly parent: ClassDef;
}

/** The classes of the module that a class derives from, itself first. */
export function lineage(definition: ClassDef, { classes }: Pick<TypeScope, 'classes'>): readonly ClassDef[] {
  const found = new Set([definition]);
  for (const one of found) {
    for (const base of one.bases) {
      const parent = classes.get(nameOf(base) ?? '');
      if (parent !== undefined) found.add(parent);
    }
  }
  return [...found];
}

/** The bases from a class to the one in which a method stands, which is none of them where it is the class's own. */
export function basesTo(
  method: FunctionDef,
  owner: ClassDef,
  { classes }: Pick<TypeScope, 'classes'>,
  seen: readonly ClassDef[] = [],
): readonly Inheritance[] | undefined {
  if (owner.body.includes(method)) return [];
  for (const base of owner.bases) {
    const parent = classes.get(nameOf(base) ?? '');
    if (parent === undefined || seen.includes(parent)) continue;
    const rest = basesTo(method, parent, { classes }, [...seen, owner]);
    if (rest !== undefined) return [{ base, parent }, ...rest];
  }
  return undefined;
}

/**
 * The classes of whose objects an annotation with this class speaks: itself first, then those of the module that derive from
 * it, or have all methods of a protocol, without abstract ones and protocols.
 */
export function concreteClasses(definition: ClassDef, scope: Pick<TypeScope, 'classes'>): readonly ClassDef[] {
  const methods = isProtocol(definition) ? methodsAsked(definition, scope) : undefined;
  const derived = [...scope.classes.values()].filter(
    (one) =>
      one !== definition &&
      (lineage(one, scope).includes(definition) || (methods !== undefined && hasMethods(one, methods, scope))),
  );
  return [definition, ...derived].filter((one) => !isProtocol(one) && !isAbstract(one, scope));
}

/** Whether the class tells only what others have: objects of a protocol are never made. */
export function isProtocol({ bases }: ClassDef): boolean {
  return bases.some((base) => nameOf(base.kind === 'subscript' ? base.object : base) === 'Protocol');
}

/** The methods that a protocol asks for; undefined where it asks for other attributes, too, or for nothing. */
function methodsAsked(protocol: ClassDef, scope: Pick<TypeScope, 'classes'>): readonly string[] | undefined {
  const body = lineage(protocol, scope).flatMap((one) => one.body);
  const names = body.flatMap((statement) => (statement.kind === 'function' ? [statement.name] : []));
  const asksMore = body.some(({ kind }) => kind === 'annassign' || kind === 'assign');
  return asksMore || names.length === 0 ? undefined : names;
}

function hasMethods(definition: ClassDef, names: readonly string[], scope: Pick<TypeScope, 'classes'>): boolean {
  const own = new Set(
    lineage(definition, scope).flatMap(({ body }) =>
      body.flatMap((statement) => (statement.kind === 'function' ? [statement.name] : [])),
    ),
  );
  return names.every((name) => own.has(name));
}

/** Whether CPython refuses to make objects of the class: one of its methods is abstract, and `ABC` watches over it. */
function isAbstract(definition: ClassDef, scope: Pick<TypeScope, 'classes'>): boolean {
  const all = lineage(definition, scope);
  const isWatched = all.some(({ bases, keywords }) =>
    [...bases, ...keywords.map(({ value }) => value)].some((one) => /^ABC(Meta)?$/.test(nameOf(one) ?? '')),
  );
  const defined = new Set<string>();
  return all.some(({ body }) =>
    body.some((statement) => {
      if (statement.kind !== 'function' || defined.has(statement.name)) return false;
      defined.add(statement.name);
      return isWatched && statement.decorators.some((decorator) => nameOf(decorator) === 'abstractmethod');
    }),
  );
}

function derivesFrom(definition: ClassDef, scope: Pick<TypeScope, 'classes'>, names: RegExp): boolean {
  return lineage(definition, scope).some(({ bases }) => bases.some((base) => names.test(nameOf(base) ?? '')));
}

/** Whether the class describes dictionaries. */
export function isTypedDict(definition: ClassDef, scope: Pick<TypeScope, 'classes'>): boolean {
  return derivesFrom(definition, scope, /^TypedDict$/);
}

/** Names of the members of an enumeration; undefined for a class that is none. */
export function enumMembers(definition: ClassDef, scope: Pick<TypeScope, 'classes'>): readonly string[] | undefined {
  if (!derivesFrom(definition, scope, /^(Int|Str)?(Enum|Flag)$/)) return undefined;
  return definition.body.flatMap((statement) =>
    statement.kind === 'assign'
      ? statement.targets.flatMap((target) => (target.kind === 'name' && !target.id.startsWith('_') ? [target.id] : []))
      : [],
  );
}

/** A dataclass, a NamedTuple or a TypedDict, whose annotated names are the constructor's parameters. */
export function isRecord(definition: ClassDef, scope: Pick<TypeScope, 'classes'>): boolean {
  return (
    definition.decorators.some((decorator) => nameOf(decorator) === 'dataclass') ||
    derivesFrom(definition, scope, /^(NamedTuple|TypedDict)$/)
  );
}

/** What the constructor takes: the parameters of `__init__`, else the annotated names of the class and its bases. */
export function fieldsOf(
  definition: ClassDef,
  scope: Pick<TypeScope, 'classes'>,
  seen: readonly ClassDef[] = [],
): readonly Field[] {
  for (const statement of definition.body) {
    if (statement.kind === 'function' && statement.name === '__init__') return parametersOf(statement);
  }
  const inherited = definition.bases.flatMap((base) => {
    const parent = scope.classes.get(nameOf(base) ?? '');
    if (parent === undefined || seen.includes(parent)) return [];
    return fieldsOf(parent, scope, [...seen, definition]).map((field) => ({
      ...field,
      inheritedBy: [{ base, parent }, ...(field.inheritedBy ?? [])],
    }));
  });
  if (!isRecord(definition, scope)) return inherited;
  // a name that is annotated again keeps its place
  return [...new Map([...inherited, ...ownFields(definition)].map((field) => [field.name, field])).values()];
}

function parametersOf({ parameters }: FunctionDef): readonly Field[] {
  return parameters
    .slice(1)
    .filter(({ kind }) => kind !== 'vararg' && kind !== 'kwarg')
    .map((parameter) => ({
      ...parameter,
      isKeyword:
        parameter.kind === 'keyword-only' || (parameter.default !== undefined && parameter.kind !== 'positional-only'),
    }));
}

function ownFields(definition: ClassDef): readonly Field[] {
  const isPartial = definition.keywords.some(
    ({ name, value }) =>
      name === 'total' && value.kind === 'constant' && value.value.type === 'bool' && !value.value.value,
  );
  let isKeyword = definition.decorators.some((decorator) => isSet(decorator, 'kw_only', true));
  const fields: Field[] = [];
  for (const statement of definition.body) {
    if (statement.kind !== 'annassign' || statement.target.kind !== 'name') continue;
    const { target, annotation, value } = statement;
    const marker = nameOf(annotation);
    isKeyword ||= marker === 'KW_ONLY';
    if (marker === 'KW_ONLY' || marker === 'ClassVar' || isSet(value, 'init', false)) continue;
    const byName = isKeyword || value !== undefined;
    const isOptional = marker === 'NotRequired' || (isPartial && marker !== 'Required');
    fields.push({
      name: target.id,
      annotation,
      isKeyword: byName,
      ...(value !== undefined && { default: value }),
      ...(isOptional && { isOptional }),
    });
  }
  return fields;
}

/** Whether a call has a keyword argument that is this constant. */
function isSet(call: Expression | undefined, keyword: string, wanted: boolean): boolean {
  if (call?.kind !== 'call') return false;
  return call.keywords.some(({ name, value }) => {
    return name === keyword && value.kind === 'constant' && value.value.type === 'bool' && value.value.value === wanted;
  });
}

/** Source text of an object of which `__init__` has made nothing yet: what `__init__` itself is called on. */
export function blankInstance({ name }: ClassDef): string {
  return `object.__new__(${name})`;
}

/** The type parameters of a class in their order. */
export function parameterNames(definition: ClassDef, scope: Pick<TypeScope, 'variables'>): readonly string[] {
  if (definition.typeParameters !== undefined) return definition.typeParameters.map(({ name }) => name);
  const generics = definition.bases.filter((base) => base.kind === 'subscript');
  const naming = generics.find((base) => ['Generic', 'Protocol'].includes(nameOf(base) ?? ''));
  return [...new Set((naming === undefined ? generics : [naming]).flatMap((base) => variablesIn(base, scope)))];
}

/** The type variables of the module that stand in an expression, in their order. */
export function variablesIn(node: ProgramNode, scope: Pick<TypeScope, 'variables'>): readonly string[] {
  const own = node.kind === 'name' && scope.variables.has(node.id) ? [node.id] : [];
  return [...new Set([...own, ...childrenOf(node).flatMap((child) => variablesIn(child, scope))])];
}
