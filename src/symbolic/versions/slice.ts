/** What a function needs of its module and of the workspace's other modules, on one side. */
import { ContractSyntaxError } from '../contracts/errors.ts';
import type { SectionName } from '../contracts/sections.ts';
import type { Expression, Span } from '../syntax/ast.ts';
import { isChangeable, mayChange, type Placed, reaches } from './effects.ts';
import type { Import } from './imports.ts';
import { STANDARD_MODULES } from './library-names.ts';
import { BUILTINS, type Linker, Undecidable } from './link.ts';
import { usesWithConditions } from './stated.ts';
import type { Member, SourceModule, Unit } from './units.ts';
import type { InnerImport, Use, Uses } from './uses.ts';

/** A reference from code to a node. */
export interface Reference {
  readonly use: Use;
  /** What stands for the node: the name, or the name with attributes of modules. */
  readonly span: Span;
  readonly to: string;
}

/** A definition, a variable with all that changes it, a method, or a name of the library. */
export interface Node {
  readonly id: string;
  readonly source: SourceModule | undefined;
  readonly name: string;
  /** Absent for names of the library. */
  readonly unit?: Unit;
  readonly member?: Member;
  readonly import?: Import;
  readonly uses: Uses | undefined;
  readonly references: readonly Reference[];
  /** Names that are built in, as far as the code's own module knows. */
  readonly builtins: ReadonlySet<string>;
  /** Annotations of parameters whose types cannot be had. */
  readonly untyped: readonly Span[];
  /** What stands for parts of the code that are about other modules. */
  readonly replaced: readonly Replacement[];
}

/** A part of the code, and the text that stands for it. */
export interface Replacement {
  readonly span: Span;
  readonly text: string;
}

/** Definitions of one slice. */
const MOST_NODES = 400;

/** The slice of one side. */
export class Slice {
  readonly nodes = new Map<string, Node>();
  readonly #linker: Linker;
  readonly #mentioned: Set<string>;
  readonly #side: (path: string) => string;
  readonly #typed: (id: string) => boolean;
  readonly #sections: readonly SectionName[];
  readonly #versions: 'one' | 'two';
  /** Whether classes are taken with all their methods. */
  #isWhole = false;
  #waiting: Node[] = [];
  /** The first thing of the slice of one version that tells what definitions are called, and how they are made. */
  seen:
    | { readonly construct: string; readonly message: string; readonly path: string; readonly line: number }
    | undefined;

  /**
   * @param mentioned names of attributes that code of either side uses; methods of other names are left out
   * @param side what a path of this side is called in ids, which are the same on both sides
   * @param typed whether a node's annotations and conditions count, by its id
   * @param sections conditions of its docstring that count
   * @param versions whether another version is to stand beside it
   */
  constructor(
    linker: Linker,
    mentioned: Set<string>,
    side: (path: string) => string,
    typed: (id: string) => boolean,
    sections: readonly SectionName[],
    versions: 'one' | 'two',
  ) {
    this.#versions = versions;
    this.#linker = linker;
    this.#mentioned = mentioned;
    this.#side = side;
    this.#typed = typed;
    this.#sections = sections;
  }

  /** Adds everything that `name` of a file needs. Throws {@link Undecidable}. */
  async add(path: string, name: string): Promise<void> {
    await this.#symbol(path, name);
    for (let grown = true; grown; ) {
      grown = false;
      while (this.#waiting.length > 0) {
        const node = this.#waiting.pop();
        if (node !== undefined) await this.#follow(node);
        grown = true;
      }
      for (const node of [...this.nodes.values()]) if (this.#members(node)) grown = true;
      if (await this.#effects()) grown = true;
    }
  }

  #put(node: Node): void {
    if (this.nodes.has(node.id)) return;
    if (this.nodes.size >= MOST_NODES)
      throw new Undecidable('imports', 'the function needs too many definitions', node.source?.path ?? '');
    this.nodes.set(node.id, node);
    this.#waiting.push(node);
  }

  async #symbol(path: string, name: string): Promise<string> {
    const source = await this.#linker.module(path);
    const units = (source?.byName.get(name) ?? []).filter(({ isTyping }) => !isTyping);
    for (const unit of units) if (source !== undefined) this.#unit(source, unit);
    return `${this.#side(path)}::${name}`;
  }

