/** Facts of small sources, one line each, for tests of queries. */
import { loadTreeSitter } from '../scripts/lib/node-syntax.ts';
import { analyze } from '../src/syntax/analyze.ts';
import type { ReferenceFacts, SymbolFacts } from '../src/syntax/service.ts';

const grammars = loadTreeSitter();

/** Everything that is known of a file but its chunks. Lines count from the one after the first line break of `text`. */
export async function factsOf(path: string, text: string) {
  const { symbols, references, imports, damaged } = await analyze(
    { path, text: text.replace(/^\n/, '') },
    await grammars,
  );
  return {
    symbols: symbols.map(symbolLine),
    references: references.map((reference) => referenceLine(reference, symbols)),
    imports: imports.map(({ line, module, names }) => {
      const taken = names.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
      return [`${line} ${module}`, ...taken].join(' | ');
    }),
    damaged,
  };
}

/** `3-5 method Shop.Item/price | def price | What it costs.` */
function symbolLine({ lineStart, lineEnd, kind, scope, name, signature, doc }: SymbolFacts): string {
  const lines = lineStart === lineEnd ? `${lineStart}` : `${lineStart}-${lineEnd}`;
  const path = scope === '' ? name : `${scope}/${name}`;
  return [`${lines} ${kind} ${path}`, signature, ...(doc === '' ? [] : [doc])].join(' | ');
}

/** `4 call self/save in add` */
function referenceLine(
  { line, kind, name, qualifier, within }: ReferenceFacts,
  symbols: readonly SymbolFacts[],
): string {
  const full = qualifier === undefined ? name : `${qualifier}/${name}`;
  return `${line} ${kind} ${full}${within === undefined ? '' : ` in ${symbols[within]?.name}`}`;
}
