/** Joining values where control flow meets again: one term with an if-then-else where the types agree, else a union. */
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { type Case, type PlainValue, UNBOUND, type Value } from './value.ts';

/** The value that is `yes` where `guard` holds and `no` elsewhere. */
export function mergeValues(terms: Terms, guard: BoolTerm, yes: Value, no: Value): Value {
  if (yes === no) return yes;
  if (yes.kind !== 'union' && no.kind !== 'union') {
    const joined = joinPlain(terms, guard, yes, no);
    if (joined !== undefined) return joined;
  }
  const cases: Case[] = [];
  const alike = new Map<unknown, number[]>();
  for (const added of [...guardedCases(terms, guard, yes), ...guardedCases(terms, terms.not(guard), no)]) {
    addCase(terms, cases, alike, added);
  }
  const [only, second] = cases;
  return only !== undefined && second === undefined ? only.value : { kind: 'union', cases };
}

function guardedCases(terms: Terms, guard: BoolTerm, value: Value): readonly Case[] {
  const cases = value.kind === 'union' ? value.cases : [{ guard: terms.true, value }];
  return cases
    .map((one) => ({ guard: terms.and(guard, one.guard), value: one.value }))
    .filter((one) => one.guard !== terms.false);
}

/**
 * Adds a case, joining it with one of its own kind where that is possible.
 * @param alike where cases are, by what those have in common that can be joined: unions may have thousands
 */
function addCase(terms: Terms, cases: Case[], alike: Map<unknown, number[]>, added: Case): void {
  const { value } = added;
  const key = 'object' in value && value.object !== undefined ? value.object : value.kind;
  const candidates = alike.get(key) ?? [];
  alike.set(key, candidates);
  for (const index of candidates) {
    const known = cases[index];
    if (known === undefined) continue;
    const joined = joinPlain(terms, known.guard, known.value, value);
    if (joined === undefined) continue;
    cases[index] = { guard: terms.or(known.guard, added.guard), value: joined };
    return;
  }
  candidates.push(cases.length);
  cases.push(added);
}

/** One plain value for both, or undefined where their types or shapes differ. */
function joinPlain(terms: Terms, guard: BoolTerm, yes: PlainValue, no: PlainValue): PlainValue | undefined {
  if (yes === no) return yes;
  if (yes.kind === 'none' && no.kind === 'none') return yes;
  if (yes.kind === 'unbound' && no.kind === 'unbound') return yes;
  if (yes.kind === 'bool' && no.kind === 'bool') return { kind: 'bool', term: terms.ite(guard, yes.term, no.term) };
  if (yes.kind === 'int' && no.kind === 'int') return { kind: 'int', term: terms.ite(guard, yes.term, no.term) };
  if (yes.kind === 'float' && no.kind === 'float') return { kind: 'float', term: terms.ite(guard, yes.term, no.term) };
  if (yes.kind === 'str' && no.kind === 'str') return { kind: 'str', term: terms.ite(guard, yes.term, no.term) };
  if (yes.kind === 'tuple' && no.kind === 'tuple' && yes.items.length === no.items.length && yes.class === no.class) {
    const items = yes.items.flatMap((item, index) => {
      const other = no.items[index];
      return other === undefined ? [] : [mergeValues(terms, guard, item, other)];
    });
    return { ...yes, items };
  }
  if (yes.kind === 'sequence' && no.kind === 'sequence' && yes.index === no.index) {
    const length = terms.ite(guard, yes.length, no.length);
    return { ...yes, length, element: mergeValues(terms, guard, yes.element, no.element) };
  }
  if (yes.kind === 'bytes' && no.kind === 'bytes') return { kind: 'bytes', term: terms.ite(guard, yes.term, no.term) };
  if (yes.kind === 'namespace' && no.kind === 'namespace') return joinNamespaces(terms, guard, yes.entries, no.entries);
  // one object on both sides; what it holds is merged in the heap
  if ('object' in yes && 'object' in no && yes.object !== undefined && yes.object === no.object) return yes;
  if (yes.kind === 'view' && no.kind === 'view' && yes.role === no.role && yes.dict.object === no.dict.object)
    return yes;
  if (yes.kind === 'class' && no.kind === 'class' && yes.class === no.class) return yes;
  if (yes.kind === 'builtin' && no.kind === 'builtin' && yes.name === no.name) return yes;
  if (yes.kind === 'foreign' && no.kind === 'foreign' && yes.source === no.source) return yes;
  if (yes.kind === 'module' && no.kind === 'module' && yes.name === no.name) return yes;
  return undefined;
}

function joinNamespaces(
  terms: Terms,
  guard: BoolTerm,
  yes: ReadonlyMap<string, Value>,
  no: ReadonlyMap<string, Value>,
): PlainValue {
  const entries = new Map<string, Value>();
  for (const name of new Set([...yes.keys(), ...no.keys()])) {
    entries.set(name, mergeValues(terms, guard, yes.get(name) ?? UNBOUND, no.get(name) ?? UNBOUND));
  }
  return { kind: 'namespace', entries };
}
