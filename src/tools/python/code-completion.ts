/** `code_completion`: what may stand at a cursor, by the session's variables and the code before it. */
import { z } from 'zod';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { countWithin } from '../../mcp/pages.ts';
import { codePosition, positionParameters } from './code-position.ts';
import { sessionId } from './session-id.ts';

/** Tokens for matches with their types, of an answer. */
const MATCH_TOKENS = 0.75 * ANSWER_TOKENS;

export default defineTool({
  name: 'code_completion',
  toolset: 'python',
  title: 'Complete Python code',
  description:
    "Completes the code before a cursor from the session's variables and from the code itself: names, attributes, dict keys, " +
    'keyword arguments, imports, file names in strings. Runs no user code: properties are not evaluated.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ ...positionParameters, session_id: sessionId }),
  output: z.object({
    matches: z.array(z.string()).describe('Each replaces the code from cursor_start to cursor_end.'),
    cursor_start: z.int(),
    cursor_end: z.int(),
    types: z
      .array(z.string())
      .describe(
        'Of each match: function, method, class, module, property, instance, keyword, param, key, file, directory.',
      ),
    notices: z.array(z.string()).describe('What was cut off or could not be looked into.'),
    session_id: z.string(),
  }),
  async handler({ code, cursor_pos, session_id }, ctx) {
    const position = codePosition({ code, cursor_pos });
    const { id, session } = ctx.pythonSessions.open(session_id);
    const { matches, types, start, notices } = await session.complete(position);
    const pairs = matches.map((match, index) => [match, types[index] ?? '']);
    const shown = countWithin(pairs, MATCH_TOKENS, (pair) => JSON.stringify(pair));
    const left = matches.length - shown;
    return {
      matches: matches.slice(0, shown),
      cursor_start: start,
      cursor_end: cursor_pos,
      types: types.slice(0, shown),
      notices: [
        ...notices,
        ...(left > 0 ? [`${left} more matches: more letters before the cursor narrow them down.`] : []),
      ],
      session_id: id,
    };
  },
  render: ({ matches, types, cursor_start, cursor_end, notices, session_id }) =>
    [
      matches.length === 0
        ? `No completions at ${cursor_end}.`
        : `Completions, each to replace the code points from ${cursor_start} to ${cursor_end}:`,
      ...matches.map((match, index) => `${match} (${types[index]})`),
      ...notices.map((notice) => `Notice: ${notice}`),
      `[session ${session_id}]`,
    ].join('\n'),
});
