/** Pieces of code that are shown as one: definitions, or lines that are none. */
import { OVERVIEW_KINDS } from '../../lib/symbol-kinds.ts';
import { type Definition, hasMembers, scopeInside } from '../graph/code.ts';
import type { StoredCode } from '../graph/stored-code.ts';
import type { LineRange } from './regions.ts';
import type { RankedPlace, Role } from './service.ts';

/** Lines of a class that is still shown whole for a place inside it. */
const MOST_CLASS_LINES = 120;

/** What is shown as one. */
export interface Unit {
  readonly path: string;
  readonly document: number;
  readonly language: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly role: Role;
  /** Absent for lines that are no definition. */
  readonly definition?: Definition;
}

/** A file of the index. */
export interface BundledFile {
  readonly path: string;
  readonly document: number;
  readonly language: string;
  readonly lines: number;
}

/** The whole file. */
export function fileUnit({ path, document, language, lines }: BundledFile, role: Role): Unit {
  return { path, document, language, lineStart: 1, lineEnd: lines, role };
}

/** A definition. */
export function definitionUnit(definition: Definition, role: Role): Unit {
  const { path, document, language, lineStart, lineEnd } = definition;
  return { path, document, language, lineStart, lineEnd, role, definition };
}

/** The innermost definition around a place, if its lines are about one thing: a large class has many. */
export function unitAround(code: StoredCode, file: BundledFile, place: RankedPlace, role: Role): Unit | undefined {
  const inner = code
    .inFile(file.path)
    .findLast((each) => isShown(each) && each.lineStart <= place.lineStart && place.lineEnd <= each.lineEnd);
  if (inner === undefined) return undefined;
  return hasMembers(inner) && inner.lineEnd - inner.lineStart >= MOST_CLASS_LINES
    ? undefined
    : definitionUnit(inner, role);
}

/** Lines of a file. */
export function linesUnit(
  { path, document, language }: BundledFile,
  { lineStart, lineEnd }: LineRange,
  role: Role,
): Unit {
  return { path, document, language, lineStart, lineEnd, role };
}

/** Definitions inside a unit, but for those inside functions. */
export function membersOf(code: StoredCode, unit: Unit): readonly Definition[] {
  const inside = code.inFile(unit.path).filter((each) => contains(unit, each) && each.id !== unit.definition?.id);
  const functions = inside.filter(({ kind }) => kind === 'function' || kind === 'method');
  return inside.filter((each) => !functions.some((outer) => outer !== each && isAround(outer, each)));
}

/** Whether lines lie within others. */
export function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.lineStart <= inner.lineStart && inner.lineEnd <= outer.lineEnd;
}

function isAround(outer: Definition, inner: Definition): boolean {
  return contains(outer, inner) && `${inner.scope}.`.startsWith(`${scopeInside(outer)}.`);
}

function isShown({ kind }: Definition): boolean {
  return OVERVIEW_KINDS.has(kind);
}
