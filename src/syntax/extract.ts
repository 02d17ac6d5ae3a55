/** Facts of a parsed file: definitions with their scopes and docs, references, imports. */
import { collect, type Definition, type ImportedName } from './collect.ts';
import type { ParsedLanguage, ParsedText } from './grammar.ts';
import { cleanDoc, docOfComments, type Lead, Leading } from './leading.ts';
import type { Lines } from './lines.ts';
import { outline } from './outline.ts';
import { referencesOf } from './references.ts';
import { select } from './select.ts';
import type { ImportFacts, LineRange, ReferenceFacts, SymbolFacts } from './service.ts';

/** Lines that belong to one path of names. */
export interface DefinitionScope extends LineRange {
  /** Names of the definitions around it and its own, with dots between. */
  readonly path: string;
}

/** What a file says, but for its chunks. */
export interface Extracted {
  readonly symbols: readonly SymbolFacts[];
  readonly references: readonly ReferenceFacts[];
  readonly imports: readonly ImportFacts[];
  /** Of definitions and containers with their doc comments, outer ones first. */
  readonly scopes: readonly DefinitionScope[];
  /** Lines that go with the line before: it ends a comment or a decoration that has its lines for itself. */
  readonly joined: readonly number[];
}

/** Units of a signature that are kept. */
const SIGNATURE_UNITS = 300;

/** What stands between a signature and a body. */
const BEFORE_BODY = /(?: |=>|[{:=;]){1,100}$/;

/** Reads the facts of a file. */
export function extract(parsed: ParsedText, lines: Lines, language: ParsedLanguage): Extracted {
  const found = collect(parsed, language);
  const leading = new Leading(parsed.text, found.comments, found.decorations);
  const leads = new Map(found.definitions.map((definition) => [definition, leading.of(definition.start)]));
  const leadOf = (definition: Definition): Lead =>
    leads.get(definition) ?? { start: definition.start, commentStart: definition.start, comments: [] };
  const startOf = (definition: Definition): number => leadOf(definition).start;
  const collected = select(found, startOf);
  const outlined = outline(collected.definitions, startOf);
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
      names: namesOf(names, lines.at(start), lines),
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

/** In the order of the text, each once. */
function namesOf(names: readonly ImportedName[], first: number, lines: Lines): ImportFacts['names'] {
  const ordered = names.toSorted((left, right) => left.at - right.at);
  const once = ordered.filter(({ at, name }, index) => {
    const before = ordered[index - 1];
    return before === undefined || before.at !== at || before.name !== name;
  });
  return once.map(({ name, alias, at }) => {
    const line = lines.at(at);
    return { name, ...(alias !== undefined && { alias }), ...(line !== first && { line }) };
  });
}

function signatureOf({ start, end, body }: Definition, leading: Leading): string {
  const from = leading.afterDecorations(start);
  // A signature of many kilobytes is cut anyway.
  const whole = leading.withoutComments({ start: from, end: Math.min(body ?? end, from + 20 * SIGNATURE_UNITS) });
  const line = whole.replace(/\s+/g, ' ').replace(BEFORE_BODY, '').trim();
  return line.length > SIGNATURE_UNITS ? `${line.slice(0, SIGNATURE_UNITS)}…` : line;
}

/** The last line is that of the last unit that is no space: nodes of some grammars end with the next line's start. */
function rangeOf(lines: Lines, start: number, end: number): LineRange {
  let last = end;
  while (last > start + 1 && /\s/.test(lines.text.charAt(last - 1))) last--;
  return { lineStart: lines.at(start), lineEnd: lines.at(Math.max(start, last - 1)) };
}
