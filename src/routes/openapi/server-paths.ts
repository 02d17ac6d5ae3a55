/** Describes the routes that tell about the server. */
import { PROBLEM_TYPE } from '../../lib/problem.ts';
import healthCheck from '../../tools/health/health-check.ts';
import { healthDetails } from '../health-details.schema.ts';
import { begunAnew, deletionBegun } from '../space.schema.ts';
import {
  CALL_PROBLEMS,
  json,
  type Node,
  type Paths,
  PUBLIC_PROBLEMS,
  problemOf,
  ref,
  schemaOf,
  text,
} from './schema.ts';

const TAGS = ['Server'];
/** What needs no key. */
const PUBLIC = { tags: TAGS, security: [] };
const REPORT: Node = healthCheck.definition.outputSchema ?? {};
const DETAILS: Node = { allOf: [REPORT, schemaOf(healthDetails)] };

/** Health, metrics and documentation. */
export const SERVER_PATHS: Paths = {
  '/health': {
    get: {
      tags: TAGS,
      operationId: 'health',
      summary: 'Basic health check',
      responses: { ...CALL_PROBLEMS, 200: json('Every check passes.', REPORT), 503: unhealthy(REPORT) },
    },
  },
  '/health/detailed': {
    get: {
      tags: TAGS,
      operationId: 'healthDetailed',
      summary: 'Detailed system metrics',
      description:
        "The health check, and what the caller's own space holds. Fields that this platform cannot measure, such as the load of " +
        'a processor, are absent.',
      responses: { ...CALL_PROBLEMS, 200: json('Every check passes.', DETAILS), 503: unhealthy(DETAILS) },
    },
  },
  '/metrics': {
    get: {
      tags: TAGS,
      operationId: 'metrics',
      summary: "Prometheus metrics of the caller's own calls",
      description:
        '`mcp_tool_calls_total` counts tool calls by `tool_name` and `outcome`: `ok`; `error`, a result that says so; `protocol_error`, ' +
        'a call without a result, e.g. of an unknown tool; `cancelled`. `mcp_execution_seconds` is a histogram of the time from ' +
        "a call's arrival to its end, whatever the outcome; the server's clock moves only while it waits for an engine, so that its own " +
        'work on a call is left out. Counts begin with the first call of a user; a crash of the server may lose those of its ' +
        'last second, 100 at most. With `of=all`, which needs the scope `admin` and an administrator, sums over all users: `lemma_all_…`.',
      parameters: [
        {
          name: 'of',
          in: 'query',
          schema: { type: 'string', enum: ['all'] },
          description: "Absent for the caller's own.",
        },
      ],
      responses: { 200: text("Prometheus' text format 0.0.4.", 'text/plain'), ...CALL_PROBLEMS },
    },
  },
  '/space': {
    delete: {
      tags: TAGS,
      operationId: 'beginSpaceAnew',
      summary: "Begin the caller's own space anew, when its database is damaged",
      description:
        'Needs the scope `admin`. The lists of sessions, workspaces, plans and the like are kept where they can be read; MCP sessions, reports, ' +
        'open questions and counts of calls are lost. What the listed objects hold is their own, and stays.',
      responses: {
        ...CALL_PROBLEMS,
        200: json('It is empty but for its lists.', schemaOf(begunAnew)),
        409: problemOf('It is not damaged, so nothing was deleted.'),
      },
    },
  },
  '/space/export': {
    get: {
      tags: TAGS,
      operationId: 'exportEverything',
      summary: 'All that the caller has, as one zip archive',
      description:
        'Needs the scope `admin`. Repositories are git bundles, files of Python sessions are files, all else is JSON; `README.txt` says what is where, ' +
        'and `missing.json` what could not be read. The archive is made while it is read.',
      responses: {
        ...CALL_PROBLEMS,
        200: { description: 'The archive.', content: { 'application/zip': { schema: {} } } },
      },
    },
  },
  '/space/everything': {
    delete: {
      tags: TAGS,
      operationId: 'deleteEverything',
      summary: 'Delete the caller, with all that the caller has',
      description:
        'Needs the scope `admin`. What is open is closed, and nothing is answered to the user from then on; workspaces, plans, reviews, conversations, ' +
        'certifications, Python sessions, reports, keys, clients, passkeys and the log of the account are deleted within some minutes, ' +
        'whatever happens to the server meanwhile. A key of the setting `API_KEYS` is good as long as it stands there, for an empty space.',
      parameters: [
        {
          name: 'confirm',
          in: 'query',
          required: true,
          description: 'The id of the user, as `/health/detailed` has it.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        ...CALL_PROBLEMS,
        202: json('It has begun.', schemaOf(deletionBegun)),
        400: problemOf('It was not confirmed.'),
        409: problemOf('The caller is the only administrator of other people.'),
      },
    },
  },
  '/llms.txt': {
    get: {
      ...PUBLIC,
      operationId: 'llms',
      summary: 'Where a model finds what this server does (llmstxt.org)',
      responses: { 200: text('Markdown.', 'text/plain'), ...PUBLIC_PROBLEMS },
    },
  },
  '/docs/{file}': {
    get: {
      ...PUBLIC,
      operationId: 'document',
      summary: 'A document that `/llms.txt` links to, such as `tools.md`',
      parameters: [{ name: 'file', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: text('Markdown.', 'text/markdown'), ...PUBLIC_PROBLEMS },
    },
  },
  '/': {
    get: {
      ...PUBLIC,
      operationId: 'landing',
      summary: 'How to connect',
      description: 'A page for what accepts `text/html`, as browsers do; text for others.',
      responses: {
        200: {
          description: 'For people.',
          content: { 'text/html': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } },
        },
        ...PUBLIC_PROBLEMS,
      },
    },
  },
  '/icon.svg': {
    get: {
      ...PUBLIC,
      operationId: 'icon',
      summary: "The server's icon",
      responses: { 200: text('SVG.', 'image/svg+xml'), ...PUBLIC_PROBLEMS },
    },
  },
  '/openapi.json': {
    get: {
      ...PUBLIC,
      operationId: 'openapi',
      summary: 'This document',
      responses: { 200: json('OpenAPI 3.1.', { type: 'object' }), ...PUBLIC_PROBLEMS },
    },
  },
  '/errors': page('errors', 'The types of errors'),
  '/docs': page('docs', 'This document as Swagger UI'),
  '/redoc': page('redoc', 'This document as Redoc'),
  '/pages/{file}': {
    get: {
      ...PUBLIC,
      operationId: 'pageFile',
      summary: 'A file of one of these pages',
      parameters: [{ name: 'file', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The file.' },
        404: problemOf('There is no such file.'),
        ...PUBLIC_PROBLEMS,
      },
    },
  },
};

function unhealthy(report: Node): Node {
  return {
    description: 'Some check does not pass, or the server is not configured.',
    content: { 'application/json': { schema: report }, [PROBLEM_TYPE]: { schema: ref('schemas', 'Problem') } },
  };
}

function page(operationId: string, summary: string): Record<string, Node> {
  return {
    get: { ...PUBLIC, operationId, summary, responses: { 200: text('A page.', 'text/html'), ...PUBLIC_PROBLEMS } },
  };
}
