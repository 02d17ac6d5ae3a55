/** The names that annotations of a module may use: its classes, aliases and type parameters. */
import type { ClassDef, Expression, FunctionDef, Module, Statement } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { nameOf } from '../syntax/names.ts';
import { parseExpression, type TreeParser } from '../syntax/parse.ts';
import { basesTo } from './class-fields.ts';
import type { TypeArguments } from './input-type.ts';
import { bareArguments, inheritedArguments, ownTypeArguments } from './read-annotation.ts';

export interface TypeScope {
  /** Classes of the module by name. */
  readonly classes: ReadonlyMap<string, ClassDef>;
  /** What module-level names, which annotations may use as type aliases, were last assigned. */
  readonly aliases: ReadonlyMap<string, Expression>;
  /** What the type variables may be that are each one of some types: those by which parameters are annotated, and nothing else is. */
  readonly constraints: ReadonlyMap<string, readonly Expression[]>;
  /** Names of the module that `TypeVar` declares. */
  readonly variables: ReadonlyMap<string, Call>;
  /** The type parameters of what is read, which hide all other names. */
  readonly typeArguments: TypeArguments;
  /** What the module imports, by full name: the name it goes by, such as `deque` for `collections.deque`. */
  readonly imports: ReadonlyMap<string, string>;
  /** The kinds of numbers that the function tells apart from those that they are among: a bool is an int, an int passes as a float. */
  readonly toldApart: ReadonlySet<string>;
  /** What `@overload` says of the calls that the function allows; empty where nothing does. */
  readonly overloads: readonly FunctionDef[];
  /** The calls of the function in its module. */
  readonly calls: readonly Call[];
  /** Names of aliases of which what is read is a part. */
  readonly open?: ReadonlySet<string>;
  /** Reads an annotation that is written as a string; undefined where it is no expression. */
  readonly read: (text: string) => Expression | undefined;
}

type Call = Extract<Expression, { kind: 'call' }>;

/** The calls of a function by its name, below these nodes. */
export function callsOf(name: string, nodes: readonly ProgramNode[]): readonly Call[] {
  return nodes.flatMap((node) => [
    ...(node.kind === 'call' && nameOf(node.callee) === name ? [node] : []),
    ...callsOf(name, childrenOf(node)),
  ]);
}

function overloadsOf(definition: FunctionDef, siblings: readonly Statement[]): readonly FunctionDef[] {
  return siblings.filter(
    (one): one is FunctionDef =>
      one.kind === 'function' &&
      one !== definition &&
      one.name === definition.name &&
      one.decorators.some((decorator) => nameOf(decorator) === 'overload'),
  );
}

/** The scope of the annotations of `definition`, which may be a method of `owner`. */
export function typeScopeOf(
  module: Module,
  definition: FunctionDef,
  owner: ClassDef | undefined,
  parser: TreeParser,
): TypeScope {
  const scope = moduleScopeOf(module, definition, owner, parser);
  const by = owner && basesTo(definition, owner, scope);
  const ofOwner = owner === undefined ? [] : inheritedArguments(bareArguments(owner, scope), by ?? [], scope);
  const own = ownTypeArguments(definition, (name) => isParameterType(name, definition, owner), scope);
  return { ...scope, typeArguments: new Map([...ofOwner, ...own]) };
}

/** The scope without the type parameters of the function and its class. */
function moduleScopeOf(
  module: Module,
  definition: FunctionDef,
  owner: ClassDef | undefined,
  parser: TreeParser,
): TypeScope {
  const classes = new Map<string, ClassDef>();
  const aliases = new Map<string, Expression>();
  const imports = new Map<string, string>();
  for (const statement of module.body) {
    if (statement.kind === 'class') classes.set(statement.name, statement);
    const alias = aliasOf(statement);
    if (alias !== undefined) aliases.set(alias.name, alias.value);
    for (const [name, meaning] of importsOf(statement)) imports.set(meaning, name);
  }
  const variables = new Map<string, Call>();
  for (const [name, alias] of aliases) {
    if (alias.kind === 'call' && nameOf(alias.callee) === 'TypeVar') variables.set(name, alias);
  }
  if (owner !== undefined && !classes.has('Self') && !aliases.has('Self')) {
    aliases.set('Self', { kind: 'name', id: owner.name, span: owner.span });
  }
  const constraints = new Map<string, readonly Expression[]>();
  for (const [name, { args }] of variables) {
    const [, ...options] = args;
    if (options.length === 0) continue;
    aliases.delete(name);
    if (isParameterType(name, definition, owner)) constraints.set(name, options);
  }
  return {
    classes,
    aliases,
    constraints,
    variables,
    typeArguments: new Map(),
    imports,
    toldApart: toldApart(definition, module, parser),
    overloads: overloadsOf(definition, owner?.body ?? module.body),
    calls: callsOf(definition.name, module.body),
    read: (text) => readText(text, parser),
  };
}

/**
 * Whether a type variable is the annotation of parameters that each take one argument, and stands nowhere in other ones: else
 * what is in an object or a container would have to be of one type with them. The only annotation with it may be a union.
 */
function isParameterType(name: string, { parameters }: FunctionDef, owner: ClassDef | undefined): boolean {
  if (owner?.typeParameters?.some((one) => one.name === name) === true) return false;
  if (owner?.bases.some((base) => isNamed(base, name)) === true) return false;
  const [only, second] = parameters.filter(({ annotation }) => annotation !== undefined && isNamed(annotation, name));
  if (second === undefined && only?.annotation !== undefined && isUnionWith(only.annotation, name)) {
    return only.kind !== 'vararg' && only.kind !== 'kwarg';
  }
  return parameters.every(({ annotation, kind, default: value }) => {
    if (annotation?.kind === 'name' && annotation.id === name) {
      return kind !== 'vararg' && kind !== 'kwarg' && value === undefined;
    }
    return annotation === undefined || !isNamed(annotation, name);
  });
}

