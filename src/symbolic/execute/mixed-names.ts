/**
 * CPython 3.12 to 3.14 runs list, set and dict comprehensions as part of their function or class, and mixes up a target of one with the variable of
 * that name of a function further out, if something else in the body takes the name from there: another comprehension, a lambda, a generator
 * expression, a function. It finds no value then, or the last one of the target; also where the comprehension never runs.
 */
import type { Machine } from '../machine/machine.ts';
import type { Comprehension, Expression, Statement } from '../syntax/ast.ts';
import type { ScopeId } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';

type Body = readonly Statement[] | Expression;
type Scopes = readonly ScopeId[];

/** Gives up where a function, or a generator expression, has such a name; `enclosing` are the scopes around it, the module's at last. */
export function refuseMixedNames(machine: Machine, body: Body, enclosing: Scopes): void {
  if (enclosing.length < 2) return;
  const { locals, globals } = bindingsOf(body);
  refuse(machine, body, enclosing, (name) => locals.has(name) || globals.has(name));
}

/** Gives up where the body of a class has such a name: what has a scope of its own inside it does not see the names of the class. */
export function refuseMixedNamesOfClass(machine: Machine, body: readonly Statement[], enclosing: Scopes): void {
  if (enclosing.length >= 2) refuse(machine, body, enclosing, () => false);
}

function refuse(machine: Machine, body: Body, enclosing: Scopes, isOwn: (name: string) => boolean): void {
  const further = enclosing.slice(0, -1).map((id) => machine.state.scopes.get(id));
  const mixed = mixedNames(body).find((name) => !isOwn(name) && further.some((scope) => scope?.has(name)));
  if (mixed === undefined) return;
  const message = `CPython mixes up ${mixed} of a comprehension with the variable of a function further out, as something else names it`;
  machine.cut('comprehension', message);
}

const known = new WeakMap<Body, readonly string[]>();

/** Targets of comprehensions that something else inside the body takes from outside. */
function mixedNames(body: Body): readonly string[] {
  const cached = known.get(body);
  if (cached !== undefined) return cached;
  const collector = new Collector();
  collector.visit('kind' in body ? Object.values(body) : body, { kind: 'body' });
  const names = [...collector.targets].filter((name) => collector.others.has(name));
  known.set(body, names);
  return names;
}

/** Where a node stands: in the body itself, in comprehensions that run as part of it, or in something with a scope of its own. */
type Place =
  | { readonly kind: 'body' }
  | { readonly kind: 'comprehension'; readonly targets: ReadonlySet<string> }
  | { readonly kind: 'scope' };

class Collector {
  /** Targets of the comprehensions that run as part of the body. */
  readonly targets = new Set<string>();
  /** Names that comprehensions take from outside, or that stand in something with a scope of its own. */
  readonly others = new Set<string>();

  visit(node: unknown, place: Place): void {
    if (typeof node !== 'object' || node === null) return;
    const kind = 'kind' in node ? node.kind : undefined;
    if (kind === 'name' && 'id' in node && typeof node.id === 'string') this.#see(node.id, place);
    else if (isLoops(node)) this.#visitLoops(node, place);
    else if (kind === 'function' || kind === 'lambda' || kind === 'class') this.#visitScope(node, place);
    else for (const part of Object.values(node)) this.visit(part, place);
  }

  #see(name: string, place: Place): void {
    if (place.kind === 'scope' || (place.kind === 'comprehension' && !place.targets.has(name))) this.others.add(name);
  }

  /** The first iterable is evaluated outside of the loops. */
  #visitLoops(loops: Loops, place: Place): void {
    const { generators, ...elements } = loops;
    const [first, ...others] = generators;
    this.visit(first?.iterable, place);
    let inside = place;
    if (loops.kind === 'generator') inside = { kind: 'scope' };
    else if (place.kind !== 'scope') {
      const targets = new Set(place.kind === 'comprehension' ? place.targets : []);
      for (const { target } of generators) addNames(target, targets);
      for (const name of targets) this.targets.add(name);
      inside = { kind: 'comprehension', targets };
    }
    for (const part of [...Object.values(elements), first?.target, first?.conditions, others]) this.visit(part, inside);
  }

  /** Defaults, annotations, decorators and bases are evaluated outside of what they belong to. */
  #visitScope(node: object, place: Place): void {
    for (const [field, part] of Object.entries(node)) this.visit(part, OUTSIDE.has(field) ? place : { kind: 'scope' });
  }
}

/** Fields of functions, lambdas and classes. */
const OUTSIDE = new Set(['decorators', 'bases', 'keywords', 'parameters', 'returns']);

type Loops = Extract<Expression, { readonly generators: readonly Comprehension[] }>;

function isLoops(node: object): node is Loops {
  return 'generators' in node;
}

function addNames(target: unknown, names: Set<string>): void {
  if (typeof target !== 'object' || target === null) return;
  if ('kind' in target && target.kind === 'name' && 'id' in target && typeof target.id === 'string')
    names.add(target.id);
  else for (const part of Object.values(target)) addNames(part, names);
}
