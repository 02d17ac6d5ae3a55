/**
 * CPython runs list, set and dict comprehensions as part of their function, and mixes up a target of one with the variable of that
 * name of a function further out, if something inside the function keeps the name: a lambda, a generator, another function. It finds
 * no value then, or the last one of the target; also where the comprehension never runs.
 */
import type { Machine } from '../machine/machine.ts';
import type { Expression, Statement } from '../syntax/ast.ts';
import type { ScopeId } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';

type Body = readonly Statement[] | Expression;

/** Gives up where a function, or a generator expression, has such a name. */
export function refuseMixedNames(machine: Machine, body: Body, enclosing: readonly ScopeId[]): void {
  if (enclosing.length < 2) return;
  const further = enclosing.slice(0, -1).map((id) => machine.state.scopes.get(id));
  const mixed = mixedNames(body).find((name) => further.some((scope) => scope?.has(name)));
  if (mixed === undefined) return;
  const message = `CPython mixes up ${mixed} of a comprehension with the variable of a function further out, as something keeps it`;
  machine.cut('comprehension', message);
}

const known = new WeakMap<Body, readonly string[]>();

/** Targets of comprehensions that something inside the body names, too, and that are no variables of the body. */
function mixedNames(body: Body): readonly string[] {
  const cached = known.get(body);
  if (cached !== undefined) return cached;
  const collector = new Collector();
  collector.visit('kind' in body ? Object.values(body) : body, false);
  const { locals, globals } = bindingsOf(body);
  const isOwn = (name: string): boolean => locals.has(name) || globals.has(name);
  const names = [...collector.targets].filter((name) => collector.kept.has(name) && !isOwn(name));
  known.set(body, names);
  return names;
}

const SCOPES = new Set(['function', 'lambda', 'generator', 'class']);
const COMPREHENSIONS = new Set(['listcomp', 'setcomp', 'dictcomp']);

class Collector {
  /** Targets of the comprehensions that run as part of the body. */
  readonly targets = new Set<string>();
  /** Names that stand in something with a scope of its own. */
  readonly kept = new Set<string>();

  visit(node: unknown, isInside: boolean): void {
    if (typeof node !== 'object' || node === null) return;
    const kind = 'kind' in node ? node.kind : undefined;
    if (kind === 'name' && 'id' in node && typeof node.id === 'string' && isInside) this.kept.add(node.id);
    if (!isInside && typeof kind === 'string' && COMPREHENSIONS.has(kind) && 'generators' in node)
      this.#addTargets(node.generators);
    const isScope = typeof kind === 'string' && SCOPES.has(kind);
    for (const part of Object.values(node)) this.visit(part, isInside || isScope);
  }

  #addTargets(generators: unknown): void {
    if (!Array.isArray(generators)) return;
    for (const { target } of generators) this.#addNames(target);
  }

  #addNames(target: unknown): void {
    if (typeof target !== 'object' || target === null) return;
    if ('kind' in target && target.kind === 'name' && 'id' in target && typeof target.id === 'string')
      this.targets.add(target.id);
    else for (const part of Object.values(target)) this.#addNames(part);
  }
}
