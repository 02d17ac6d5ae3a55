/** Writes the merged module: each definition as its source has it, under the name that it has there. */
import type { Statement } from '../syntax/ast.ts';
import { Undecidable } from './link.ts';
import type { Names } from './naming.ts';
import { bindersOf, type Sides, symbolsOf } from './sharing.ts';
import type { Node } from './slice.ts';
import { type Edit, edited } from './texts.ts';

/** A place in a file of one side. */
export interface SidePlace {
  readonly side: 'before' | 'after';
  readonly file: string;
  readonly line: number;
}

/** The module, and where its lines come from. */
export interface Written {
  readonly code: string;
  /** By 0-based line; undefined for lines of its own. */
  readonly places: readonly (SidePlace | undefined)[];
}

type Side = SidePlace['side'];

/** Collects lines with their places. */
class Writer {
  readonly #lines: string[] = [];
  readonly #places: (SidePlace | undefined)[] = [];

  write(text: string, from?: SidePlace): void {
    for (const [index, line] of text.split('\n').entries()) {
      this.#lines.push(line);
      this.#places.push(from === undefined ? undefined : { ...from, line: from.line + index });
    }
  }

  get written(): Written {
    return { code: `${this.#lines.join('\n')}\n`, places: this.#places };
  }
}

/** A method to be added to a class of the new version. */
export interface ExtraMethod {
  readonly classId: string;
  readonly text: string;
}

/** Writes both versions into one module. Throws {@link Undecidable}. */
export function writeMerged(
  sides: Sides,
  names: Names,
  order: (path: string) => number,
  extra: readonly ExtraMethod[],
): Writer['written'] {
  const writer = new Writer();
  const emitter = new Emitter(sides, names, extra);
  writer.write('from __future__ import annotations');
  const libraries = new Set<string>();
  for (const [side, nodes] of [
    ['after', sides.after],
    ['before', sides.before],
  ] as const) {
    for (const node of nodes.values())
      if (node.import !== undefined) libraries.add(importText(node, names[side].get(node.id) ?? node.name));
  }
  for (const text of [...libraries].sort()) writer.write(text);
  for (const { side, node } of arranged(sides, order)) emitter.emit(writer, side, node);
  return writer.written;
}

function importText({ import: one }: Node, name: string): string {
  if (one === undefined) return '';
  const { module } = one;
  if (one.name !== undefined) return `from ${module} import ${one.name}${one.name === name ? '' : ` as ${name}`}`;
  return one.alias === undefined && !(one.alias === name) && module.split('.')[0] === name
    ? `import ${module}`
    : `import ${module} as ${name}`;
}

interface Item {
  readonly side: Side;
  readonly node: Node;
}

/** Functions first, which bind a name and do nothing else; then the rest in an order that is that of both sides. */
function arranged({ before, after, changed }: Sides, order: (path: string) => number): readonly Item[] {
  const inOrder = (nodes: ReadonlyMap<string, Node>): readonly Node[] =>
    [...nodes.values()]
      .filter(({ unit, member }) => unit !== undefined && member === undefined)
      .sort((one, other) => {
        const [left, right] = [one, other].map(({ source }) => order(source?.path ?? ''));
        return (left ?? 0) - (right ?? 0) || (one.unit?.order ?? 0) - (other.unit?.order ?? 0);
      });
  const counts = [before, after].map((nodes) => bindersOf(nodes));
  const isPlain = (node: Node): boolean => {
    const statement = node.unit?.statement;
    const isAlone = symbolsOf(node).every((symbol) =>
      counts.every((binders) => (binders.get(symbol)?.length ?? 0) <= 1),
    );
    return (
      isAlone &&
      statement?.kind === 'function' &&
      statement.decorators.length === 0 &&
      statement.parameters.every(({ default: value }) => value === undefined || value.kind === 'constant')
    );
  };
  const [old, now] = [inOrder(before), inOrder(after)];
  const isShared = ({ id }: Node): boolean => !changed.has(id);
  const functions: Item[] = [
    ...now.filter(isPlain).map((node) => ({ side: 'after' as const, node })),
    ...old.filter((node) => isPlain(node) && !isShared(node)).map((node) => ({ side: 'before' as const, node })),
  ];
  const [oldRest, newRest] = [old.filter((node) => !isPlain(node)), now.filter((node) => !isPlain(node))];
  const [oldShared, newShared] = [oldRest.filter(isShared), newRest.filter(isShared)];
  const moved = newShared.find(({ id }, index) => oldShared[index]?.id !== id);
  if (moved !== undefined || oldShared.length !== newShared.length)
    throw new Undecidable(
      moved?.name ?? 'order',
      'statements of the top level have another order',
      moved?.source?.path ?? '',
      moved?.unit?.statement.span.line,
    );
  const rest: Item[] = [];
  let [left, right] = [0, 0];
  for (const { id } of [...newShared, { id: undefined }]) {
    for (; left < oldRest.length && oldRest[left]?.id !== id; left++) push(rest, 'before', oldRest[left]);
    for (; right < newRest.length && newRest[right]?.id !== id; right++) push(rest, 'after', newRest[right]);
    push(rest, 'after', newRest[right]);
    left++;
    right++;
  }
  return [...functions, ...rest];
}

function push(items: Item[], side: Side, node: Node | undefined): void {
  if (node !== undefined) items.push({ side, node });
}

class Emitter {
  readonly #sides: Sides;
  readonly #names: Names;
  readonly #extra: readonly ExtraMethod[];

