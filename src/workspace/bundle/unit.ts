/** Pieces of code that are shown as one: definitions, or lines that are none. */
import { OVERVIEW_KINDS } from '../../lib/symbol-kinds.ts';
import { type Definition, hasMembers, scopeInside } from '../graph/code.ts';
import type { StoredCode } from '../graph/stored-code.ts';
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

/** The definitions that a place is about: the one around it, else those inside; the lines alone where there are none. */
export function unitsAt(code: StoredCode, file: BundledFile, place: RankedPlace, role: Role): readonly Unit[] {
  const all = code.inFile(file.path).filter(isShown);
  const around = all.filter((each) => each.lineStart <= place.lineStart && place.lineEnd <= each.lineEnd);
  const inner = around.at(-1);
  if (inner !== undefined && (!hasMembers(inner) || inner.lineEnd - inner.lineStart < MOST_CLASS_LINES)) {
    return [definitionUnit(inner, role)];
  }
  const inside = all.filter((each) => each.lineStart >= place.lineStart && each.lineEnd <= place.lineEnd);
  const outer = inside.filter((each) => !inside.some((other) => other !== each && contains(other, each)));
  if (outer.length > 0) return outer.map((each) => definitionUnit(each, role));
  const { path, document, language } = file;
  return [{ path, document, language, lineStart: place.lineStart, lineEnd: place.lineEnd, role }];
}

/** Definitions inside a unit, but for those inside functions. */
export function membersOf(code: StoredCode, unit: Unit): readonly Definition[] {
  const inside = code.inFile(unit.path).filter((each) => contains(unit, each) && each.id !== unit.definition?.id);
  const functions = inside.filter(({ kind }) => kind === 'function' || kind === 'method');
  return inside.filter((each) => !functions.some((outer) => outer !== each && isAround(outer, each)));
}

/** Whether lines lie within others. */
export function contains(
  outer: { lineStart: number; lineEnd: number },
  inner: { lineStart: number; lineEnd: number },
): boolean {
  return outer.lineStart <= inner.lineStart && inner.lineEnd <= outer.lineEnd;
}

function isAround(outer: Definition, inner: Definition): boolean {
  return contains(outer, inner) && `${inner.scope}.`.startsWith(`${scopeInside(outer)}.`);
}

function isShown({ kind }: Definition): boolean {
  return OVERVIEW_KINDS.has(kind);
}
