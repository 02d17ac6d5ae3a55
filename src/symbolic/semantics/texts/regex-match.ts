/** Matching texts that depend on the inputs: https://docs.python.org/3/library/re.html#functions */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import { askCpython } from '../../oracle/settle.ts';
import { ANY_TEXT, EMPTY_TEXT, isSolvable, type Regex, sequenceOf, unionOf, wordOf } from '../../terms/regex.ts';
import type { BoolTerm, IntTerm, StrTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { isText, likeText, literalInteger, literalText, type TextValue } from '../sequences/texts.ts';
import { fixedLength, languageOf, type Pattern, type PatternPart, parsePattern } from './regex-syntax.ts';
import { isAsciiText } from './text-case.ts';

/** What `re.match` and its like answer. */
export type MatchValue = Extract<PlainValue, { kind: 'match' }>;

type Mode = 'match' | 'fullmatch' | 'search';

const FLAGS = { ignoreCase: 2n, dotAll: 16n, unicode: 32n, ascii: 256n } as const;
const KNOWN_FLAGS = FLAGS.ignoreCase | FLAGS.dotAll | FLAGS.unicode | FLAGS.ascii;

function modeOf(name: string): Mode | undefined {
  return name === 'match' || name === 'fullmatch' || name === 'search' ? name : undefined;
}

/** `re.match(pattern, text, flags)` and its like; undefined for other functions, and where nothing depends on the inputs. */
export function callRegexFunction(
  machine: Machine,
  name: string,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value | undefined {
  const mode = name.startsWith('re.') ? modeOf(name.slice('re.'.length)) : undefined;
  const [pattern, text, flags = named.get('flags'), ...more] = args;
  if (mode === undefined || pattern === undefined || text === undefined || more.length > 0) return undefined;
  if (!isText(text) || text.term.kind === 'literal') return undefined;
  if (pattern.kind === 'foreign') return matchPattern(machine, pattern, mode, [text]);
  const source = literalText(pattern);
  const bits = flags === undefined ? 0n : integerOf(machine, flags);
  if (source === undefined || bits === undefined || !isText(pattern)) return undefined;
  if (pattern.kind !== text.kind) return raiseNamed(machine, 'TypeError');
  return match(machine, { source, flags: bits, kind: pattern.kind }, mode, text);
}

/** `pattern.match(text)` and its like, for what `re.compile` gives; undefined as above. */
export function matchPattern(
  machine: Machine,
  receiver: PlainValue,
  name: string,
  args: readonly PlainValue[],
): Value | undefined {
  const mode = modeOf(name);
  const [text, ...more] = args;
  if (receiver.kind !== 'foreign' || receiver.type !== 're.Pattern' || mode === undefined || more.length > 0) {
    return undefined;
  }
  if (text === undefined || !isText(text) || text.term.kind === 'literal') return undefined;
  const pattern = askCpython(machine, `(${receiver.source}).pattern`);
  const flags = askCpython(machine, `(${receiver.source}).flags`);
  if (pattern === undefined || flags === undefined || pattern.kind === 'union' || flags.kind === 'union')
    return undefined;
  const [source, bits] = [literalText(pattern), integerOf(machine, flags)];
  if (source === undefined || bits === undefined || !isText(pattern)) return undefined;
  if (pattern.kind !== text.kind) return raiseNamed(machine, 'TypeError');
  return match(machine, { source, flags: bits, kind: pattern.kind }, mode, text);
}

/** Flags as a number, which CPython tells where they are known by name. */
function integerOf(machine: Machine, flags: PlainValue): bigint | undefined {
  if (flags.kind !== 'foreign') return literalInteger(flags);
  const value = askCpython(machine, `int(${flags.source})`);
  return value === undefined || value.kind === 'union' ? undefined : literalInteger(value);
}

interface Compiled {
  readonly source: string;
  readonly flags: bigint;
  readonly kind: TextValue['kind'];
}

function match(machine: Machine, { source, flags, kind }: Compiled, mode: Mode, text: TextValue): Value | undefined {
  if ((flags & ~KNOWN_FLAGS) !== 0n) return undefined;
  const options = {
    ignoresCase: (flags & FLAGS.ignoreCase) !== 0n,
    dotAll: (flags & FLAGS.dotAll) !== 0n,
    isAscii: kind === 'bytes' || (flags & FLAGS.ascii) !== 0n,
  };
  const onAscii = parsePattern(source, { ...options, isLoose: false });
  const pattern = parsePattern(source, { ...options, isLoose: true });
  if (onAscii === undefined || pattern === undefined) return undefined;
  const [exact, loose] = [matchingTexts(onAscii, mode), matchingTexts(pattern, mode)];
  if (!isSolvable(exact) || !isSolvable(loose)) return undefined;
  const { terms } = machine;
  const name = `re.${mode} ${flags} ${source}`;
  const beyond = (): BoolTerm => terms.and(terms.inRegex(text.term, loose), terms.opaque('bool', name, [text.term]));
  const matches = pattern.isForAscii
    ? terms.ite(isAsciiText(machine, text.term), terms.inRegex(text.term, exact), beyond())
    : terms.inRegex(text.term, exact);
  return machine.choose(
    matches,
    () => new Matching(machine, pattern, mode, text, name).value(),
    () => NONE,
  );
}

/** The texts in which there is a match. */
function matchingTexts({ parts, startsAnchored, endsAnchored }: Pattern, mode: Mode): Regex {
  const body = languageOf(parts);
  if (mode === 'fullmatch') return body;
  const after =
    endsAnchored === 'no' ? ANY_TEXT : endsAnchored === 'line' ? unionOf(EMPTY_TEXT, wordOf('\n')) : EMPTY_TEXT;
  return sequenceOf(...(mode === 'match' || startsAnchored ? [] : [ANY_TEXT]), body, after);
}

/**
 * What a match is: positions and groups, exact where lengths fix them, else functions of the text under true facts. The
 * pattern is a loose one, whose languages hold all that its parts match.
 */
class Matching {
  readonly #machine: Machine;
  readonly #pattern: Pattern;
  readonly #mode: Mode;
  readonly #text: TextValue;
  readonly #name: string;
  readonly #groups = new Map<number, StrTerm>();

  constructor(machine: Machine, pattern: Pattern, mode: Mode, text: TextValue, name: string) {
    this.#machine = machine;
    this.#pattern = pattern;
    this.#mode = mode;
    this.#text = text;
    this.#name = name;
  }

  value(): MatchValue {
    const { terms } = this.#machine;
    const { parts, startsAnchored, names, groups } = this.#pattern;
    const { term } = this.#text;
    const length = terms.length(term);
    const isAtStart = this.#mode !== 'search' || startsAnchored;
    const start = isAtStart ? terms.zero : this.#position('start', terms.zero, length);
    const end = this.#end(start, length);
    const matched = terms.substr(term, start, terms.sub(end, start));
    this.#machine.assume(terms.inRegex(matched, languageOf(parts)));
    this.#capture(parts, matched, 'part');
    const found = Array.from({ length: groups }, (_, index) => this.#groups.get(index + 1));
    return { kind: 'match', text: this.#text, start, end, groups: [matched, ...found], names };
  }

  #end(start: IntTerm, length: IntTerm): IntTerm {
    const { terms } = this.#machine;
    const { parts, endsAnchored } = this.#pattern;
    if (this.#mode === 'fullmatch' || endsAnchored === 'text') return length;
    const size = fixedLength(languageOf(parts));
    if (size !== undefined) return terms.add(start, terms.int(size));
    const end = this.#position('end', start, length);
    if (endsAnchored === 'line') this.#machine.assume(terms.le(terms.sub(length, terms.one), end));
    return end;
  }

  /** A position that is only known to lie between two others. */
  #position(what: string, from: IntTerm, to: IntTerm): IntTerm {
    const { terms } = this.#machine;
    const position = terms.opaque('int', `${this.#name} ${what}`, [this.#text.term]);
    this.#machine.assume(terms.and(terms.le(from, position), terms.le(position, to)));
    return position;
  }

  /** Divides what a sequence of parts has matched among them. */
  #capture(parts: readonly PatternPart[], matched: StrTerm, path: string): void {
    if (!parts.some(({ kind }) => kind === 'group')) return;
    const { terms } = this.#machine;
    const pieces: StrTerm[] = [];
    let offset: number | undefined = 0;
    for (const [index, part] of parts.entries()) {
      const regex = languageOf([part]);
      const size: number | undefined = fixedLength(regex);
      const isLast = index === parts.length - 1;
      const piece = this.#piece(matched, offset, size, isLast, `${path} ${index}`);
      this.#machine.assume(terms.inRegex(piece, regex));
      pieces.push(piece);
      offset = offset === undefined || size === undefined ? undefined : offset + size;
      if (part.kind !== 'group') continue;
      this.#groups.set(part.index, piece);
      this.#capture(part.parts, piece, `${path} ${index}`);
    }
    this.#machine.assume(terms.same(terms.concat(...pieces), matched));
  }

  #piece(
    matched: StrTerm,
    offset: number | undefined,
    size: number | undefined,
    isLast: boolean,
    path: string,
  ): StrTerm {
    const { terms } = this.#machine;
    if (offset === undefined) return terms.opaque('str', `${this.#name} ${path}`, [this.#text.term]);
    const start = terms.int(offset);
    if (isLast) return terms.substr(matched, start, terms.sub(terms.length(matched), start));
    if (size !== undefined) return terms.substr(matched, start, terms.int(size));
    return terms.opaque('str', `${this.#name} ${path}`, [this.#text.term]);
  }
}

const METHODS = new Set(['group', 'groups', 'start', 'end', 'span']);

export function isMatchMethod(name: string): boolean {
  return METHODS.has(name);
}

/** Calls a method of a match. */
export function callMatchMethod(machine: Machine, self: MatchValue, name: string, args: readonly PlainValue[]): Value {
  const [first, ...more] = args;
  const isWhole = first === undefined || literalInteger(first) === 0n;
  switch (name) {
    case 'group':
      if (more.length > 0) return { kind: 'tuple', items: args.map((arg) => groupOf(machine, self, arg)) };
      return groupOf(machine, self, first ?? intValue(machine.terms.zero));
    case 'groups':
      if (first !== undefined) break;
      return { kind: 'tuple', items: self.groups.slice(1).map((group) => textOfGroup(machine, self, group)) };
    case 'start':
      if (isWhole) return intValue(self.start);
      break;
    case 'end':
      if (isWhole) return intValue(self.end);
      break;
    case 'span':
      if (isWhole) return { kind: 'tuple', items: [intValue(self.start), intValue(self.end)] };
      break;
  }
  return machine.cut(`Match.${name}`, `Match.${name} with these arguments is not modelled`);
}

/** `match[group]`; raises IndexError where there is no such group. */
export function groupOf(machine: Machine, self: MatchValue, group: PlainValue): Value {
  const name = literalText(group);
  const index = name === undefined ? literalInteger(group) : BigInt(self.names.get(name) ?? -1);
  if (index === undefined) return machine.cut('Match.group', 'the group depends on the inputs');
  if (index < 0n || index >= BigInt(self.groups.length)) return raiseNamed(machine, 'IndexError');
  return textOfGroup(machine, self, self.groups[Number(index)]);
}

function textOfGroup(machine: Machine, { text }: MatchValue, group: StrTerm | undefined): Value {
  if (group !== undefined) return likeText(text, group);
  return machine.cut('Match.group', 'a group within an alternative or a repetition is not modelled');
}
