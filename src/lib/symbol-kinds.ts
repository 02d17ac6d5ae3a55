/** Kinds of definitions, the same for every language. */
export const SYMBOL_KINDS = [
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
  'module',
  'constant',
  'variable',
  'field',
  'macro',
  'section',
] as const;

/** What a definition is. `section` is a heading, a key or a selector of a file that is no program. */
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** The kind that is called so; undefined when there is none. */
export function symbolKindNamed(name: string): SymbolKind | undefined {
  return SYMBOL_KINDS.find((kind) => kind === name);
}

const DETAILS: readonly SymbolKind[] = ['variable', 'field', 'section'];

/** Kinds that an overview of a program shows. */
export const OVERVIEW_KINDS: ReadonlySet<string> = new Set(SYMBOL_KINDS.filter((kind) => !DETAILS.includes(kind)));