  #unit(source: SourceModule, unit: Unit): void {
    const { line } = unit.statement.span;
    if (unit.import !== undefined)
      throw new Undecidable(unit.binds[0] ?? 'import', 'is bound more than once', source.path, line);
    const name = unit.binds[0] ?? `effect ${unit.order}`;
    this.#put({
      id: this.idOf(source, unit),
      source,
      name,
      unit,
      uses: unit.uses,
      references: [],
      builtins: new Set(),
      untyped: [],
      replaced: [],
    });
  }

  /** A statement's id: by what it binds, and which of those that bind it is it; of others, by what they are. */
  idOf(source: SourceModule, unit: Unit): string {
    const path = this.#side(source.path);
    const [name] = unit.binds;
    if (name === undefined) return `${path}::${unit.fingerprint}`;
    const place = (source.byName.get(name) ?? []).filter(({ isTyping }) => !isTyping).indexOf(unit);
    return place <= 0 ? `${path}::${name}` : `${path}::${name}#${place}`;
  }

  #members({ source, unit, member: own, id }: Node): boolean {
    let grown = false;
    if (source === undefined || unit === undefined || own !== undefined) return false;
    for (const [name, member] of unit.members) {
      const of = `${id}.${name}`;
      if (this.nodes.has(of) || !(this.#isWhole || this.#mentioned.has(name) || this.#typed(of))) continue;
      this.#put({
        id: of,
        source,
        name,
        member,
        unit,
        uses: member.uses,
        references: [],
        builtins: new Set(),
        untyped: [],
        replaced: [],
      });
      grown = true;
    }
    return grown;
  }

  async #follow(node: Node): Promise<void> {
    const { source, unit } = node;
    const uses = this.#usesOf(node);
    if (source === undefined || uses === undefined || unit === undefined) return;
    for (const { sees, construct, message, line } of uses.obstacles) {
      if (this.#versions === 'two' || sees === 'names') throw new Undecidable(construct, message, source.path, line);
      if (sees === 'members') this.#isWhole = true;
      else this.seen ??= { construct, message, path: source.path, line };
    }
    const replaced: Replacement[] = [];
    for (const one of uses.imports) {
      const text = await this.#innerImport(one, source);
      if (text !== undefined) replaced.push({ span: one.span, text });
    }
    for (const { name } of uses.attributes) this.#mentioned.add(name);
    for (const text of uses.texts) this.#mentioned.add(text);
    const references: Reference[] = [];
    const builtins = new Set<string>();
    const untyped: Span[] = [];
    const definition = node.member?.definition ?? unit.statement;
    const annotations =
      this.#typed(node.id) && definition.kind === 'function'
        ? definition.parameters.flatMap(({ annotation }) => (annotation === undefined ? [] : [annotation]))
        : [];
    const counts = unit.kind === 'class' && node.member === undefined;
    const units = uses.names;
    for (const use of units) {
      const within = annotations.find((one) => contains(one, use.span));
      if (use.isAnnotation && !counts && within === undefined) continue;
      if (isBuiltinSoFar(source, unit, use))
        throw new Undecidable(use.id, 'is built in until the module defines it', source.path, use.span.line);
      const found = await this.#reference(source, use, builtins);
      if (found === undefined) continue;
      if ('to' in found) references.push(found);
      else if (!use.isAnnotation) replaced.push({ span: use.span, text: missingText(found.missing) });
      else if (within !== undefined) untyped.push(within.span);
    }
    for (const one of annotations) if (!(await this.#readsTexts(source, one))) untyped.push(one.span);
    this.nodes.set(node.id, { ...node, uses, references, builtins, untyped, replaced });
  }

  /** What a node uses: of the function itself, with the conditions of its docstring. */
  #usesOf({ id, source, unit, member, uses }: Node): Uses | undefined {
    const definition = member?.definition ?? unit?.statement;
    if (!this.#typed(id) || source === undefined || uses === undefined || definition?.kind !== 'function') return uses;
    try {
      return usesWithConditions(uses, definition, source.module, this.#sections, this.#linker.parser);
    } catch (error) {
      if (!(error instanceof ContractSyntaxError)) throw error;
      throw new Undecidable('docstring', error.message, source.path, error.line);
    }
  }

  /** Whether the types that an annotation names in a text can be had. */
  async #readsTexts(source: SourceModule, annotation: Expression): Promise<boolean> {
    for (const text of textsIn(annotation)) {
      for (const id of text.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? []) {
        const target = await this.#linker.resolve(source.path, { id, chain: [] });
        if (target.kind === 'builtin' ? !BUILTINS.has(id) : target.kind !== 'symbol' && target.kind !== 'external')
          return false;
        if (target.kind === 'external') {
          const use: Use = { id, span: annotation.span, isAnnotation: true, isStore: false, chain: [], isLate: false };
          await this.#reference(source, use, new Set());
        }
        if (target.kind !== 'symbol') continue;
        const units = (await this.#linker.module(target.path))?.byName.get(target.name) ?? [];
        const isPlain = target.name === id && units.every(({ kind, isTyping }) => kind === 'class' && !isTyping);
        if (!isPlain) return false;
        await this.#symbol(target.path, target.name);
      }
    }
    return true;
  }

  /** What stands for an import that is no statement of the top level; undefined where it stays. Throws {@link Undecidable}. */
  async #innerImport(
    { module, span, isFollowed, isTried }: InnerImport,
    { path }: SourceModule,
  ): Promise<string | undefined> {
    const [top = ''] = module.replace(/^\.+/, '').split('.');
    if (!module.startsWith('.') && STANDARD_MODULES.has(top)) return undefined;
    if (isFollowed && (await this.#linker.has(path, module))) return 'pass';
    if (isTried) throw new Undecidable(`import of ${module}`, 'may fail, and then other code runs', path, span.line);
    return missingText(top === '' ? 'package' : top);
  }

  /** The module that is missing, for what comes from one; undefined for what is built in. */
  async #reference(
    source: SourceModule,
    use: Use,
    builtins: Set<string>,
  ): Promise<Reference | { readonly missing: string } | undefined> {
    const { path } = source;
    const target = await this.#linker.resolve(path, use);
    const { line } = use.span;
    switch (target.kind) {
      case 'builtin':
        builtins.add(use.id);
        return undefined;
      case 'missing':
        if (use.isAnnotation || (use.isLate && !use.isStore)) return { missing: target.module };
        throw new Undecidable(`import of ${target.module}`, `needs module ${target.module}`, path, line);
      case 'module':
        if (use.isAnnotation) return { missing: target.dotted };
        throw new Undecidable(use.id, 'is a module of the workspace that is used as a value', path, line);
      case 'external': {
        const { module, name, alias } = target.import;
        const id = `library::${module}::${name ?? ''}${name === undefined && alias === undefined ? '' : ':'}`;
        const bound = alias ?? name ?? module.split('.')[0] ?? module;
        this.#put({
          id,
          source: undefined,
          name: bound,
          import: target.import,
          uses: undefined,
          references: [],
          builtins: new Set(),
          untyped: [],
          replaced: [],
        });
        return { use, span: spanOf(use, target.depth), to: id };
      }
      case 'symbol': {
        const isTyping =
          (await this.#linker.module(target.path))?.byName.get(target.name)?.every((one) => one.isTyping) === true;
        if (isTyping) return use.isAnnotation ? { missing: 'typing' } : undefined;
        const isForeign = target.path !== path;
        if (use.isStore && isForeign) throw new Undecidable(use.id, 'of another module is assigned', path, line);
        return { use, span: spanOf(use, target.depth), to: await this.#symbol(target.path, target.name) };
      }
    }
  }

  /** Statements of the modules' top levels that may change what is in the slice. */
  async #effects(): Promise<boolean> {
    const before = this.nodes.size;
    const own = [...this.nodes.values()].filter(({ member }) => member === undefined);
    const sources = new Set(own.flatMap(({ source }) => (source === undefined ? [] : [source])));
    const bound = (nodes: readonly Node[]) => new Set(nodes.flatMap(({ unit }) => unit?.binds ?? []));
    const open = new Map<string, ReadonlySet<string>>();
    for (const source of sources) {
      const changeable = own.filter((one) => one.source === source && isChangeable(one.unit));
      if (changeable.length > 0) open.set(source.path, bound(changeable));
    }
    for (const source of sources) {
      const all = bound(own.filter((one) => one.source === source));
      for (const unit of source.units) {
        if (unit.import !== undefined || unit.isTyping || unit.kind === 'function') continue;
        const stores = [unit, ...unit.members.values()]
          .flatMap(({ uses }) => uses.names)
          .some((use) => use.isStore && use.chain.length > 0 && use.chain[0]?.name !== 'global' && all.has(use.id));
        const changes = open.size > 0 && mayChange(unit);
        if (stores || (changes && (await reaches({ source, unit }, open, (at, use) => this.#imported(at, use, open)))))
          this.#unit(source, unit);
      }
    }
    return this.nodes.size > before;
  }

  /** Where an import leads, if that is one of the modules: what is elsewhere counts as what does not name them. */
  async #imported(source: SourceModule, use: Use, modules: ReadonlyMap<string, unknown>): Promise<readonly Placed[]> {
    const stems = new Set([...modules.keys()].map((path) => stemOf(path)));
    const words = (source.byName.get(use.id) ?? []).flatMap(({ import: one }) => [
      one?.name ?? '',
      ...(one?.module.split('.') ?? []),
    ]);
    if (!words.some((word) => stems.has(word))) return [];
    try {
      const target = await this.#linker.resolve(source.path, use);
      if (target.kind !== 'symbol' || !modules.has(target.path)) return [];
      const other = await this.#linker.module(target.path);
      return (other?.byName.get(target.name) ?? []).flatMap((unit) =>
        other === undefined ? [] : [{ source: other, unit }],
      );
    } catch (error) {
      if (error instanceof Undecidable) return [];
      throw error;
    }
  }
}

/** Whether a statement means a built-in name by one that the module binds only further down. */
function isBuiltinSoFar(
  { byName }: SourceModule,
  { order }: Unit,
  { id, isLate, isAnnotation, isStore }: Use,
): boolean {
  if (isLate || isAnnotation || isStore || !BUILTINS.has(id)) return false;
  const [first] = (byName.get(id) ?? []).filter(({ isTyping }) => !isTyping);
  return first !== undefined && first.order > order;
}

/** What imports call the module at a path. */
function stemOf(path: string): string {
  return /(?<![^/])([^/]*?)(?:\/__init__)?\.py$/.exec(path)?.[1] ?? path;
}

/** Texts in an annotation that stand for types. */
function textsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('kind' in node && node.kind === 'constant' && 'value' in node) {
    const { value } = node;
    const isText =
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'str' && 'value' in value;
    return isText && typeof value.value === 'string' ? [value.value] : [];
  }
  return Object.values(node).flatMap(textsIn);
}

/** What stands for a name of a module that cannot be had: the harness ends a run that comes to it, and the engine knows no such name. */
function missingText(module: string): string {
  return `__needs_${module}__.it`;
}

function spanOf({ span, chain }: Use, depth: number): Span {
  return depth === 0 ? span : (chain[depth - 1]?.span ?? span);
}

function contains({ span }: Expression, inner: Span): boolean {
  const starts = span.line < inner.line || (span.line === inner.line && span.column <= inner.column);
  return (
    starts && (span.endLine > inner.endLine || (span.endLine === inner.endLine && span.endColumn >= inner.endColumn))
  );
}
