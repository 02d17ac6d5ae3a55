/** Which names a block binds: https://docs.python.org/3/reference/executionmodel.html#binding-of-names */
import type { Expression, Statement } from '../syntax/ast.ts';

export interface Bindings {
  /** Names bound in the block, without those declared global or nonlocal. */
  readonly locals: ReadonlySet<string>;
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
  /** Whether `import *` binds names that the source does not tell. */
  readonly importsStar: boolean;
  /** Whether the block makes its function a generator. */
  readonly yields: boolean;
  /** Whether functions defined in the block may keep its scope alive. */
  readonly isClosedOver: boolean;
}

const known = new WeakMap<readonly Statement[] | Expression, Bindings>();

/** The names a function's body (a lambda's is an expression), or a module, binds. */
export function bindingsOf(body: readonly Statement[] | Expression): Bindings {
  const cached = known.get(body);
  if (cached !== undefined) return cached;
  const collector = new Collector();
  collector.visit(body);
  const { bound, globals, nonlocals, importsStar, yields, isClosedOver } = collector;
  const locals = new Set([...bound].filter((name) => !globals.has(name) && !nonlocals.has(name)));
  const bindings: Bindings = { locals, globals, nonlocals, importsStar, yields, isClosedOver };
  known.set(body, bindings);
  return bindings;
}

/** Walks a block without entering the scopes inside it. */
class Collector {
  readonly bound = new Set<string>();
  readonly globals = new Set<string>();
  readonly nonlocals = new Set<string>();
  importsStar = false;
  yields = false;
  isClosedOver = false;

  visit(node: unknown): void {
    if (Array.isArray(node)) for (const member of node) this.visit(member);
    else if (isNode(node)) this.#visitNode(node);
    // parts that are no nodes themselves: keywords, entries, with-items, format parts …
    else if (typeof node === 'object' && node !== null) this.visit(Object.values(node));
  }

  #visitNode(node: { readonly kind: string }): void {
    // the cast only lists the statements' kinds: whatever is no statement falls through to its parts
    const statement = node as Statement;
    switch (statement.kind) {
      case 'function':
      case 'class':
        this.bound.add(statement.name);
        this.isClosedOver = true;
        this.visit(statement.decorators);
        return;
      case 'global':
        for (const name of statement.names) this.globals.add(name);
        return;
      case 'nonlocal':
        for (const name of statement.names) this.nonlocals.add(name);
        return;
      case 'assign':
        for (const target of statement.targets) this.#bindTarget(target);
        break;
      case 'augassign':
      case 'annassign':
      case 'for':
        this.#bindTarget(statement.target);
        break;
      case 'delete':
        for (const target of statement.targets) this.#bindTarget(target);
        break;
      case 'with':
        for (const item of statement.items) if (item.target !== undefined) this.#bindTarget(item.target);
        break;
      case 'try':
        for (const handler of statement.handlers) if (handler.name !== undefined) this.bound.add(handler.name);
        break;
      case 'import':
        for (const { name, alias } of statement.names) this.bound.add(alias ?? firstPart(name));
        return;
      case 'importfrom':
        if (statement.names === '*') this.importsStar = true;
        else for (const { name, alias } of statement.names) this.bound.add(alias ?? name);
        return;
      case 'typealias':
        this.bound.add(statement.name);
        return;
    }
    this.#visitOther(node);
  }

  #visitOther(node: { readonly kind: string }): void {
    if (node.kind === 'lambda') {
      this.isClosedOver = true;
      return;
    }
    if (node.kind === 'yield' || node.kind === 'yieldfrom') this.yields = true;
    // it may run when the call has ended
    if (node.kind === 'generator') this.isClosedOver = true;
    if (node.kind === 'named' && 'target' in node && typeof node.target === 'string') this.bound.add(node.target);
    const isCapture = node.kind === 'capture' || node.kind === 'star';
    if (isCapture && 'name' in node && typeof node.name === 'string') this.bound.add(node.name);
    if (node.kind === 'mapping' && 'rest' in node && typeof node.rest === 'string') this.bound.add(node.rest);
    this.visit(Object.values(node).filter((part) => typeof part === 'object'));
  }

  #bindTarget(target: unknown): void {
    if (!isNode(target)) return;
    if (target.kind === 'name' && 'id' in target && typeof target.id === 'string') this.bound.add(target.id);
    else if ((target.kind === 'tuple' || target.kind === 'list') && 'items' in target && Array.isArray(target.items)) {
      for (const item of target.items) this.#bindTarget(item);
    } else if (target.kind === 'starred' && 'value' in target) this.#bindTarget(target.value);
  }
}

function isNode(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function firstPart(dotted: string): string {
  return dotted.split('.', 1)[0] ?? dotted;
}
