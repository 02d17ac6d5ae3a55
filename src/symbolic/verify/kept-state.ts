/** Whether code may keep something from one call to the next, as far as its syntax tells. */
import type { Expression, Module, Statement } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';

/** True unless nothing that outlives a call is seen to be changed by functions of the module. */
export function mayKeepState(module: Module): boolean {
  const survey = new Survey(sharedNames(module.body));
  survey.visit(module.body, false);
  return survey.sharesScopes || (survey.mentionsShared && survey.changesObjects);
}

/** Calls that make what cannot be changed. */
const UNCHANGEABLE =
  /^(frozenset|tuple|int|str|float|bool|bytes|complex|range|Decimal|Fraction|compile|TypeVar|NewType|NamedTuple|namedtuple|date|datetime|timedelta)$/;

/** Names of the module, and of its classes, whose values may be changed. */
function sharedNames(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of body) {
    if (statement.kind === 'class') {
      names.add(statement.name);
      for (const name of sharedNames(statement.body)) names.add(name);
    }
    if (statement.kind === 'assign' && isChangeable(statement.value)) {
      for (const target of statement.targets) for (const name of namesIn(target)) names.add(name);
    }
    if (statement.kind === 'annassign' && statement.value !== undefined && isChangeable(statement.value)) {
      for (const name of namesIn(statement.target)) names.add(name);
    }
    // compound statements may bind anything
    if ('body' in statement && statement.kind !== 'class' && statement.kind !== 'function') {
      for (const name of sharedNames(statement.body)) names.add(name);
    }
  }
  return names;
}

function namesIn(target: Expression): readonly string[] {
  if (target.kind === 'name') return [target.id];
  return target.kind === 'tuple' || target.kind === 'list' ? target.items.flatMap(namesIn) : [];
}

function isChangeable(value: Expression): boolean {
  switch (value.kind) {
    case 'constant':
    case 'lambda':
    case 'fstring':
    case 'compare':
      return false;
    case 'unary':
      return isChangeable(value.operand);
    case 'binary':
      return isChangeable(value.left) || isChangeable(value.right);
    case 'tuple':
      return value.items.some(isChangeable);
    case 'call':
      return !UNCHANGEABLE.test(nameOf(value.callee) ?? '') || value.args.some(isChangeable);
    default:
      return true;
  }
}

/** Methods of built-in containers that change them, and functions that change what they are given. */
export const CHANGING = new Set(
  (
    'add append appendleft clear difference_update discard extend extendleft heapify heappop heappush heappushpop heapreplace insert ' +
    'insort insort_left insort_right intersection_update move_to_end next pop popitem popleft remove reverse rotate send setattr delattr ' +
    'setdefault shuffle sort subtract symmetric_difference_update update __next__ __setitem__ __delitem__ __setattr__'
  ).split(' '),
);

class Survey {
  /** Whether a function assigns variables of the module, or keeps changeable defaults. */
  sharesScopes = false;
  mentionsShared = false;
  changesObjects = false;
  readonly #shared: ReadonlySet<string>;

  constructor(shared: ReadonlySet<string>) {
    this.#shared = shared;
  }

  visit(node: unknown, isInFunction: boolean): void {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const member of node) this.visit(member, isInFunction);
      return;
    }
    const isFunction = 'kind' in node && (node.kind === 'function' || node.kind === 'lambda');
    if (isFunction && 'parameters' in node && hasChangeableDefault(node.parameters)) this.sharesScopes = true;
    if (isInFunction && 'kind' in node) this.#look(node);
    for (const [field, child] of Object.entries(node)) {
      if (!IGNORED.has(field)) this.visit(child, isInFunction || isFunction);
    }
  }

  #look(node: object & { readonly kind: unknown }): void {
    switch (node.kind) {
      case 'global':
        this.sharesScopes = true;
        break;
      case 'nonlocal':
        this.changesObjects = true;
        break;
      case 'name':
        this.#mention('id' in node ? node.id : undefined);
        break;
      case 'attribute':
        this.#mention('name' in node ? node.name : undefined);
        break;
      case 'assign':
        if ('targets' in node && Array.isArray(node.targets)) this.#change(node.targets);
        break;
      case 'augassign':
        // `+=` changes lists in place
        this.changesObjects = true;
        break;
      case 'annassign':
      case 'for':
        this.#change('target' in node ? [node.target] : []);
        break;
      case 'delete':
      case 'with':
        this.changesObjects = true;
    }
  }

  #mention(name: unknown): void {
    if (typeof name !== 'string') return;
    if (this.#shared.has(name) || name === '__class__' || name === 'cls') this.mentionsShared = true;
    if (CHANGING.has(name)) this.changesObjects = true;
  }

  #change(targets: readonly unknown[]): void {
    if (targets.some((target) => !isPlainTarget(target))) this.changesObjects = true;
  }
}

const IGNORED = new Set(['annotation', 'returns', 'docstring', 'span']);

function isPlainTarget(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('kind' in target)) return false;
  if (target.kind === 'name') return true;
  return 'items' in target && Array.isArray(target.items) && target.items.every(isPlainTarget);
}

function hasChangeableDefault(parameters: unknown): boolean {
  if (!Array.isArray(parameters)) return false;
  return parameters.some((one: { readonly default?: Expression }) => {
    return one.default !== undefined && one.default.kind !== 'name' && isChangeable(one.default);
  });
}