/** Whether an annotation is a union of which a type variable is a part, and stands in no other one. */
function isUnionWith(annotation: Expression, name: string): boolean {
  const pending = [annotation];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one.kind === 'binary' && one.operator === '|') pending.push(one.left, one.right);
    else if (one.kind === 'subscript' && /^(Optional|Union)$/.test(nameOf(one.object) ?? '')) {
      pending.push(...(one.index.kind === 'tuple' ? one.index.items : [one.index]));
    } else if (one.kind === 'name' ? one === annotation : isNamed(one, name)) return false;
  }
  return true;
}

/** Whether a name, or a text, which may have it, stands in an expression. */
function isNamed(expression: Expression, name: string): boolean {
  const pending: ProgramNode[] = [expression];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'name' && node.id === name) return true;
    if (node.kind === 'constant' && node.value.type === 'str' && node.value.value.includes(name)) return true;
    pending.push(...childrenOf(node));
  }
  return false;
}

/**
 * Kinds of numbers that a function, its docstring, or what it may call tells apart: classes that `isinstance` and patterns ask for;
 * all where `type` or attributes are asked for, `bool` where something is compared with `True` or `False` by identity.
 */
function toldApart(definition: FunctionDef, module: Module, parser: TreeParser): ReadonlySet<string> {
  const found = new Set<string>();
  const functions = Map.groupBy(functionsIn(module.body), ({ name }) => name);
  const reached = new Set([definition]);
  for (const one of reached) {
    const pending: ProgramNode[] = [...one.body, ...conditionsOf(one, parser)];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      pending.push(...childrenOf(node));
      for (const name of toldApartBy(node)) found.add(name);
      if (node.kind === 'call')
        for (const callee of functions.get(nameOf(node.callee) ?? '') ?? []) reached.add(callee);
    }
  }
  return found;
}

/** The functions of a module, and the methods of its classes. */
function functionsIn(body: readonly Statement[]): readonly FunctionDef[] {
  return body.flatMap((one) => (one.kind === 'function' ? [one] : one.kind === 'class' ? functionsIn(one.body) : []));
}

/** What the lines of a docstring say behind a colon, where that is an expression. */
function conditionsOf({ docstring }: FunctionDef, parser: TreeParser): readonly Expression[] {
  return (docstring?.text ?? '').split('\n').flatMap((line) => {
    const text = line.slice(line.indexOf(':') + 1).trim();
    const condition = text === '' || text === line.trim() ? undefined : readText(text, parser);
    return condition === undefined ? [] : [condition];
  });
}

function toldApartBy(node: ProgramNode): readonly string[] {
  switch (node.kind) {
    case 'call': {
      const name = node.callee.kind === 'name' ? node.callee.id : '';
      if (name === 'isinstance')
        return namesIn(node.args[1]).flatMap((one) => (one === 'float' ? ['float', 'int'] : [one]));
      return ['type', 'hasattr', 'getattr'].includes(name) ? ['bool', 'int'] : [];
    }
    case 'compare': {
      const isAsked = ({ operator, operand }: (typeof node.rest)[number]): boolean =>
        (operator === 'is' || operator === 'is not') && operand.kind === 'constant' && operand.value.type === 'bool';
      return node.rest.some(isAsked) ? ['bool'] : [];
    }
    case 'match':
      return ['bool', 'int'];
    default:
      return [];
  }
}

function namesIn(classes: Expression | undefined): readonly string[] {
  if (classes === undefined) return [];
  if (classes.kind === 'name') return [classes.id];
  if (classes.kind === 'tuple') return classes.items.flatMap(namesIn);
  return classes.kind === 'binary' ? [...namesIn(classes.left), ...namesIn(classes.right)] : [];
}

function aliasOf(statement: Statement): { readonly name: string; readonly value: Expression } | undefined {
  switch (statement.kind) {
    case 'typealias':
      return statement;
    case 'assign': {
      const [target, ...others] = statement.targets;
      return target?.kind === 'name' && others.length === 0 ? { name: target.id, value: statement.value } : undefined;
    }
    case 'annassign':
      return statement.target.kind === 'name' && statement.value !== undefined
        ? { name: statement.target.id, value: statement.value }
        : undefined;
    default:
      return undefined;
  }
}

/** How source text of the module names something of a library module, imported or not. */
export function spelling({ imports }: TypeScope, module: string, name: string): string {
  const own = imports.get(`${module}.${name}`);
  return own ?? `${imports.get(module) ?? `__import__('${module}')`}.${name}`;
}

/** Local name and full name of everything that a statement imports. */
function importsOf(statement: Statement): readonly (readonly [string, string])[] {
  if (statement.kind === 'import') return statement.names.map(({ name, alias }) => [alias ?? name, name]);
  if (statement.kind !== 'importfrom' || statement.names === '*') return [];
  return statement.names.map(({ name, alias }) => [alias ?? name, `${statement.module}.${name}`]);
}

function readText(text: string, parser: TreeParser): Expression | undefined {
  try {
    return parseExpression(text.trim(), parser, 1);
  } catch (error) {
    if (error instanceof PythonSyntaxError) return undefined;
    throw error;
  }
}