  constructor(sides: Sides, names: Names, extra: readonly ExtraMethod[]) {
    this.#sides = sides;
    this.#names = names;
    this.#extra = extra;
  }

  emit(writer: Writer, side: Side, node: Node): void {
    const { source, unit } = node;
    if (source === undefined || unit === undefined) return;
    const { statement, start, end } = unit;
    const edits = [...this.#references(side, node), ...this.#ownName(side, node)];
    const here = this.#sides[side];
    for (const [name, member] of unit.members) {
      const found = here.get(`${node.id}.${name}`);
      if (found === undefined) edits.push({ start: member.start, end: member.end, text: 'pass' });
      else edits.push(...this.#references(side, found));
    }
    const first = source.places.text.slice(0, start).split('\n').length;
    const text = edited(source.places.text, start, end, edits);
    writer.write(outdented(text, statement, source.path), { side, file: source.path, line: first });
    if (statement.kind !== 'class') return;
    if (side === 'after' && !this.#sides.changed.has(node.id)) this.#oldMethods(writer, node);
    for (const { classId, text } of this.#extra)
      if (classId === node.id && side === 'after') writer.write(indented(text, indentOf(statement)));
  }

  /** The old versions of a class's methods, and old methods that the class has no more. */
  #oldMethods(writer: Writer, node: Node): void {
    const old = this.#sides.before.get(node.id);
    if (old?.unit?.statement.kind !== 'class' || old.source === undefined || node.unit?.statement.kind !== 'class')
      return;
    for (const [name, member] of old.unit.members) {
      const found = this.#sides.before.get(`${node.id}.${name}`);
      if (found === undefined || !this.#sides.changed.has(found.id)) continue;
      const indent = indentOf(node.unit.statement);
      if (indentOf(old.unit.statement) !== indent || indent === 0)
        throw new Undecidable(
          `class ${node.name}`,
          'is indented differently',
          old.source.path,
          member.definition.span.line,
        );
      const edits = [...this.#references('before', found), ...this.#ownName('before', found)];
      const { text } = old.source.places;
      const line = text.slice(0, member.start).split('\n').length;
      writer.write(' '.repeat(indent) + edited(text, member.start, member.end, edits), {
        side: 'before',
        file: old.source.path,
        line,
      });
    }
  }

  #references(side: Side, node: Node): Edit[] {
    const { source, uses } = node;
    if (source === undefined || uses === undefined) return [];
    const { places, path } = source;
    const edits: Edit[] = [];
    for (const { use, span, to } of node.references) {
      const name = this.#names[side].get(to) ?? use.id;
      const text = places.slice(span);
      if (text === name) continue;
      if (use.chain[0]?.name === 'global') {
        if (use.id !== name)
          throw new Undecidable(
            `global ${use.id}`,
            'is assigned by a function and exists in two versions',
            path,
            span.line,
          );
        continue;
      }
      if (!text.normalize('NFKC').startsWith(use.id))
        throw new Undecidable(use.id, 'cannot be given another name here', path, span.line);
      if (uses.locals.has(name))
        throw new Undecidable(name, 'is a local name here and one of another module', path, span.line);
      const [start, end] = places.range(span);
      edits.push({ start, end, text: name });
    }
    for (const { span, text } of node.replaced) {
      const [start, end] = places.range(span);
      edits.push({ start, end, text });
    }
    for (const span of node.untyped) {
      const [start, end] = places.range(span);
      edits.push({ start: places.text.lastIndexOf(':', start), end, text: '' });
    }
    if (side === 'before' && this.#sides.changed.has(node.id)) {
      for (const { name, span, isOwn } of uses.attributes) {
        const renamed = this.#names.methods.get(name);
        if (renamed === undefined || !isOwn) continue;
        const [, end] = places.range(span);
        if (!places.text.slice(0, end).endsWith(name))
          throw new Undecidable(`.${name}`, 'cannot be given another name here', path, span.line);
        edits.push({ start: end - name.length, end, text: renamed });
      }
    }
    return edits;
  }

  /** The name where a definition gives it. */
  #ownName(side: Side, node: Node): readonly Edit[] {
    const { source, unit, member, name } = node;
    if (source === undefined || unit === undefined) return [];
    const statement: Statement = member?.definition ?? unit.statement;
    if (member !== undefined) {
      const renamed = side === 'before' ? this.#names.methods.get(name) : undefined;
      return renamed === undefined ? [] : [nameEdit(node, statement, renamed)];
    }
    const edits: Edit[] = [];
    const path = node.id.slice(0, node.id.indexOf('::'));
    for (const bound of unit.binds) {
      const renamed = this.#names[side].get(`${path}::${bound}`) ?? bound;
      if (renamed === bound) continue;
      if (statement.kind === 'function' || statement.kind === 'class') edits.push(nameEdit(node, statement, renamed));
      else if (!node.references.some(({ use }) => use.id === bound && use.isStore))
        throw new Undecidable(
          bound,
          'exists in two versions and is bound in a way that cannot be renamed',
          source.path,
          statement.span.line,
        );
    }
    return edits;
  }
}

function nameEdit({ source, name }: Node, statement: Statement, text: string): Edit {
  const places = source?.places;
  const at = places?.index(statement.span.line, statement.span.column) ?? 0;
  const head = /^(?:async[ \t]+)?(?:def|class)[ \t]+/.exec(places?.text.slice(at, at + 200) ?? '');
  const start = at + (head?.[0].length ?? 0);
  if (head === null || places?.text.startsWith(name, start) !== true)
    throw new Undecidable(name, 'cannot be given another name', source?.path ?? '', statement.span.line);
  return { start, end: start + name.length, text };
}

/** Columns by which the body of a class is indented, against the class itself. */
function indentOf({ body: [first], span }: Extract<Statement, { kind: 'class' }>): number {
  return first === undefined || first.span.line === span.line ? 0 : first.span.column - span.column;
}

/** A statement of the top level that stands under a condition, without its indentation. Throws {@link Undecidable}. */
function outdented(text: string, statement: Statement, path: string): string {
  const { column, line } = statement.span;
  if (column === 0 || !text.includes('\n')) return text;
  if (hasLongText(statement)) throw new Undecidable('if', 'has a text of several lines below it', path, line);
  return text.replace(new RegExp(`^[ \\t]{0,${column}}`, 'gm'), '');
}

/** Whether a text in it, docstrings aside, goes over several lines. */
function hasLongText(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('kind' in node && (node.kind === 'constant' || node.kind === 'fstring') && 'span' in node) {
    const { span } = node;
    return (
      typeof span === 'object' && span !== null && 'line' in span && 'endLine' in span && span.line !== span.endLine
    );
  }
  const isDocumented = 'docstring' in node && node.docstring !== undefined && 'body' in node;
  if (isDocumented && Array.isArray(node.body)) {
    const { docstring: _, body, ...rest } = { ...node, body: node.body.slice(1) };
    return hasLongText({ ...rest, body });
  }
  return Object.values(node).some(hasLongText);
}

function indented(text: string, columns: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns));
}
