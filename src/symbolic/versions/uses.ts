/** Which names of its module a piece of code uses, and what else of it could tell two versions of a module apart. */
import { bindingsOf } from '../execute/bindings.ts';
import type { Expression, Parameters, Span, Statement } from '../syntax/ast.ts';
import { boundName, followedImports, type Import, importsOf, isWithin } from './imports.ts';
import { importOf, inner, isOfModule, type NameScope, receiverOf } from './scopes.ts';

/** A name that is looked up in the module, or in the built-in names. */
export interface Use {
  readonly id: string;
  readonly span: Span;
  /** Whether it only says a type: such names are not looked up in the merged module, whose annotations stay unevaluated. */
  readonly isAnnotation: boolean;
  /** Whether it is assigned or deleted. */
  readonly isStore: boolean;
  /** Attributes taken from it one after another, such as `mod` and `f` of `pkg.mod.f`. */
  readonly chain: readonly { readonly name: string; readonly span: Span }[];
  /** The import inside a function that binds it there. */
  readonly import?: Import;
  /** Whether it is looked up when a function is called, and not when the module is imported. */
  readonly isLate: boolean;
}

/** An attribute that is read, assigned or deleted. */
export interface AttributeUse {
  readonly name: string;
  readonly span: Span;
  /** Whether the object is the first parameter of the method that the code belongs to. */
  readonly isOwn: boolean;
}

/** Something in the way of telling by names what code uses. */
export interface Obstacle {
  /**
   * What it may see: `names` of the module, whatever they are, or what cannot be had; `members` of classes, whatever they are called; `versions`:
   * what a definition is called, where it stands, and how it is made.
   */
  readonly sees: 'names' | 'members' | 'versions';
  readonly construct: string;
  readonly message: string;
  readonly line: number;
}

/** What some statements use. */
export interface Uses {
  readonly names: readonly Use[];
  readonly attributes: readonly AttributeUse[];
  /** Names bound in the scopes inside. */
  readonly locals: ReadonlySet<string>;
  readonly obstacles: readonly Obstacle[];
  /** Texts of annotations that are written as strings, and texts that getattr and its like are given. */
  readonly texts: ReadonlySet<string>;
  /** Modules that are imported inside functions, and in statements of the top level. */
  readonly imports: readonly InnerImport[];
}

/** An import that is no statement of the module's top level. */
export interface InnerImport {
  readonly module: string;
  /** Of the statement. */
  readonly span: Span;
  /** Whether nothing else binds its names, so that each use of them is one of the import. */
  readonly isFollowed: boolean;
  /** Whether it stands in a `try` of the top level, whose other parts would hide that it cannot be had. */
  readonly isTried: boolean;
}

/** What `statements` of a module's top level use; a method's, where `receiver` names its first parameter. */
export function usesOf(statements: readonly Statement[], owner?: { readonly bound: ReadonlySet<string> }): Uses {
  const visitor = new Visitor();
  const scope: NameScope | undefined =
    owner === undefined
      ? undefined
      : { names: owner.bound, globals: new Set(), isClass: true, parent: undefined, isLate: false };
  for (const statement of statements) visitor.visit(statement, scope, false);
  return visitor;
}

