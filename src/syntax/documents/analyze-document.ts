/** The structure of documents: sections as they stand, and of the code in them what the same code says in a file of its own. */
import { type CutLevels, cutAtLevels, cutLevels, noCuts, withScopes } from '../chunk.ts';
import { type DefinitionScope, type Extracted, extract } from '../extract.ts';
import type { Grammars } from '../grammar.ts';
import { Lines } from '../lines.ts';
import type { DOCUMENTS, ImportFacts, LineRange, ReferenceFacts, SymbolFacts } from '../service.ts';
import { type Structure, textStructure } from '../structure.ts';
import { componentParts } from './components.ts';
import { notebookParts } from './notebooks.ts';
import type { Code, Parts, Section } from './parts.ts';
import { chunkSections, markdownParts } from './sections.ts';

type DocumentKind = (typeof DOCUMENTS)[number];

/** What the code of a document says, in lines of the document. */
interface CodeFacts extends Omit<Extracted, 'joined'> {
  readonly levels: CutLevels;
  readonly damaged: boolean;
}

/** Reads a document. One whose code takes more work than its size deserves has no definitions of it, and is `damaged`. */
export async function analyzeDocument(kind: DocumentKind, lines: Lines, grammars: Grammars): Promise<Structure> {
  const parts = partsOf(kind, lines);
  if (parts === undefined) return { ...textStructure(lines), damaged: true };
  const { code, sections, starts } = parts;
  const sectionScopes = sections.map(({ name, scope, lineStart, lineEnd }) => {
    return { path: joined(scope, name), lineStart, lineEnd };
  });
  if (kind === 'markdown') {
    const chunks = withScopes(chunkSections(sections, lines), sectionScopes, lines);
    return { ...textStructure(lines), symbols: sections.map(toSymbol), chunks };
  }
  const facts = code === undefined ? undefined : await readCode(code, lines, grammars);
  const levels = facts?.levels ?? noCuts(lines);
  for (const line of starts) levels[line] = 0;
  const scopes = [...sectionScopes, ...(facts?.scopes ?? [])].sort(byPlace);
  // Names of other languages are not looked up where those of Python are.
  const isResolved = kind !== 'notebook' || code?.language === 'python';
  return {
    ...merged(sections.map(toSymbol), facts?.symbols ?? [], isResolved ? (facts?.references ?? []) : []),
    imports: isResolved ? (facts?.imports ?? []) : [],
    chunks: withScopes(cutAtLevels(levels, lines), scopes, lines),
    damaged: code !== undefined && (facts === undefined || facts.damaged),
  };
}

function partsOf(kind: DocumentKind, lines: Lines): Parts | undefined {
  switch (kind) {
    case 'markdown':
      return markdownParts(lines);
    case 'notebook':
      return notebookParts(lines);
    case 'vue':
    case 'svelte':
      return componentParts(kind, lines);
  }
}

function readCode({ language, text, lineOf }: Code, lines: Lines, grammars: Grammars): Promise<CodeFacts | undefined> {
  const own = new Lines(text);
  const place = (line: number): number => lineOf[line - 1] ?? lines.count;
  const placed = <Range extends LineRange>(range: Range): Range => {
    return { ...range, lineStart: place(range.lineStart), lineEnd: place(range.lineEnd) };
  };
  return grammars.read(language, text, (parsed): CodeFacts => {
    const { symbols, references, imports, scopes, joined: notCut } = extract(parsed, own, language);
    const ownLevels = cutLevels(parsed.root, own, notCut);
    const levels = noCuts(lines);
    for (const [index, line] of lineOf.entries()) {
      levels[line] = Math.min(levels[line] ?? 0, ownLevels[index + 1] ?? 0);
    }
    return {
      symbols: symbols.map((symbol): SymbolFacts => ({ ...placed(symbol), nameLine: place(symbol.nameLine) })),
      references: onceALine(references.map((reference) => ({ ...reference, line: place(reference.line) }))),
      imports: imports.map((each): ImportFacts => {
        const names = each.names.map(({ line, ...name }) => ({
          ...name,
          ...(line !== undefined && { line: place(line) }),
        }));
        return { ...each, names, line: place(each.line) };
      }),
      scopes: scopes.map((scope): DefinitionScope => placed(scope)),
      levels,
      damaged: parsed.root.hasError,
    };
  });
}

/** Many lines of code can stand on one line of the document. */
function onceALine(references: readonly ReferenceFacts[]): readonly ReferenceFacts[] {
  const known = new Map(
    references.map((each) => [JSON.stringify([each.line, each.kind, each.qualifier, each.name]), each]),
  );
  return [...known.values()];
}

/** Sections and the symbols of code in their order, with references that still name theirs. */
function merged(
  sections: readonly SymbolFacts[],
  symbols: readonly SymbolFacts[],
  references: readonly ReferenceFacts[],
): Pick<Structure, 'symbols' | 'references'> {
  if (sections.length === 0) return { symbols, references };
  const all = [...sections, ...symbols].sort(byPlace);
  const indices = new Map(all.map((symbol, index) => [symbol, index]));
  const indexOf = (within: number): number | undefined => {
    const symbol = symbols[within];
    return symbol && indices.get(symbol);
  };
  return {
    symbols: all,
    references: references.map(({ within, ...reference }) => {
      const index = within === undefined ? undefined : indexOf(within);
      return { ...reference, ...(index !== undefined && { within: index }) };
    }),
  };
}

/** Outer ones first. */
function byPlace(left: LineRange, right: LineRange): number {
  return left.lineStart - right.lineStart || right.lineEnd - left.lineEnd;
}

function toSymbol({ name, scope, heading, lineStart, lineEnd }: Section): SymbolFacts {
  return { name, kind: 'section', scope, lineStart, lineEnd, nameLine: lineStart, signature: heading, doc: '' };
}

function joined(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join('.');
}
