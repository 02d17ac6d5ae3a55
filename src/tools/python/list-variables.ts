/** `list_variables`: the variables of a Python session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import type { VariableFacts } from '../../python/protocol.ts';
import { sessionId } from './session-id.ts';

const KINDS = ['value', 'function', 'class', 'module'] as const satisfies readonly VariableFacts['kind'][];

const variable = z.object({
  name: z.string(),
  type: z.string(),
  kind: z.enum(KINDS),
  value: z.string().describe('Shortened.'),
  length: z.int().optional().describe('Items of a container, characters of a text.'),
  shape: z.array(z.int()).optional(),
});

/** Variables of an ordinary page. */
const PAGE = 50;
const { tokens, next } = pages(PAGE);

export default defineTool({
  name: 'list_variables',
  toolset: 'python',
  title: 'List Python variables',
  description:
    'Lists the variables of a Python session by name, with type, shortened value, length and shape. Runs no user code, so ' +
    'objects are shown by their attributes instead of their repr.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ ...pageParameters(PAGE, 1000), session_id: sessionId }),
  output: z.object({
    variables: z.array(variable),
    total_variables: z.int(),
    notices: z.array(z.string()).describe('What was cut off or could not be looked into.'),
    session_id: z.string(),
  }),
  tokens,
  more: { variables: next },
  async handler({ limit, offset, session_id }, ctx) {
    const { id, session } = ctx.pythonSessions.open(session_id);
    const { variables, notices } = await session.variables();
    return {
      variables: variables.slice(offset, offset + limit).map(({ shape, ...facts }) => ({
        ...facts,
        ...(shape !== undefined && { shape: [...shape] }),
      })),
      total_variables: variables.length,
      notices: [...notices],
      session_id: id,
    };
  },
  render: ({ variables, total_variables, notices, session_id }) =>
    [
      total_variables === 0 ? 'There are no variables.' : `${variables.length} of ${total_variables} variables.`,
      ...variables.map(({ name, type, kind, value, length, shape }) => {
        const sizes = [
          ...(length === undefined ? [] : [`length ${length}`]),
          ...(shape === undefined ? [] : [`shape (${shape.join(', ')})`]),
        ];
        const facts = [...(kind === 'value' ? [] : [kind]), type, ...sizes];
        return `${name} (${facts.join(', ')}): ${value}`;
      }),
      ...notices.map((notice) => `Notice: ${notice}`),
      `[session ${session_id}]`,
    ].join('\n'),
});