/** Names through which code sees names that its text does not tell. */
const HIDING = new Map<string, Obstacle['sees']>([
  ...(
    'globals eval exec vars dir locals compile __import__ __builtins__ __file__ __spec__ __loader__ __package__ __path__ ' +
    'importlib pkgutil runpy'
  )
    .split(' ')
    .map((name) => [name, 'names'] as const),
  ...['__doc__', 'inspect', 'traceback'].map((name) => [name, 'versions'] as const),
]);
/** Attributes that do so. */
const HIDING_ATTRIBUTES = new Map<string, Obstacle['sees']>([
  ...['__globals__', 'modules', '_getframe'].map((name) => [name, 'names'] as const),
  ...['__dict__', '__subclasses__', '__getattribute__'].map((name) => [name, 'members'] as const),
  ...(
    '__code__ __closure__ __doc__ __mro__ __bases__ __module__ __annotations__ __defaults__ __kwdefaults__ __wrapped__ ' +
    '__name__ __qualname__'
  )
    .split(' ')
    .map((name) => [name, 'versions'] as const),
]);
/** What `inspect` finds by itself, besides what it tells of what it is given. */
const INSPECTION = new Map<string, Obstacle['sees']>([
  ...'currentframe stack trace getsource getsourcelines getmodule getouterframes getinnerframes'
    .split(' ')
    .map((name) => [name, 'names'] as const),
  ...['getmembers', 'getmembers_static'].map((name) => [name, 'members'] as const),
]);
/** Functions that are given names of attributes. */
const BY_NAME = new Set(['getattr', 'setattr', 'hasattr', 'delattr', 'attrgetter', 'methodcaller']);

/** Fields of types, which nothing evaluates when their definition runs. */
const TYPE_FIELDS = new Set(['annotation', 'returns', 'bound', 'defaultType']);

class Visitor implements Uses {
  readonly names: Use[] = [];
  readonly attributes: AttributeUse[] = [];
  readonly locals = new Set<string>();
  readonly obstacles: Obstacle[] = [];
  readonly texts = new Set<string>();
  readonly imports: InnerImport[] = [];

  visit(node: unknown, scope: NameScope | undefined, isAnnotation: boolean): void {
    if (Array.isArray(node)) {
      for (const member of node) this.visit(member, scope, isAnnotation);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    if ('kind' in node) this.#node(node as Statement | Expression, scope, isAnnotation);
    else this.#parts(node, scope, isAnnotation);
  }

  #parts(node: object, scope: NameScope | undefined, isAnnotation: boolean): void {
    for (const [field, part] of Object.entries(node)) {
      if (field === 'span' || field === 'docstring') continue;
      const isType = isAnnotation || TYPE_FIELDS.has(field);
      this.visit(part, scope, isType);
    }
  }

