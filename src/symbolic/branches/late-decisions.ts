/** Decisions that may also be taken when the call is over: in functions, classes and generators that it hands on. */
import type { Reason } from '../service.ts';
import type { Expression, FunctionDef, Module } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { type DecisionNode, decisionsOf } from './decisions.ts';
import { runsInPlace } from './order.ts';

/** Decisions that no exploration of the call alone can exclude, and why. */
export interface LateDecisions {
  readonly nodes: ReadonlySet<DecisionNode>;
  readonly reasons: readonly Reason[];
}

/** Finds them: where anything that is defined in the function may outlive the call, all that does not run in place. */
export function lateDecisions(module: Module, definition: FunctionDef): LateDecisions {
  const all = decisionsOf(definition.body, module).map(({ node }) => node);
  const inPlace = new Set(decisionsOf(definition.body, module, runsInPlace).map(({ node }) => node));
  const nodes = new Set(all.filter((node) => !inPlace.has(node)));
  const kept = nodes.size === 0 ? undefined : new Uses(definition).outliving;
  if (kept === undefined) return { nodes: new Set(), reasons: [] };
  const construct = kept.kind === 'function' || kept.kind === 'class' ? `${kept.kind} ${kept.name}` : kept.kind;
  const message = `${construct} may run after ${definition.name} has returned, which is not followed`;
  return { nodes, reasons: [{ line: kept.span.line, construct, message }] };
}

/** What becomes of a value: its items are used up, it is called and dropped, or it may be kept. */
type Use = 'consumed' | 'called' | 'kept';

/** Built-in functions that use up an iterable, and keep neither it nor their `key`. */
const CONSUMERS = new Set([
  'all',
  'any',
  'dict',
  'frozenset',
  'list',
  'max',
  'min',
  'next',
  'set',
  'sorted',
  'sum',
  'tuple',
]);
/** Built-in functions whose result uses up its arguments as it is used up itself. */
const LAZY = new Set(['enumerate', 'filter', 'iter', 'map', 'reversed', 'zip']);
/** Names through which every variable can be had. */
const REVEALING = new Set(['eval', 'exec', 'locals', 'sys', 'vars']);

/** How a function uses what is defined in it. */
class Uses {
  readonly #kept = new Set<string>();
  readonly #named: { readonly name: string; readonly node: ProgramNode }[] = [];
  #found: ProgramNode | undefined;

  constructor({ body }: FunctionDef) {
    for (const statement of body) this.#visit(statement, 'kept');
  }

  /** Something that may still run when the call is over. */
  get outliving(): ProgramNode | undefined {
    const isRevealed = [...this.#kept].some((name) => REVEALING.has(name));
    return this.#found ?? this.#named.find(({ name }) => isRevealed || this.#kept.has(name))?.node;
  }

  #visit(node: ProgramNode, use: Use): void {
    switch (node.kind) {
      case 'name':
        this.#kept.add(node.id);
        return;
      case 'global':
        for (const name of node.names) this.#kept.add(name);
        return;
      case 'call':
        this.#call(node, use);
        return;
      case 'function':
        if (node.isAsync || node.decorators.length > 0 || isGenerator(node)) this.#found ??= node;
        this.#named.push({ name: node.name, node });
        break;
      case 'class':
        if (!node.body.every(runsInPlace)) this.#found ??= node;
        break;
      case 'lambda':
        if (use !== 'called') this.#found ??= node;
        break;
      case 'generator':
        if (use !== 'consumed') this.#found ??= node;
        break;
      case 'assign': {
        const [target, other] = node.targets;
        if (target?.kind !== 'name' || other !== undefined || node.value.kind !== 'lambda') break;
        this.#named.push({ name: target.id, node: node.value });
        this.#visit(node.value, 'called');
        return;
      }
      case 'for':
        this.#visit(node.iterable, 'consumed');
        for (const inner of childrenOf(node)) if (inner !== node.iterable) this.#visit(inner, 'kept');
        return;
    }
    const iterables = 'generators' in node ? node.generators.map(({ iterable }): ProgramNode => iterable) : [];
    for (const inner of childrenOf(node)) this.#visit(inner, iterables.includes(inner) ? 'consumed' : 'kept');
  }

  #call({ callee, args, keywords }: Extract<Expression, { kind: 'call' }>, use: Use): void {
    const name = callee.kind === 'name' ? callee.id : undefined;
    const isConsumer = (name !== undefined && CONSUMERS.has(name)) || isMethod(callee, 'join');
    const isLazy = name !== undefined && LAZY.has(name) && use === 'consumed';
    for (const [index, arg] of args.entries()) {
      const isCalled = isLazy && index === 0 && (name === 'map' || name === 'filter');
      this.#visit(arg, isCalled ? 'called' : isConsumer || isLazy ? 'consumed' : 'kept');
    }
    const dropsKey = isConsumer || isMethod(callee, 'sort');
    for (const keyword of keywords) this.#visit(keyword.value, keyword.name === 'key' && dropsKey ? 'called' : 'kept');
    if (name === undefined) this.#visit(callee, 'called');
    else if (REVEALING.has(name)) this.#kept.add(name);
  }
}

function isMethod(callee: Expression, name: string): boolean {
  return callee.kind === 'attribute' && callee.name === name;
}

/** Whether calling the function gives a generator. */
function isGenerator({ body }: FunctionDef): boolean {
  const yields = (node: ProgramNode): boolean =>
    node.kind === 'yield' ||
    node.kind === 'yieldfrom' ||
    childrenOf(node).some((inner) => inner.kind !== 'function' && inner.kind !== 'lambda' && yields(inner));
  return body.some((statement) => statement.kind !== 'function' && yields(statement));
}
