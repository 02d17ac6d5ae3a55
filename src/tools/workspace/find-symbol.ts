/** `find_symbol`: where is something defined? */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { MATCHES } from '../../workspace/graph/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { renderSymbol, symbolFacts, symbolFields, symbolKind } from './symbols.ts';
import { workspaceName } from './workspace.ts';

/** Definitions of an ordinary page. */
const PAGE = 20;
const { tokens, next } = pages(PAGE);

export default defineTool({
  name: 'find_symbol',
  toolset: 'context',
  title: 'Find definitions',
  description:
    'Finds definitions by name, with signature, doc comment and place. Without `match` the best likeness that exists: exact, …, words ' +
    '(parts of camelCase and snake_case), …, similar (mistyped).',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    name: z.string().min(1).max(500).describe('Or a part of it; `Class.method` for that scope only.'),
    match: z.enum(MATCHES).optional().describe('The worst likeness that counts; better ones come first.'),
    kinds: z.array(symbolKind).min(1).optional().describe('Only these.'),
    paths: z.array(z.string()).default([]).describe('As in .gitignore: src/, *.ts.'),
    ...pageParameters(PAGE, 100),
  }),
  output: z.object({
    symbols: z.array(
      z.object({
        ...symbolFields,
        doc: z.string(),
        match: z.enum(MATCHES),
        centrality: z
          .number()
          .describe('Share of PageRank over references between files that comes through it, 0 to 1.'),
      }),
    ),
    total: z.int(),
    similar_names: z.array(z.string()).describe('Names nearest to the one asked for, when nothing was found.'),
    index: indexSchema,
  }),
  tokens,
  more: { symbols: next },
  async handler({ workspace: name, ...args }, { workspaces }) {
    const { kinds, match, ...rest } = args;
    const answer = await workspaces.open(name).workspace.findSymbol({
      ...rest,
      ...(kinds !== undefined && { kinds }),
      ...(match !== undefined && { match }),
    });
    return {
      symbols: answer.symbols.map(({ doc, match, centrality, ...symbol }) => {
        return { ...symbolFacts(symbol), doc, match, centrality };
      }),
      total: answer.total,
      similar_names: [...answer.similarNames],
      index: toIndexField(answer.coverage),
    };
  },
  render: ({ symbols, total, similar_names, index }) =>
    [
      total === 0 ? 'No definition has such a name.' : `${symbols.length} of ${total} definitions.`,
      ...(similar_names.length > 0 ? [`Similar names: ${similar_names.join(', ')}.`] : []),
      ...symbols.flatMap((symbol) => [
        `${renderSymbol(symbol)} [${symbol.match}, centrality ${symbol.centrality.toPrecision(3)}]`,
        ...(symbol.doc === '' ? [] : symbol.doc.split('\n').map((line) => `    ${line}`)),
      ]),
      renderIndex(index),
    ].join('\n'),
});
