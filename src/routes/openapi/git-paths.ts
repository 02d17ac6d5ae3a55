/** Describes the routes that git clients use. */
import { answer, type Node, ORGANISATION, type Paths, text } from './schema.ts';

const BINARY: Node = { type: 'string', format: 'binary' };
const WORKSPACE: Node = {
  name: 'workspace',
  in: 'path',
  required: true,
  description: 'Name of a workspace; `.git` may follow it.',
  schema: { type: 'string' },
};
const SERVICES = ['git-upload-pack', 'git-receive-pack'] as const;
const COMMON: Node = { tags: ['Git'], security: [{ apiKey: [] }, { gitPassword: [] }] };
const plain = (description: string) => text(description, 'text/plain');
const RESPONSES: Node = {
  400: plain('The name cannot be one of a workspace, or there are too many workspaces.'),
  401: plain('The API key is missing or unknown.'),
  403: plain('The API key lacks the scope `read`, or `write` for a push; or the host is not one of this server.'),
  404: plain('There is no workspace of that name; a push makes one.'),
  429: plain('The caller makes too many calls: wait for the seconds that `Retry-After` names.'),
  500: plain('The server failed in a way it should not; the text has the reference of the cause in its log.'),
  503: plain('The server is not configured yet, or lost the instance that held the workspace.'),
};

/** `/git/{workspace}/…`, `/git/{organisation}/{workspace}/…`. */
export const GIT_PATHS: Paths = {
  ...paths('/git/{workspace}', [WORKSPACE], ''),
  ...paths('/git/{organisation}/{workspace}', [ORGANISATION, WORKSPACE], 'OfOrganisation'),
};

function paths(base: string, parameters: readonly Node[], suffix: string): Paths {
  return {
    [`${base}/info/refs`]: {
      get: {
        ...COMMON,
        operationId: `gitRefs${suffix}`,
        summary: 'List the refs of a workspace, as git clone, fetch and push begin',
        description: `Use it through git: \`git push http://<host>${base.replaceAll('{', '<').replaceAll('}', '>')} main\`.`,
        parameters: [
          ...parameters,
          { name: 'service', in: 'query', required: true, schema: { type: 'string', enum: SERVICES } },
        ],
        responses: {
          ...RESPONSES,
          200: { description: 'pkt-lines.', content: { 'application/x-git-*-advertisement': { schema: BINARY } } },
          403: plain(
            'The service is neither of the two, the API key lacks its scope, or the host is not one of this server.',
          ),
        },
      },
    },
    [`${base}/git-upload-pack`]: service(
      `gitUploadPack${suffix}`,
      'git-upload-pack',
      'Send objects to git clone or fetch',
      parameters,
    ),
    [`${base}/git-receive-pack`]: service(
      `gitReceivePack${suffix}`,
      'git-receive-pack',
      'Take objects and changes of refs from git push',
      parameters,
    ),
  };
}

function service(
  operationId: string,
  name: (typeof SERVICES)[number],
  summary: string,
  parameters: readonly Node[],
): Record<string, Node> {
  return {
    post: {
      ...COMMON,
      operationId,
      summary,
      parameters,
      requestBody: { required: true, content: { [`application/x-${name}-request`]: { schema: BINARY } } },
      responses: {
        ...RESPONSES,
        200: answer('pkt-lines, also of a push that is refused.', `application/x-${name}-result`, BINARY),
        415: plain("The content type is not git's, or the content encoding is neither gzip nor identity."),
      },
    },
  };
}
