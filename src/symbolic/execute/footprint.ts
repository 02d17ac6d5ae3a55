/** What a piece of code may read: the variables it names, and the objects that can be reached from them. */
import type { Machine } from '../machine/machine.ts';
import type { IteratorSource, ObjectId, PyClass, Roots, ScopeId, Value } from '../values/value.ts';

/** The variables and objects by name and number, each with what it holds. Iterators are left out, which keep count themselves. */
export function footprintOf(machine: Machine, roots: Roots): ReadonlyMap<string, Value> {
  const reader = new Reader(machine);
  reader.visitRoots(roots);
  return reader.found;
}

class Reader {
  readonly found = new Map<string, Value>();
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  visitRoots({ values, names, scopes }: Roots): void {
    for (const value of values) this.visit(value);
    for (const name of namesIn(names)) {
      for (const scope of scopes) this.#visitVariable(scope, name);
    }
  }

  #visitVariable(scope: ScopeId, name: string): void {
    const value = this.#machine.state.scopes.get(scope)?.get(name);
    const key = `${scope} ${name}`;
    if (value === undefined || this.found.has(key)) return;
    this.found.set(key, value);
    this.visit(value);
  }

  visit(value: Value): void {
    switch (value.kind) {
      case 'union':
        for (const one of value.cases) this.visit(one.value);
        return;
      case 'tuple':
        for (const item of value.items) this.visit(item);
        return;
      case 'namespace':
        for (const entry of value.entries.values()) this.visit(entry);
        return;
      case 'function':
        this.visitRoots({ values: [...value.defaults.values()], names: value.body, scopes: value.enclosing });
        return;
      case 'method':
      case 'super':
        this.visit(value.receiver);
        return;
      case 'bound':
        this.visit(value.function);
        this.visit(value.receiver);
        return;
      case 'descriptor':
        this.visit(value.function);
        return;
      case 'view':
        this.visit(value.dict);
        return;
      case 'class':
        this.#visitClass(value.class);
        return;
      case 'iterator':
        this.#visitSource(value.source);
        return;
      default:
        if ('object' in value && value.object !== undefined) this.#visitObject(value.object);
        if ('class' in value && value.class !== undefined) this.#visitClass(value.class);
    }
  }

  #visitClass({ mro }: PyClass): void {
    for (const { attributes } of mro) if (attributes !== undefined) this.#visitObject(attributes);
  }

  #visitSource(source: IteratorSource): void {
    switch (source.type) {
      case 'items':
        return this.visit(source.over);
      case 'generator':
        return this.visitRoots(source.roots);
      case 'enumerate':
        return this.visit(source.part);
      case 'filter':
        this.visit(source.function);
        return this.visit(source.part);
      case 'call':
        return this.visit(source.function);
      case 'map':
        this.visit(source.function);
        for (const part of source.parts) this.visit(part);
        return;
      case 'zip':
        for (const part of source.parts) this.visit(part);
    }
  }

  #visitObject(object: ObjectId): void {
    const content = this.#machine.state.heap.get(object);
    const key = `object ${object}`;
    if (content === undefined || this.found.has(key)) return;
    this.found.set(key, content);
    this.visit(content);
  }
}

const known = new WeakMap<object, ReadonlySet<string>>();

/** All names in a syntax tree. */
function namesIn(node: unknown): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return new Set();
  const cached = known.get(node);
  if (cached !== undefined) return cached;
  const names = new Set<string>();
  if ('kind' in node && node.kind === 'name' && 'id' in node && typeof node.id === 'string') names.add(node.id);
  for (const part of Object.values(node)) for (const name of namesIn(part)) names.add(name);
  known.set(node, names);
  return names;
}
