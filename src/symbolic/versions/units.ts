/** A module as the statements of its top level, each with what it binds and uses. */
import { bindingsOf } from '../execute/bindings.ts';
import type { ClassDef, Expression, FunctionDef, Module, Statement } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { boundName, type Import, importsOf } from './imports.ts';
import { STANDARD_MODULES } from './library-names.ts';
import { asksForTyping, knownTest } from './static-tests.ts';
import { Places } from './texts.ts';
import { type Uses, usesOf } from './uses.ts';

/** A method that may be left out where nothing names it. */
export interface Member {
  readonly definition: FunctionDef;
  readonly uses: Uses;
  readonly fingerprint: string;
  readonly start: number;
  readonly end: number;
}

/** One statement of a module's top level; of an import, one name. */
export interface Unit {
  readonly kind: 'function' | 'class' | 'variable' | 'effect' | 'import';
  readonly order: number;
  readonly statement: Statement;
  readonly binds: readonly string[];
  /** Of a class: without its {@link members}. */
  readonly uses: Uses;
  /** Equal where nothing but comments, docstrings and annotations of functions differs. */
  readonly fingerprint: string;
  readonly start: number;
  readonly end: number;
  readonly import?: Import;
  /** Whether it stands where only type checkers look. */
  readonly isTyping: boolean;
  readonly members: ReadonlyMap<string, Member>;
}

/** A module's units. */
export interface SourceModule {
  readonly path: string;
  readonly places: Places;
  readonly module: Module;
  readonly units: readonly Unit[];
  readonly byName: ReadonlyMap<string, readonly Unit[]>;
}

/** Reads a module. Throws `PythonSyntaxError`. */
export function readUnits(path: string, source: string, parser: TreeParser): SourceModule {
  const module = parseModule(source, parser);
  const places = new Places(module.source);
  const reader = new Reader(places);
  for (const statement of module.body) reader.read(statement, false);
  const byName = new Map<string, Unit[]>();
  for (const unit of reader.units) for (const name of unit.binds) byName.set(name, [...(byName.get(name) ?? []), unit]);
  return { path, places, module, units: reader.units, byName };
}

class Reader {
  readonly units: Unit[] = [];
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  read(statement: Statement, isTyping: boolean): void {
    if (isDocumentation(statement) || statement.kind === 'pass' || isMainGuard(statement)) return;
    if (statement.kind === 'if' && this.#readKnown(statement, isTyping)) return;
    if (statement.kind === 'try' && isTriedImport(statement)) {
      for (const inner of [...statement.body, ...statement.orelse]) this.read(inner, isTyping);
      return;
    }
    const base = { order: this.units.length, statement, isTyping, members: new Map() };
    if (statement.kind === 'import' || (statement.kind === 'importfrom' && statement.names !== '*')) {
      for (const one of importsOf(statement)) {
        this.units.push({
          ...base,
          ...this.#range(statement),
          kind: 'import',
          order: this.units.length,
          binds: [boundName(one)],
          uses: usesOf([]),
          fingerprint: JSON.stringify([one.module, one.name, one.alias]),
          import: one,
        });
      }
      return;
    }
    if (statement.kind === 'class') {
      this.units.push({
        ...base,
        ...this.#range(statement),
        kind: 'class',
        binds: [statement.name],
        ...this.#class(statement),
      });
      return;
    }
    this.units.push({
      ...base,
      ...this.#range(statement),
      kind: kindOf(statement),
      binds: [...bindingsOf([statement]).locals],
      uses: usesOf([statement]),
      fingerprint: fingerprintOf(statement),
    });
  }

  /** Reads the side of a condition that is taken, if that is known; what stands under `TYPE_CHECKING` tells types. */
  #readKnown({ test, body, orelse }: Extract<Statement, { kind: 'if' }>, isTyping: boolean): boolean {
    const isTaken = knownTest(test);
    if (isTaken === undefined) return false;
    const [taken, other] = isTaken ? [body, orelse] : [orelse, body];
    for (const inner of taken) this.read(inner, isTyping);
    if (asksForTyping(test)) for (const inner of other) this.read(inner, true);
    return true;
  }

  #class(definition: ClassDef): Pick<Unit, 'uses' | 'members' | 'fingerprint'> {
    const { locals } = bindingsOf(definition.body);
    const counts = new Map<string, number>();
    for (const one of definition.body)
      for (const name of bindingsOf([one]).locals) counts.set(name, (counts.get(name) ?? 0) + 1);
    const functions = definition.body.filter((one) => one.kind === 'function');
    const others = definition.body.filter((one) => one.kind !== 'function');
    const named = namesIn([others, functions.map((one) => [one.decorators, one.parameters])]);
    const isOpen = definition.bases.some((base) => !PLAIN_BASES.test(nameOf(base) ?? ' '));
    const members = new Map<string, Member>();
    for (const one of functions) {
      const isPlain = one.decorators.every((decorator) => PLAIN_DECORATORS.has(nameOf(decorator) ?? ' '));
      const isDunder = one.name.startsWith('__') && one.name.endsWith('__');
      if (isOpen || !isPlain || isDunder || named.has(one.name) || counts.get(one.name) !== 1) continue;
      members.set(one.name, {
        definition: one,
        uses: usesOf([one], { bound: locals }),
        fingerprint: fingerprintOf(one),
        ...this.#range(one),
      });
    }
    const kept = definition.body.filter((one) => one.kind !== 'function' || members.get(one.name)?.definition !== one);
    const shell = { ...definition, body: kept };
    // names of methods that are left out still belong to the class
    const inside = usesOf(kept, { bound: locals });
    const outside = usesOf([{ ...definition, body: [] }]);
    const uses: Uses = {
      names: [...outside.names, ...inside.names],
      attributes: [...outside.attributes, ...inside.attributes],
      locals: new Set([...outside.locals, ...inside.locals]),
      obstacles: [...outside.obstacles, ...inside.obstacles],
      texts: new Set([...outside.texts, ...inside.texts]),
      imports: [...outside.imports, ...inside.imports],
    };
    return { uses, members, fingerprint: fingerprintOf(shell) };
  }

  #range({ span, ...statement }: Statement): { readonly start: number; readonly end: number } {
    const [start, end] = this.#places.range(span);
    const [first] = 'decorators' in statement ? statement.decorators : [];
    if (first === undefined) return { start, end };
    const [decorated] = this.#places.range(first.span);
    return { start: this.#places.text.lastIndexOf('@', decorated), end };
  }
}

