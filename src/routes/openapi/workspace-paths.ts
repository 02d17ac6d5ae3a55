/** Describes the route that brings archives into a workspace. */
import { ARCHIVE_LIMITS, megabytes } from '../../workspace/files/archive/entries.ts';
import { archiveAnswer, archiveQuery } from '../archive.schema.ts';
import { CALL_PROBLEMS, json, type Node, type Paths, parametersOf, problemOf, schemaOf } from './schema.ts';

const BINARY: Node = { type: 'string', format: 'binary' };
const { archiveBytes, zipBytes, fileBytes, contentBytes, entries } = ARCHIVE_LIMITS;
const TYPES = ['application/gzip', 'application/x-tar', 'application/zip', 'application/octet-stream'] as const;

/** `/workspaces/{workspace}/archive`. */
export const WORKSPACE_PATHS: Paths = {
  '/workspaces/{workspace}/archive': {
    post: {
      tags: ['Workspaces'],
      operationId: 'putArchive',
      summary: 'Write the files of an archive to a workspace, in one commit',
      description:
        'The body is a tar archive, packed with gzip or not, or a zip archive: its first bytes tell which, the content type does not ' +
        `matter. At most ${megabytes(archiveBytes)} (zip: ${megabytes(zipBytes)}) with ${entries} files of ${megabytes(fileBytes)} each and ` +
        `${megabytes(contentBytes)} together. All files are written, or none: paths that leave the archive, are absolute, stand twice or ` +
        'look like `.git`, links that lead out, and damaged or encrypted archives are refused. A workspace that is new is made.',
      parameters: [
        {
          name: 'workspace',
          in: 'path',
          required: true,
          description: 'Name of a workspace.',
          schema: { type: 'string' },
        },
        ...parametersOf(archiveQuery),
      ],
      requestBody: { required: true, content: Object.fromEntries(TYPES.map((type) => [type, { schema: BINARY }])) },
      responses: {
        ...CALL_PROBLEMS,
        200: json('What the commit changed; lists have at most 1,000 paths.', schemaOf(archiveAnswer)),
        400: problemOf('The archive or the query cannot be used; nothing was changed.'),
        409: problemOf('The branch is not at the expected commit; nothing was changed.'),
        413: problemOf(`The archive has more than ${megabytes(archiveBytes)}.`),
        503: problemOf('The server is not configured yet, or could not reach the workspace.'),
      },
    },
  },
};
