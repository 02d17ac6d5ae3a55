/** The OpenAPI 3.1 document of every HTTP route; schemas are those that the server itself checks with. */
import type { OpenAccess } from '../../auth/access.ts';
import { ERROR_NAMES } from '../../lib/error-types.ts';
import { problemUri } from '../../lib/problem.ts';
import { VERSION } from '../../lib/version.ts';
import { INSTRUCTIONS } from '../../mcp/server.ts';
import { CATALOG } from '../../tools/catalog.ts';
import { ACCOUNT_PATHS } from './account-paths.ts';
import { ENVIRONMENT_PATHS } from './environment-paths.ts';
import { errorTable } from './error-table.ts';
import { FILE_PATHS } from './file-paths.ts';
import { GIT_PATHS } from './git-paths.ts';
import { mcpPaths } from './mcp-paths.ts';
import { SCAFFOLD_PATHS } from './scaffold-paths.ts';
import { type Node, type Paths, problemOf, ref, refused } from './schema.ts';
import { SERVER_PATHS } from './server-paths.ts';
import { callName, resultSchema, toolSchemas } from './tool-calls.ts';
import { WORKSPACE_PATHS } from './workspace-paths.ts';

/** Every path; a test compares it with the routes of the application. */
export const PATHS: Paths = {
  ...mcpPaths(CATALOG),
  ...FILE_PATHS,
  ...GIT_PATHS,
  ...WORKSPACE_PATHS,
  ...SCAFFOLD_PATHS,
  ...ENVIRONMENT_PATHS,
  ...ACCOUNT_PATHS,
  ...SERVER_PATHS,
};

const VERSIONED: Node = { jsonrpc: { const: '2.0' }, id: ref('schemas', 'RequestId') };

const SCHEMAS: Node = {
  RequestId: { type: ['string', 'integer'], description: 'Chosen by the client; the answer carries it.' },
  Request: {
    anyOf: [...CATALOG.map((tool) => ref('schemas', callName(tool))), ref('schemas', 'OtherMessage')],
  },
  OtherMessage: {
    title: 'any other message',
    description:
      'E.g. `initialize`, `tools/list`, `resources/read`, `prompts/get`, `completion/complete`, `notifications/cancelled`.',
    type: 'object',
    required: ['jsonrpc', 'method'],
    properties: { ...VERSIONED, method: { type: 'string' }, params: { type: 'object' } },
  },
  Response: {
    type: 'object',
    required: ['jsonrpc', 'id'],
    properties: {
      ...VERSIONED,
      result: { anyOf: [ref('schemas', 'CallResult'), { type: 'object', title: 'any other result' }] },
      error: ref('schemas', 'Error'),
    },
  },
  CallResult: { title: 'result of tools/call', ...resultSchema(CATALOG) },
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', description: '-32700, -32600 to -32603, or -32000 to -32002.' },
      message: { type: 'string', description: 'What was wrong, what is allowed, what to do next.' },
      data: {
        type: 'object',
        properties: {
          type: { enum: ERROR_NAMES, description: 'See the tag Errors.' },
          retryable: { type: 'boolean' },
          reference: { type: 'string', description: "Of an internal error: finds the cause in the server's log." },
        },
      },
    },
  },
  Refusal: {
    type: 'object',
    required: ['jsonrpc', 'id', 'error'],
    properties: { jsonrpc: { const: '2.0' }, id: { type: 'null' }, error: ref('schemas', 'Error') },
  },
  Problem: {
    title: 'problem details (RFC 9457)',
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'error_type', 'message', 'advice', 'retryable'],
    properties: {
      type: { type: 'string', format: 'uri-reference', examples: [problemUri('WORKSPACE_NOT_FOUND')] },
      title: { type: 'string', description: 'What is the same for every problem of the type.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What was wrong and what to do next.' },
      instance: {
        type: 'string',
        format: 'uri',
        description: "Of an internal error: finds the cause in the server's log.",
      },
      error_type: { enum: ERROR_NAMES, description: 'See the tag Errors.' },
      message: { type: 'string', description: 'What was wrong.' },
      advice: { type: 'string', description: 'What to do next.' },
      retryable: { type: 'boolean', description: 'Whether the same call may succeed when it is made again.' },
    },
  },
  ...toolSchemas(CATALOG),
};

/** What is the same for every server. */
const DOCUMENT: Node = {
  openapi: '3.1.0',
  info: {
    title: 'Lemma',
    version: VERSION,
    description: `${INSTRUCTIONS} Whatever a caller makes belongs to the holder of the key.`,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'MCP', description: 'The Model Context Protocol.' },
    { name: 'Files', description: 'Files of Python sessions.' },
    { name: 'Git', description: "Git's smart HTTP protocol: every workspace is a repository." },
    { name: 'Workspaces', description: 'Code without git.' },
    { name: 'Scaffolds', description: 'Algorithms to train and evaluate models on.' },
    { name: 'Accounts', description: 'Where programs and people sign in; docs/sign-in.md.' },
    { name: 'Server', description: 'Health, metrics and documentation.' },
    { name: 'Errors', description: errorTable() },
  ],
  paths: PATHS,
  components: {
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'The API key.' },
      gitPassword: { type: 'http', scheme: 'basic', description: 'Any user name, and the API key as the password.' },
    },
    schemas: SCHEMAS,
    responses: {
      BadRequest: refused('The message is not JSON, or not JSON-RPC 2.0.'),
      Unauthorized: refused('The API key is missing or unknown.'),
      Forbidden: refused('The host, or the page that asks, is not one of this server.'),
      InsufficientScopeProblem: problemOf(
        'The API key does not have the scope that the route needs: `www-authenticate` names it. Or as Forbidden.',
      ),
      TooManyCallsProblem: problemOf('The caller makes too many calls: wait for the seconds that `Retry-After` names.'),
      NotFound: refused('There is nothing of that name: see the message.'),
      TooLarge: refused('The body is larger than 4 MB.'),
      Internal: refused('The server failed in a way it should not.'),
      Unavailable: refused('The server is not configured yet, or lost the instance that worked on the call.'),
      UnauthorizedProblem: problemOf('The API key is missing or unknown.'),
      ForbiddenProblem: problemOf('The host, or the page that asks, is not one of this server.'),
      NotFoundProblem: problemOf('There is nothing of that name: see the message.'),
      InternalProblem: problemOf('The server failed in a way it should not.'),
      UnavailableProblem: problemOf('The server is not configured yet, or lost the instance that worked on the call.'),
    },
  },
};

/** The whole document; a server for development takes requests without a key, too. */
export function openapiOf({ kind }: OpenAccess): Node {
  return { ...DOCUMENT, security: kind === 'development' ? [{ apiKey: [] }, {}] : [{ apiKey: [] }] };
}
