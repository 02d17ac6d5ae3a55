/** Which parts of two slices are the same, and which exist in two versions. */
import { Undecidable } from './link.ts';
import type { Node, Slice } from './slice.ts';

/** Two slices of one function, before and after, whose nodes have the same ids. */
export interface Sides {
  readonly before: ReadonlyMap<string, Node>;
  readonly after: ReadonlyMap<string, Node>;
  /** Nodes that are not the same on both sides, or exist on one only. */
  readonly changed: ReadonlySet<string>;
}

/** Compares two slices: changed are nodes of different text, and those that depend on changed ones. */
export function compareSlices(before: Slice, after: Slice): Sides {
  const [old, now] = [before.nodes, after.nodes];
  const changed = new Set<string>();
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(id), now.get(id)];
    if (one === undefined || other === undefined || contentOf(one) !== contentOf(other)) changed.add(id);
  }
  const dependents = dependentsOf([old, now]);
  const waiting = [...changed];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const one of dependents.get(id) ?? []) {
      if (changed.has(one)) continue;
      changed.add(one);
      waiting.push(one);
    }
  }
  return { before: old, after: now, changed };
}

function contentOf({ unit, member, references }: Node): string {
  const to = [...new Set(references.map(({ use, to: id }) => `${use.id} ${id}`))].sort();
  return JSON.stringify([member?.fingerprint ?? unit?.fingerprint, to]);
}

/** Ids of nodes by the id of what they depend on, directly. */
function dependentsOf(sides: readonly ReadonlyMap<string, Node>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (on: string, id: string): void => {
    const known = found.get(on);
    if (known === undefined) found.set(on, new Set([id]));
    else known.add(id);
  };
  const members = new Map<string, Set<string>>();
  for (const nodes of sides)
    for (const [id, { member, name }] of nodes)
      if (member !== undefined) members.set(name, (members.get(name) ?? new Set()).add(id));
  for (const nodes of sides) {
    const binders = bindersOf(nodes);
    for (const [id, node] of nodes) {
      for (const symbol of symbolsOf(node)) for (const other of binders.get(symbol) ?? []) add(other.id, id);
      for (const { to } of node.references) for (const other of binders.get(to) ?? []) add(other.id, id);
      for (const { name } of node.uses?.attributes ?? []) for (const member of members.get(name) ?? []) add(member, id);
      for (const text of node.uses?.texts ?? []) for (const member of members.get(text) ?? []) add(member, id);
      // what a method reads of its object may be the class's
      if (node.member !== undefined) add(id.slice(0, id.length - node.name.length - 1), id);
      if (!isEffect(node)) continue;
      for (const reached of reachedBy(node, binders)) if (isOfTop(reached)) add(id, reached.id);
    }
  }
  return found;
}

/** Symbols that a node binds. */
export function symbolsOf({ id, unit, member, source, name }: Node): readonly string[] {
  if (unit === undefined || source === undefined) return [id];
  if (member !== undefined) return [];
  const path = id.slice(0, id.indexOf('::'));
  return unit.binds.length === 0
    ? []
    : unit.binds.map((bound) => `${path}::${bound}`).concat(unit.binds.includes(name) ? [] : [id]);
}

/** The nodes that bind each symbol, in the order of the source. */
export function bindersOf(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  for (const node of nodes.values())
    for (const symbol of symbolsOf(node)) found.set(symbol, [...(found.get(symbol) ?? []), node]);
  return found;
}

function isEffect({ unit, member }: Node): boolean {
  return unit !== undefined && member === undefined && (unit.kind === 'effect' || unit.kind === 'variable');
}

function isOfTop({ unit, member }: Node): boolean {
  return unit !== undefined && member === undefined;
}

function reachedBy(from: Node, binders: ReadonlyMap<string, readonly Node[]>): ReadonlySet<Node> {
  const seen = new Set<Node>();
  const waiting = [from];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { to } of node.references) {
      for (const other of binders.get(to) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        if (isEffect(from) && from.unit?.kind === 'variable' && other.unit?.kind === 'class') continue;
        waiting.push(other);
      }
    }
  }
  seen.delete(from);
  // what a variable's value is made of is changed by it only where it can be changed at all
  return from.unit?.kind === 'variable' ? new Set([...seen].filter(({ unit }) => unit?.kind === 'effect')) : seen;
}

/** Names of methods that exist in two versions, beside one another in one class. Throws {@link Undecidable} where renaming them could be wrong. */
export function doubledMethods(sides: Sides): ReadonlySet<string> {
  const { before, after, changed } = sides;
  for (const [id, { unit, member, source, name }] of before) {
    if (unit?.kind !== 'class' || member !== undefined || !changed.has(id)) continue;
    const same = [...after.values()].some(
      (one) => one.unit?.kind === 'class' && one.member === undefined && one.name === name,
    );
    if (same)
      throw new Undecidable(
        `class ${name}`,
        'changes in more than its methods',
        source?.path ?? '',
        unit.statement.span.line,
      );
  }
  const isShared = ({ id, name }: Node): boolean => !changed.has(id.slice(0, id.length - name.length - 1));
  const doubled = new Set<string>();
  for (const [id, node] of before)
    if (node.member !== undefined && changed.has(id) && isShared(node)) doubled.add(node.name);
  const added = new Set<string>();
  for (const [id, node] of after)
    if (node.member !== undefined && !before.has(id) && isShared(node)) added.add(node.name);
  for (const name of doubled) {
    const owners = new Set(
      [...before.values(), ...after.values()].flatMap((one) =>
        one.member !== undefined && one.name === name
          ? [one.id]
          : one.unit?.kind === 'class' && one.member === undefined && bindsInClass(one, name)
            ? [one.id]
            : [],
      ),
    );
    if (owners.size > 1)
      throw new Undecidable(`method ${name}`, 'changes, and several classes have one of its name', '');
  }
  for (const [id, node] of before) {
    if (!changed.has(id)) continue;
    const path = node.source?.path ?? '';
    for (const { name, isOwn, span } of node.uses?.attributes ?? []) {
      if (added.has(name))
        throw new Undecidable(`.${name}`, 'is a method that the class did not have before', path, span.line);
      const owner = node.member === undefined ? undefined : id.slice(0, id.length - node.name.length);
      const isHere = isOwn && owner !== undefined && before.has(`${owner}${name}`);
      if (doubled.has(name) && !isHere)
        throw new Undecidable(
          `.${name}`,
          'is called on an object of which the text does not tell that it has the changed method',
          path,
          span.line,
        );
    }
    for (const text of node.uses?.texts ?? [])
      if (doubled.has(text) || added.has(text))
        throw new Undecidable(`'${text}'`, 'names a changed method in a text', path);
  }
  return doubled;
}

function bindsInClass({ unit }: Node, name: string): boolean {
  return (
    unit?.statement.kind === 'class' &&
    unit.statement.body.some((one) => one.kind === 'function' && one.name === name) &&
    !unit.members.has(name)
  );
}
