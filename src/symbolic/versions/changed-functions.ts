/** Which functions and methods of a file differ between two versions of it, by themselves or by what they use in it. */

import { bindingsOf } from '../execute/bindings.ts';
import type { FunctionChange } from '../service.ts';
import type { ClassDef, Parameters, Statement } from '../syntax/ast.ts';
import type { TreeParser } from '../syntax/parse.ts';
import { fingerprintOf, type Member, readUnits, type SourceModule, type Unit } from './units.ts';
import { usesOf } from './uses.ts';

/** A function or method of a module. */
interface Part {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  readonly fingerprint: string;
  /** Names of the module, and of attributes. */
  readonly uses: Set<string>;
  /** Whether it is a function, in contrast to a variable or what a class has beside its methods. */
  readonly isFunction: boolean;
  readonly hasContract: boolean;
  readonly raises: string;
}

/**
 * Changed, new and removed functions and methods of a file, in the order of the file after the change, removed ones last.
 * `undefined` for a side that has no file. Throws `PythonSyntaxError`.
 */
export function changedFunctions(
  before: string | undefined,
  after: string | undefined,
  parser: TreeParser,
): readonly FunctionChange[] {
  const [old, now] = [before, after].map((source) =>
    partsOf(source === undefined ? undefined : readUnits('', source, parser)),
  );
  if (old === undefined || now === undefined) return [];
  const changed = new Set<string>();
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    if (old.get(name)?.fingerprint !== now.get(name)?.fingerprint) changed.add(name);
  }
  const own = new Set(changed);
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [name, part] of [...now, ...old]) if (!changed.has(name) && usesAny(part, changed)) changed.add(name);
  }
  const found: FunctionChange[] = [];
  for (const [name, { line, lines, isFunction, hasContract, raises }] of now) {
    if (!isFunction || !changed.has(name)) continue;
    const kind = !old.has(name) ? 'new' : own.has(name) ? 'changed' : 'uses-changed';
    const callers = [...now.values()].filter(({ uses }) => uses.has(lastOf(name))).length;
    found.push({ name, kind, line, lines, callers, hasContract, raises });
  }
  for (const [name, { line, lines, isFunction, raises }] of old)
    if (isFunction && !now.has(name))
      found.push({ name, kind: 'removed', line, lines, callers: 0, hasContract: false, raises });
  return found;
}

function usesAny({ uses }: Part, changed: ReadonlySet<string>): boolean {
  for (const name of changed) if (uses.has(lastOf(name))) return true;
  return false;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function partsOf(module: SourceModule | undefined): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const unit of module?.units ?? []) {
    for (const name of unit.binds) parts.set(name, merged(parts.get(name), partOf(name, unit)));
    if (unit.kind === 'effect' && unit.binds.length === 0) addEffect(unit, parts);
    if (unit.statement.kind === 'class') addParts(unit.statement.name, unit.statement, unit.members, parts);
  }
  return parts;
}

/** Adds what a statement does to the variables that it names: they are what those who use them see. */
function addEffect(unit: Unit, parts: Map<string, Part>): void {
  for (const name of new Set(unit.uses.names.map(({ id }) => id))) {
    const part = parts.get(name);
    if (part !== undefined && !part.isFunction) parts.set(name, merged(part, partOf(name, unit)));
  }
}

/** Adds what a class has: its methods, its variables, the classes in it, and what is written at its head. */
function addParts(
  path: string,
  definition: ClassDef,
  members: ReadonlyMap<string, Member>,
  parts: Map<string, Part>,
): void {
  const add = (name: string, piece: Piece): unknown => parts.set(name, merged(parts.get(name), partOf(name, piece)));
  // no name of Python's: what it stands for decides what each method is called with
  const head = `(class ${path.replaceAll('.', ':')})`;
  add(head, pieceOf({ ...definition, body: [] }));
  for (const statement of definition.body) {
    if (statement.kind === 'class') addParts(`${path}.${statement.name}`, statement, NO_MEMBERS, parts);
    else if (statement.kind === 'function') {
      const known = members.get(statement.name);
      const piece = known === undefined ? pieceOf(statement) : { ...known, statement: known.definition };
      add(`${path}.${statement.name}`, piece);
      parts.get(`${path}.${statement.name}`)?.uses.add(head);
    } else for (const name of bindingsOf([statement]).locals) add(`${path}.${name}`, pieceOf(statement));
  }
}

const NO_MEMBERS: ReadonlyMap<string, Member> = new Map();

type Piece = Pick<Unit, 'statement' | 'uses' | 'fingerprint'>;

function pieceOf(statement: Statement): Piece {
  return { statement, uses: usesOf([statement]), fingerprint: fingerprintOf(statement) };
}

function partOf(name: string, { statement, uses, fingerprint }: Piece): Part {
  const { line, endLine } = statement.span;
  const isFunction = statement.kind === 'function';
  const doc = 'docstring' in statement ? (statement.docstring?.text ?? '') : '';
  const names = uses.names.filter(({ isAnnotation }) => !isAnnotation).map(({ id }) => id);
  return {
    name,
    line,
    lines: endLine - line + 1,
    // defaults and annotations of parameters say how it is called
    fingerprint: isFunction ? `${fingerprint} ${shapeOf(statement.parameters)}` : fingerprint,
    uses: new Set([...names, ...uses.attributes.map((one) => one.name)]),
    isFunction,
    hasContract: CONTRACT.test(doc),
    raises: doc,
  };
}

/** Lines by which a docstring states a contract. */
const CONTRACT =
  /^[^\S\r\n\u2028\u2029]*(pre|post|inv|:(pre|post)|@(pre|post)|requires|ensures|preconditions?|postconditions?)\b.*:/im;

function shapeOf(parameters: Parameters): string {
  return parameters.map(({ kind, name }) => `${kind} ${name}`).join();
}

/** Of a name that is bound more than once, all of it. */
function merged(one: Part | undefined, other: Part): Part {
  if (one === undefined) return other;
  return {
    ...other,
    fingerprint: `${one.fingerprint}\n${other.fingerprint}`,
    uses: new Set([...one.uses, ...other.uses]),
    // a function that another statement binds again is listed, though it may not be compared
    isFunction: one.isFunction || other.isFunction,
  };
}
