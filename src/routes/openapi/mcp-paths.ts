/** Describes the routes that speak MCP. */
import type { Tool } from '../../mcp/define-tool.ts';
import {
  answer,
  type Node,
  ORGANISATION,
  type Paths,
  PUBLIC_PROBLEMS,
  REFUSALS,
  ref,
  refused,
  text,
} from './schema.ts';
import { toolExamples } from './tool-calls.ts';

const TAGS = ['MCP'];
const STREAM = 'text/event-stream';
const SESSION: Node = {
  name: 'Mcp-Session-Id',
  in: 'header',
  description: 'A session that `initialize` opened. POST works without.',
  schema: { type: 'string' },
};
const TOOLSETS: Node = {
  name: 'toolsets',
  in: 'path',
  required: true,
  description: '`all`, or names of toolsets with commas between.',
  schema: { type: 'string' },
  examples: { all: { value: 'all' }, python: { value: 'python' }, two: { value: 'python,symbolic' } },
};
const UNKNOWN_TOOLSET: Node = { 404: ref('responses', 'NotFound') };

/** `/mcp` with its variants, `/sse` and `/messages`. */
export function mcpPaths(tools: readonly Tool[]): Paths {
  return {
    '/mcp': streamable(tools, [], {}),
    '/mcp/{toolsets}': streamable(tools, [TOOLSETS], UNKNOWN_TOOLSET),
    '/org/{organisation}/mcp': inOrganisation(tools, []),
    '/org/{organisation}/mcp/{toolsets}': inOrganisation(tools, [TOOLSETS]),
    '/.well-known/ai-catalog.json': {
      get: {
        tags: TAGS,
        security: [],
        operationId: 'aiCatalog',
        summary: 'That there is an MCP server here, and where its card is (AI Catalog)',
        responses: {
          200: answer('The catalogue.', 'application/ai-catalog+json', { type: 'object' }),
          ...PUBLIC_PROBLEMS,
        },
      },
    },
    '/mcp/server-card': card('serverCard', [], {}),
    '/mcp/{toolsets}/server-card': card('serverCardOfToolsets', [TOOLSETS], UNKNOWN_TOOLSET),
    '/mcp/ws': {
      get: {
        tags: TAGS,
        operationId: 'openWebSocket',
        summary: 'Open a WebSocket that speaks MCP',
        description:
          'One JSON-RPC message per text frame, both ways, of at most 4 MB; several calls may run at once. Progress and streamed ' +
          'output come as `notifications/progress`, `notifications/cancelled` ends a call, and closing the socket ends all ' +
          'of them. Pages cannot send an Authorization header: they offer the subprotocols `mcp` and `bearer.<key>` instead ' +
          '(`new WebSocket(url, ["mcp", "bearer." + key])`), or `base64url.bearer.<token>` with an access token in base64url, since no ' +
          'subprotocol may have its colons; `mcp` is the one that is answered.',
        parameters: [
          { name: 'toolsets', in: 'query', description: TOOLSETS.description, schema: { type: 'string' } },
          {
            name: 'Sec-WebSocket-Protocol',
            in: 'header',
            description:
              '`mcp`, and `bearer.<key>` or `base64url.bearer.<token>` where there is no Authorization header.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          101: { description: 'The WebSocket is open.' },
          400: refused('Subprotocols were offered, but not `mcp`.'),
          429: refused('The caller has 100 WebSockets open, which is the most.'),
          426: refused('The request is no WebSocket handshake.'),
          ...UNKNOWN_TOOLSET,
          ...REFUSALS,
        },
      },
    },
    '/sse': {
      get: {
        tags: TAGS,
        operationId: 'openSse',
        summary: 'Open a connection of the HTTP+SSE transport, revision 2024-11-05',
        responses: { 200: text('Its first event names the endpoint for messages.', STREAM), ...REFUSALS },
      },
    },
    '/messages': {
      post: {
        tags: TAGS,
        operationId: 'postSseMessage',
        summary: 'Send a message on a connection of the HTTP+SSE transport',
        parameters: [{ name: 'sessionId', in: 'query', required: true, schema: { type: 'string' } }],
        requestBody: body({ schema: ref('schemas', 'Request') }),
        responses: {
          202: { description: 'Taken: the answer comes over the connection.' },
          400: ref('responses', 'BadRequest'),
          404: ref('responses', 'NotFound'),
          413: ref('responses', 'TooLarge'),
          ...REFUSALS,
        },
      },
    },
  };
}

/** The methods of Streamable HTTP at one path. */
/** For what an organisation has, where nothing stays open from one request to the next. */
function inOrganisation(tools: readonly Tool[], parameters: readonly Node[]): Record<string, Node> {
  const suffix = parameters.length === 0 ? 'OfOrganisation' : 'OfOrganisationAndToolsets';
  const all = [ORGANISATION, ...parameters];
  const { post } = streamable(tools, all, UNKNOWN_TOOLSET);
  const responses = {
    404: ref('responses', 'NotFound'),
    405: refused('An organisation keeps no sessions.'),
    ...REFUSALS,
  };
  return {
    post: { ...post, operationId: `call${suffix}`, parameters: all },
    get: {
      tags: TAGS,
      operationId: `listen${suffix}`,
      summary: 'Refused: nothing is sent on its own',
      parameters: all,
      responses,
    },
    delete: {
      tags: TAGS,
      operationId: `endSession${suffix}`,
      summary: 'Refused: there is no session to end',
      parameters: all,
      responses,
    },
  };
}

function streamable(tools: readonly Tool[], parameters: readonly Node[], refusals: Node): Record<string, Node> {
  const suffix = parameters.length === 0 ? '' : 'OfToolsets';
  const examples = {
    'tools/list': { summary: 'List the tools', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    ...toolExamples(tools),
  };
  return {
    post: {
      tags: TAGS,
      operationId: `call${suffix}`,
      summary: 'Call a tool, or send any other message of MCP',
      description:
        'One JSON-RPC 2.0 message. Every tool can be called at every URL, also without a session and a handshake. With ' +
        '`Accept: application/json, text/event-stream` the answer is a stream that carries progress, too. Pages of the ' +
        "server's own hosts, and of the origins in its variable `ALLOWED_ORIGINS`, may call from a browser.",
      parameters: [...parameters, SESSION],
      requestBody: body({ schema: ref('schemas', 'Request'), examples }),
      responses: {
        200: {
          description: 'The answer, or an error with the id of the request.',
          content: {
            'application/json': { schema: ref('schemas', 'Response') },
            [STREAM]: { schema: { type: 'string' } },
          },
        },
        202: { description: 'A notification was taken.' },
        400: ref('responses', 'BadRequest'),
        413: ref('responses', 'TooLarge'),
        ...refusals,
        ...REFUSALS,
      },
    },
    get: {
      tags: TAGS,
      operationId: `listen${suffix}`,
      summary: 'Hear what the server sends on its own',
      parameters: [...parameters, { ...SESSION, required: true, description: 'The session to listen to.' }],
      responses: {
        200: text('Messages as server-sent events.', STREAM),
        404: ref('responses', 'NotFound'),
        405: refused('The header `Mcp-Session-Id` is missing.'),
        ...REFUSALS,
      },
    },
    delete: {
      tags: TAGS,
      operationId: `endSession${suffix}`,
      summary: 'End a session',
      parameters: [...parameters, { ...SESSION, required: true, description: 'The session to end.' }],
      responses: { 200: { description: 'It has ended.' }, 404: ref('responses', 'NotFound'), ...REFUSALS },
    },
  };
}

function body(content: Node): Node {
  return { required: true, content: { 'application/json': content } };
}

function card(operationId: string, parameters: readonly Node[], problems: Node): Record<string, Node> {
  const { 401: _, ...refusals } = REFUSALS;
  return {
    get: {
      tags: TAGS,
      security: [],
      operationId,
      summary: 'The Server Card of this address (SEP-2127)',
      parameters,
      responses: {
        200: answer('The card.', 'application/mcp-server-card+json', { type: 'object' }),
        ...problems,
        ...refusals,
      },
    },
  };
}
