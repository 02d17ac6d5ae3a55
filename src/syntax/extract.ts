/** Facts of a parsed file: definitions with their scopes and docs, references, imports. */
import { type Collected, collect, type Definition, type Reference } from './collect.ts';
import type { ParsedText } from './grammar.ts';
import { cleanDoc, docOfComments, type Lead, Leading } from './leading.ts';
import type { Lines } from './lines.ts';
import { type Outlined, outline, ownersOf } from './outline.ts';
import type { ImportFacts, LineRange, ReferenceFacts, SymbolFacts } from './service.ts';

/** Lines that belong to one path of names. */
export interface Scope extends LineRange {
  /** Names of the definitions around it and its own, with dots between. */
  readonly path: string;
}

/** What a file says, but for its chunks. */
export interface Extracted {
  readonly symbols: readonly SymbolFacts[];
  readonly references: readonly ReferenceFacts[];
  readonly imports: readonly ImportFacts[];
  /** Of definitions and containers with their doc comments, outer ones first. */
  readonly scopes: readonly Scope[];
  /** Lines that go with the line before: it ends a comment or a decoration that has its lines for itself. */
  readonly joined: readonly number[];
}

/** Units of a signature that are kept. */
const SIGNATURE_UNITS = 300;

/** What stands between a signature and a body. */
const BEFORE_BODY = /(?:\s|=>|[{:=;])+$/;

/** Reads the facts of a file. */
export function extract(parsed: ParsedText, lines: Lines): Extracted {
  const collected = collect(parsed);
  const leading = new Leading(parsed.text, collected.comments, collected.decorations);
  const leads = new Map(collected.definitions.map((definition) => [definition, leading.of(definition.start)]));
  const leadOf = (definition: Definition): Lead =>
    leads.get(definition) ?? { start: definition.start, commentStart: definition.start, comments: [] };
  const outlined = outline(collected.definitions, (definition) => leadOf(definition).start);
  const numbers = new Map(
    outlined.filter(({ definition }) => definition.kind !== undefined).map((each, i) => [each, i]),
  );

  const symbols = outlined.flatMap(({ definition, start, scope }): SymbolFacts[] => {
    const { name, nameAt, kind, end, doc } = definition;
    if (kind === undefined) return [];
    return [
      {
        name,
        kind,
        scope,
        ...rangeOf(lines, start, end),
        nameLine: lines.at(nameAt),
        signature: signatureOf(definition, leading),
        doc: doc === undefined ? docOfComments(leadOf(definition).comments) : cleanDoc(doc),
      },
    ];
  });
  return {
    symbols,
    references: referencesOf(collected, outlined, numbers, lines),
    imports: collected.imports.map(({ module, names, start }) => ({
      module,
      names: names
        .toSorted((left, right) => left.at - right.at)
        .map(({ name, alias }) => (alias === undefined ? { name } : { name, alias })),
      line: lines.at(start),
    })),
    scopes: outlined.map(({ definition, path }) => ({
      path,
      ...rangeOf(lines, leadOf(definition).commentStart, definition.end),
    })),
    joined: [...collected.comments, ...collected.decorations]
      .filter(({ start }) => lines.text.slice(lines.start(lines.at(start)), start).trim() === '')
      .map(({ start, end }) => rangeOf(lines, start, end).lineEnd + 1),
  };
}

function referencesOf(
  { definitions, imports, locals, references }: Collected,
  outlined: readonly Outlined[],
  numbers: ReadonlyMap<Outlined, number>,
  lines: Lines,
): readonly ReferenceFacts[] {
  const names = new Set(definitions.flatMap(({ kind, nameAt }) => (kind === undefined ? [] : [nameAt])));
  const bound = boundNames(
    outlined,
    locals.filter(({ at }) => !names.has(at)),
  );
  const outside = withoutImports(references, imports).filter(({ at }) => !names.has(at));
  const owners = ownersOf(
    outlined,
    outside.map(({ at }) => at),
  );
  const seen = new Set<string>();
  return outside.flatMap(({ name, at, kind, qualifier }, index): ReferenceFacts[] => {
    const owner = owners[index];
    if (
      isBound(bound, owner, kind === 'use' && qualifier !== undefined ? qualifier : name) &&
      (qualifier === undefined || kind === 'use')
    )
      return [];
    const within = symbolAround(numbers, owner);
    const line = lines.at(at);
    const key = kind === 'use' ? `use ${name} ${within}` : `${kind} ${name} ${qualifier} ${line} ${within}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      { name, kind, ...(qualifier !== undefined && { qualifier }), line, ...(within !== undefined && { within }) },
    ];
  });
}

/** Names that are bound in each definition. */
function boundNames(
  outlined: readonly Outlined[],
  locals: Collected['locals'],
): ReadonlyMap<Outlined, ReadonlySet<string>> {
  const bound = new Map<Outlined, Set<string>>();
  const owners = ownersOf(
    outlined,
    locals.map(({ at }) => at),
  );
  for (const [index, { name }] of locals.entries()) {
    const owner = owners[index];
    if (owner === undefined) continue;
    const names = bound.get(owner);
    if (names === undefined) bound.set(owner, new Set([name]));
    else names.add(name);
  }
  return bound;
}

function isBound(
  bound: ReadonlyMap<Outlined, ReadonlySet<string>>,
  owner: Outlined | undefined,
  name: string,
): boolean {
  for (let around = owner; around !== undefined; around = around.parent) {
    if (bound.get(around)?.has(name)) return true;
  }
  return false;
}

function symbolAround(numbers: ReadonlyMap<Outlined, number>, owner: Outlined | undefined): number | undefined {
  for (let around = owner; around !== undefined; around = around.parent) {
    const number = numbers.get(around);
    if (number !== undefined) return number;
  }
  return undefined;
}

function withoutImports(references: readonly Reference[], imports: Collected['imports']): readonly Reference[] {
  let next = 0;
  let end = 0;
  return references.filter(({ at }) => {
    for (let found = imports[next]; found !== undefined && found.start <= at; found = imports[++next]) {
      end = Math.max(end, found.end);
    }
    return at >= end;
  });
}

function signatureOf({ start, end, body }: Definition, leading: Leading): string {
  const from = leading.afterDecorations(start);
  // A signature of many kilobytes is cut anyway.
  const whole = leading.withoutComments({ start: from, end: Math.min(body ?? end, from + 20 * SIGNATURE_UNITS) });
  const line = whole.replace(BEFORE_BODY, '').replace(/\s+/g, ' ').trim();
  return line.length > SIGNATURE_UNITS ? `${line.slice(0, SIGNATURE_UNITS)}…` : line;
}

/** The last line is that of the last unit that is no space: nodes of some grammars end with the next line's start. */
function rangeOf(lines: Lines, start: number, end: number): LineRange {
  let last = end;
  while (last > start + 1 && /\s/.test(lines.text.charAt(last - 1))) last--;
  return { lineStart: lines.at(start), lineEnd: lines.at(Math.max(start, last - 1)) };
}