  #node(node: Statement | Expression, scope: NameScope | undefined, isAnnotation: boolean): void {
    switch (node.kind) {
      case 'function': {
        this.visit(node.decorators, scope, false);
        const types = new Set((node.typeParameters ?? []).map(({ name }) => name));
        const outside = types.size === 0 ? scope : inner(types, scope);
        this.#signature(node.parameters, outside);
        this.visit(node.returns, outside, true);
        const isStatic = node.decorators.some((one) => one.kind === 'name' && one.id === 'staticmethod');
        const [first] = node.parameters;
        const parameters = node.parameters.map(({ name }) => name);
        const imports = followedImports(node.body, parameters);
        const { globals, locals: bound } = bindingsOf(node.body);
        const locals = [...bound].filter((name) => !imports.has(name));
        const isMethod = scope?.isClass === true && !isStatic && first !== undefined && !bound.has(first.name);
        this.#body(node.body, {
          names: new Set([...locals, ...parameters]),
          globals,
          isClass: false,
          parent: outside,
          imports,
          isLate: true,
          ...(isMethod ? { receiver: first.name } : {}),
        });
        return;
      }
      case 'lambda':
        this.#signature(node.parameters, scope);
        this.#body(node.body, { ...inner(new Set(node.parameters.map(({ name }) => name)), scope), isLate: true });
        return;
      case 'class': {
        this.visit([node.decorators, node.bases, node.keywords], scope, false);
        const { locals, globals } = bindingsOf(node.body);
        this.visit(
          node.body,
          { names: locals, globals, isClass: true, parent: scope, isLate: scope?.isLate === true },
          false,
        );
        return;
      }
      case 'listcomp':
      case 'setcomp':
      case 'generator':
      case 'dictcomp': {
        const [first] = node.generators;
        this.visit(first?.iterable, scope, isAnnotation);
        const scoped = inner(new Set(node.generators.flatMap(({ target }) => targetNames(target))), scope);
        for (const name of scoped.names) this.locals.add(name);
        for (const [index, one] of node.generators.entries()) {
          if (index > 0) this.visit(one.iterable, scoped, isAnnotation);
          this.visit([one.target, one.conditions], scoped, isAnnotation);
        }
        this.visit(node.kind === 'dictcomp' ? [node.key, node.value] : node.element, scoped, isAnnotation);
        return;
      }
      case 'name':
        this.#name(node, scope, isAnnotation, []);
        return;
      case 'attribute':
        this.#attribute(node, scope, isAnnotation);
        return;
      case 'import':
      case 'importfrom':
        this.#imported(node, scope);
        return;
      case 'constant':
        if (node.value.type === 'str') this.#text(node.value.value, isAnnotation);
        return;
      case 'call':
        this.#call(node);
        break;
      case 'try':
        this.#tries++;
        this.#parts(node, scope, isAnnotation);
        this.#tries--;
        return;
      case 'unsupported':
        this.#obstacle('names', node.construct, 'is not read by the engine', node.span);
    }
    this.#stores(node, scope);
    this.#parts(node, scope, isAnnotation);
  }

  #text(text: string, isAnnotation: boolean): void {
    if (isAnnotation) this.texts.add(text);
    // str.format reads attributes of its arguments
    for (const [, part = '', end] of text.matchAll(/([^{}\n]+)(\}?)/g))
      if (end !== '') for (const [, name = ''] of part.matchAll(/[.](\w+)/g)) this.texts.add(name);
  }

  #signature(parameters: Parameters, scope: NameScope | undefined): void {
    for (const { annotation, default: value } of parameters) {
      this.visit(annotation, scope, true);
      this.visit(value, scope, false);
    }
  }

  #body(body: readonly Statement[] | Expression, scope: NameScope): void {
    for (const name of scope.names) this.locals.add(name);
    this.visit(body, scope, false);
  }

  #name(
    node: Extract<Expression, { kind: 'name' }>,
    scope: NameScope | undefined,
    isAnnotation: boolean,
    chain: Use['chain'],
  ): void {
    const { id, span } = node;
    const imported = importOf(id, scope);
    if (imported === undefined && !isOfModule(id, scope)) return;
    if (imported !== undefined && !isWithin(span, imported))
      this.#obstacle('names', `import of ${imported.import.module}`, `may not have run where ${id} is used`, span);
    const isLate = scope?.isLate === true;
    const bound = imported && { import: imported.import };
    this.names.push({ id, span, isAnnotation, isStore: this.#stored.has(node), chain, isLate, ...bound });
    if (isAnnotation) return;
    const sees = HIDING.get(id);
    if (sees !== undefined) this.#obstacle(sees, id, 'may see names that the text does not tell', span);
    if (id === '__name__' && !this.#loggers.has(node))
      this.#obstacle('versions', id, 'is another where versions are compared', span);
    if (BY_NAME.has(id) && !this.#named.has(node))
      this.#obstacle('members', id, 'is given names that the text does not tell', span);
  }

  /** Statements `try` around. */
  #tries = 0;
  /** Nodes that are assigned or deleted. */
  readonly #stored = new Set<unknown>();
  /** `__name__` where it only names a logger. */
  readonly #loggers = new Set<unknown>();
  /** `getattr` and its like where they are called with constants. */
  readonly #named = new Set<unknown>();

  #attribute(
    node: Extract<Expression, { kind: 'attribute' }>,
    scope: NameScope | undefined,
    isAnnotation: boolean,
  ): void {
    const chain: { name: string; span: Span }[] = [];
    let root: Expression = node;
    while (root.kind === 'attribute') {
      chain.unshift({ name: root.name, span: root.span });
      root = root.object;
    }
    const isOwn = root.kind === 'name' && root.id === receiverOf(scope);
    for (const [index, { name, span }] of chain.entries()) {
      if (!isAnnotation) this.attributes.push({ name, span, isOwn: isOwn && index === 0 });
      const isInspected = root.kind === 'name' && root.id === 'inspect';
      const sees = HIDING_ATTRIBUTES.get(name) ?? (isInspected ? INSPECTION.get(name) : undefined);
      if (sees !== undefined && !(name === '__name__' && tellsClass(node)))
        this.#obstacle(sees, name, 'may tell versions of a function apart', span);
    }
    if (this.#stored.has(node) && root.kind === 'name') this.#stored.add(root);
    if (root.kind === 'name') this.#name(root, scope, isAnnotation, chain);
    else this.visit(root, scope, isAnnotation);
  }

  #call({ callee, args }: Extract<Expression, { kind: 'call' }>): void {
    const name = callee.kind === 'name' ? callee.id : callee.kind === 'attribute' ? callee.name : undefined;
    const [first] = args;
    if (name === 'getLogger') for (const one of args) this.#loggers.add(one);
    if (name === undefined || !BY_NAME.has(name)) return;
    const given = name.endsWith('attr') ? args.slice(1, 2) : [first];
    const texts = given.map((one) =>
      one?.kind === 'constant' && one.value.type === 'str' ? one.value.value : undefined,
    );
    if (texts.every((text) => text !== undefined)) {
      this.#named.add(callee);
      for (const text of texts) this.texts.add(text);
    } else this.#obstacle('members', name, 'is given a computed name', callee.span);
  }

  #imported(node: Extract<Statement, { kind: 'import' | 'importfrom' }>, scope: NameScope | undefined): void {
    const { span } = node;
    const isFollowed = importsOf(node).every((one) => scope?.imports?.has(boundName(one)) === true);
    if (node.kind === 'importfrom' && node.names === '*')
      this.#obstacle('names', 'import *', 'binds names that the text does not tell', node.span);
    const modules = node.kind === 'import' ? node.names.map(({ name }) => name) : [node.module];
    for (const module of modules) {
      this.imports.push({ module, span, isFollowed, isTried: scope === undefined && this.#tries > 0 });
      const sees = HIDING.get(module.split('.')[0] ?? '');
      if (sees !== undefined)
        this.#obstacle(sees, `import ${module}`, 'may see names that the text does not tell', node.span);
    }
  }

  #stores(node: Statement | Expression, scope: NameScope | undefined): void {
    if (node.kind === 'global' && scope !== undefined)
      for (const name of node.names)
        this.names.push({
          id: name,
          span: node.span,
          isAnnotation: false,
          isStore: true,
          chain: [{ name: 'global', span: node.span }],
          isLate: true,
        });
    const targets =
      node.kind === 'assign' || node.kind === 'delete'
        ? node.targets
        : 'target' in node && typeof node.target === 'object'
          ? [node.target]
          : node.kind === 'with'
            ? node.items.map(({ target }) => target)
            : [];
    for (const target of targets) this.#store(target);
  }

  #store(target: Expression | undefined): void {
    if (target === undefined) return;
    if (target.kind === 'tuple' || target.kind === 'list') for (const item of target.items) this.#store(item);
    else if (target.kind === 'starred') this.#store(target.value);
    else this.#stored.add(target);
  }

  #obstacle(sees: Obstacle['sees'], construct: string, message: string, { line }: Span): void {
    this.obstacles.push({ sees, construct, message, line });
  }
}

/** `type(x).__name__` and `x.__class__.__name__`: no class has two versions. */
function tellsClass({ object }: Extract<Expression, { kind: 'attribute' }>): boolean {
  if (object.kind === 'attribute') return object.name === '__class__';
  return object.kind === 'call' && object.callee.kind === 'name' && object.callee.id === 'type';
}

function targetNames(target: Expression): readonly string[] {
  if (target.kind === 'name') return [target.id];
  if (target.kind === 'tuple' || target.kind === 'list') return target.items.flatMap(targetNames);
  return target.kind === 'starred' ? targetNames(target.value) : [];
}
