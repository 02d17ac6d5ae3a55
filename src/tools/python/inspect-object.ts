/** `inspect_object`: signature, type, documentation and source of the name or expression at a cursor. */
import { z } from 'zod';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { ObjectFacts } from '../../python/protocol.ts';
import { codePosition, positionParameters } from './code-position.ts';
import { sessionId } from './session-id.ts';

const objectFields = {
  name: z.string().optional().describe('The expression that was found at the cursor.'),
  type: z.string().optional(),
  signature: z.string().optional(),
  docstring: z.string().optional(),
  value: z.string().optional().describe('Shortened.'),
  file: z.string().optional().describe('Where it is defined; <cell N>: the Nth cell, <code>: the code you sent.'),
  line: z.int().optional(),
  source: z.string().optional(),
};

export default defineTool({
  name: 'inspect_object',
  toolset: 'python',
  title: 'Inspect a Python object',
  description:
    'Tells what the name or dotted expression at a cursor is, or, between the parentheses of a call, what is called: signature, ' +
    'type, documentation, value, place of definition, with detail_level 1 the source. Runs no user code.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...positionParameters,
    detail_level: z.int().min(0).max(1).default(0).describe('1: with the source.'),
    session_id: sessionId,
  }),
  output: z.object({
    found: z.boolean(),
    data: z.object({ 'text/plain': z.string().optional(), 'text/html': z.string().optional() }),
    ...objectFields,
    notices: z.array(z.string()),
    session_id: z.string(),
  }),
  tokens: ({ detail_level }) => (detail_level === 1 ? 2 * ANSWER_TOKENS : ANSWER_TOKENS),
  async handler({ code, cursor_pos, detail_level, session_id }, ctx) {
    const position = codePosition({ code, cursor_pos });
    const { id, session } = ctx.pythonSessions.open(session_id);
    const { object, notices } = await session.inspect({ ...position, withSource: detail_level === 1 });
    return {
      found: object !== undefined,
      data: object === undefined ? {} : { 'text/plain': plainText(object), 'text/html': html(object) },
      ...object,
      notices: [...notices],
      session_id: id,
    };
  },
  render: ({ found, data, notices, session_id }) =>
    [
      found ? data['text/plain'] : 'Nothing was found.',
      ...notices.map((notice) => `Notice: ${notice}`),
      `[session ${session_id}]`,
    ].join('\n'),
});

/** What is shown of an object, in order: titles with texts. */
function sections(object: ObjectFacts): readonly (readonly [title: string, text: string])[] {
  const { name, type, signature, value, file, line, docstring, source } = object;
  const place = file === undefined || line === undefined ? file : `${file}:${line}`;
  const all = [
    ['Name', name],
    ['Signature', signature],
    ['Type', type],
    ['Value', value],
    ['Defined in', place],
    ['Docstring', docstring],
    ['Source', source],
  ] as const;
  return all.flatMap(([title, text]) => (text === undefined || text === '' ? [] : [[title, text.trimEnd()] as const]));
}

function plainText(object: ObjectFacts): string {
  return sections(object)
    .map(([title, text]) => (text.includes('\n') ? `${title}:\n${text}` : `${title}: ${text}`))
    .join('\n');
}

function html(object: ObjectFacts): string {
  const rows = sections(object).map(([title, text]) => `<dt>${title}</dt><dd><pre>${escaped(text)}</pre></dd>`);
  return `<dl>${rows.join('')}</dl>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