/** Bases that call no method of a class by themselves, but for special ones; of other bases nothing is left out. */
const PLAIN_BASES = /^(object|ABC|Protocol|Generic|NamedTuple|TypedDict|\w*Error|\w*Exception|\w*Warning)$/;
/** Decorators that leave a method what it is. */
const PLAIN_DECORATORS = new Set(['staticmethod', 'classmethod', 'property', 'cached_property', 'override', 'final']);
/** Decorators that tell nobody of what they decorate. */
const QUIET_DECORATORS = new Set(
  (
    'staticmethod classmethod property cached_property override final lru_cache cache wraps dataclass contextmanager overload ' +
    'total_ordering unique no_type_check runtime_checkable deprecated'
  ).split(' '),
);

function kindOf(statement: Statement): Unit['kind'] {
  if (statement.kind === 'function') {
    return statement.decorators.every((one) => QUIET_DECORATORS.has(nameOf(one) ?? ' ')) ? 'function' : 'effect';
  }
  if (statement.kind === 'typealias') return 'variable';
  if (statement.kind === 'annassign') return statement.target.kind === 'name' ? 'variable' : 'effect';
  if (statement.kind !== 'assign') return 'effect';
  return statement.targets.length === 1 && statement.targets[0]?.kind === 'name' ? 'variable' : 'effect';
}

/**
 * Whether `except ImportError` is all that a `try` is for, around imports of modules that are in the workspace, where they do not fail, or that cannot be
 * had, where it is not known which side is taken: what uses them is not decided.
 */
function isTriedImport({ body, handlers, finalbody }: Extract<Statement, { kind: 'try' }>): boolean {
  const imports = body.flatMap((one) => (one.kind === 'import' || one.kind === 'importfrom' ? [one] : []));
  const modules = imports.flatMap((one) => (one.kind === 'import' ? one.names.map(({ name }) => name) : [one.module]));
  return (
    modules.length > 0 &&
    finalbody.length === 0 &&
    handlers.every(
      ({ type }) => type !== undefined && /^(?:ImportError|ModuleNotFoundError)$/.test(nameOf(type) ?? ''),
    ) &&
    modules.every((module) => !STANDARD_MODULES.has(module.split('.')[0] ?? ''))
  );
}

function isDocumentation(statement: Statement): boolean {
  return statement.kind === 'expression' && statement.value.kind === 'constant';
}

/** `if __name__ == '__main__':` does not run on import. */
function isMainGuard(statement: Statement): boolean {
  return (
    statement.kind === 'if' &&
    statement.orelse.length === 0 &&
    statement.test.kind === 'compare' &&
    statement.test.left.kind === 'name' &&
    statement.test.left.id === '__name__' &&
    statement.test.rest.every(({ operator }) => operator === '==')
  );
}

function namesIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  if ('kind' in node && node.kind === 'name' && 'id' in node && typeof node.id === 'string') found.add(node.id);
  for (const part of Object.values(node)) namesIn(part, found);
  return found;
}

/** The syntax without places, docstrings, and annotations that nothing reads. */
export function fingerprintOf(node: Statement): string {
  const isUnread = (one: object): boolean =>
    'decorators' in one &&
    Array.isArray(one.decorators) &&
    one.decorators.every((decorator: Expression) => QUIET_DECORATORS.has(nameOf(decorator) ?? ' '));
  const plain = (part: unknown, isFunction: boolean): unknown => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part === 'number') return Object.is(part, -0) ? '-0' : String(part);
    if (typeof part !== 'object' || part === null) return part;
    if (part instanceof Uint8Array) return [...part];
    if (Array.isArray(part)) return part.map((one) => plain(one, isFunction));
    const kind = 'kind' in part ? part.kind : undefined;
    const inside = kind === 'function' ? isUnread(part) : kind === 'class' ? false : isFunction;
    const entries = Object.entries(part).flatMap(([field, value]) => {
      if (field === 'span' || field === 'docstring') return [];
      if (inside && (field === 'annotation' || field === 'returns')) return [];
      const isBody = field === 'body' && 'docstring' in part && part.docstring !== undefined && Array.isArray(value);
      return [[field, plain(isBody ? value.slice(1) : value, inside)]];
    });
    return Object.fromEntries(entries);
  };
  return JSON.stringify(plain(node, false));
}
