/** `find_references`: where is something used? */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { certaintyField, renderSymbol, symbolFacts, symbolFields, symbolParameters } from './symbols.ts';
import { workspaceName } from './workspace.ts';

const referenceKind = z.enum(['call', 'type', 'use', 'import']);

/** References of an ordinary page. */
const PAGE = 50;
const { tokens, next } = pages(PAGE);

export default defineTool({
  name: 'find_references',
  toolset: 'context',
  title: 'Find references',
  description:
    'Finds what refers to a symbol: calls, types, uses and imports, resolved ' +
    'through scopes, imports and declared types, not by a compiler; `approximate`: only the name is the same. Homonyms are answered ' +
    'together: narrow down with `file`, `line` or a scope.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    ...symbolParameters,
    kinds: z.array(referenceKind).min(1).optional().describe('Only these.'),
    include_approximate: z.boolean().default(true).describe('With those.'),
    ...pageParameters(PAGE, 500),
  }),
  output: z.object({
    definitions: z.array(z.object(symbolFields)).describe('What the name means.'),
    references: z.array(
      z.object({
        file: z.string(),
        line: z.int(),
        kind: referenceKind,
        text: z.string(),
        within: z.string().optional().describe('The definition around it.'),
        certainty: certaintyField,
        reason: z.string(),
      }),
    ),
    total: z.int(),
    total_resolved: z.int(),
    unread: z.int().describe('Places of that name that were not looked at, since there are too many.'),
    mentions: z
      .object({
        total: z.int(),
        exact: z.boolean().describe('False: there may be more.'),
        at: z.array(z.string()).describe('The first of them, file:line.'),
      })
      .describe(
        'Lines that have the name otherwise, which may use it: texts, comments, other variables, files not parsed.',
      ),
    index: indexSchema,
  }),
  tokens,
  more: { references: next, definitions: () => 'file, line or a scope narrows the name down' },
  async handler({ workspace: name, include_approximate, ...args }, { workspaces }) {
    const { file, line, kinds, ...rest } = args;
    const answer = await workspaces.open(name).workspace.findReferences({
      ...rest,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(kinds !== undefined && { kinds }),
      approximate: include_approximate,
      withMentions: true,
    });
    const { total, exact, places } = answer.mentions ?? { total: 0, exact: false, places: [] };
    return {
      definitions: answer.definitions.map(symbolFacts),
      references: answer.references.map(({ path, ...reference }) => ({ file: path, ...reference })),
      total: answer.total,
      total_resolved: answer.resolved,
      unread: answer.unread,
      mentions: { total, exact, at: [...places] },
      index: toIndexField(answer.coverage),
    };
  },
  render: ({ definitions, references, total, total_resolved, unread, mentions, index }) =>
    [
      'Definitions:',
      ...definitions.map((definition) => `  ${renderSymbol(definition)}`),
      `${references.length} of ${total} references; ${total_resolved} resolved, ${total - total_resolved} approximate.`,
      ...references.map(({ file, line, kind, text, within, certainty, reason }) => {
        const place = within === undefined ? '' : ` in ${within}`;
        return `${shownPath(file)}:${line} ${kind}${place} [${certainty}: ${reason}] ${text}`;
      }),
      ...(unread > 0 ? [`${unread} places of that name were not looked at.`] : []),
      ...renderMentions(mentions),
      renderIndex(index),
    ].join('\n'),
});

function renderMentions({
  total,
  exact,
  at,
}: {
  readonly total: number;
  readonly exact: boolean;
  readonly at: readonly string[];
}): readonly string[] {
  if (total === 0 && exact) return [];
  const more = total > at.length ? ', …' : '';
  return [
    `${exact ? '' : 'At least '}${total} more lines have the name and may use it: ${at.map(shownPath).join(', ')}${more}.`,
  ];
}
