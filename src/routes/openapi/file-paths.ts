/** Describes the routes that bring files into a Python session and out of it. */
import { FILE_BYTES } from '../../../wasm/python/kernel/file-limits.ts';
import { CALL_PROBLEMS, json, type Node, type Paths, problemOf, ref } from './schema.ts';

const TAGS = ['Files'];
const BINARY: Node = { type: 'string', format: 'binary' };
const SESSION: Node = {
  name: 'session_id',
  in: 'query',
  description: 'Name of a Python session; the active one without it.',
  schema: { type: 'string' },
};
const UNAVAILABLE: Node = { 503: problemOf('The server is not configured yet, or could not reach the session.') };

/** `/files/upload` and `/files/download/{path}`. */
export const FILE_PATHS: Paths = {
  '/files/upload': {
    post: {
      tags: TAGS,
      operationId: 'upload',
      summary: 'Store files in a Python session',
      description:
        'Every part that has a file name is stored under it, and replaces a file of that name; the names of the fields do not ' +
        'matter. A refusal after some files were stored lists them in `stored`.',
      parameters: [
        SESSION,
        {
          name: 'path',
          in: 'query',
          description: 'A directory below /workspace for the files; made when missing.',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                path: {
                  type: 'string',
                  description: 'A directory for the files that follow; goes before `path` of the URL.',
                },
                file: { type: 'array', items: BINARY },
              },
            },
          },
        },
      },
      responses: {
        ...CALL_PROBLEMS,
        200: json('What was stored, sizes in bytes.', {
          type: 'object',
          required: ['session_id', 'files'],
          properties: {
            session_id: { type: 'string' },
            files: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'size'],
                properties: { path: { type: 'string' }, size: { type: 'integer' } },
              },
            },
          },
        }),
        400: problemOf('The body is no complete multipart form, or holds no file, or a path cannot be used.'),
        404: ref('responses', 'NotFoundProblem'),
        413: problemOf(`A file has more than ${FILE_BYTES >> 20} MB, or the workspace has no room for the files.`),
        ...UNAVAILABLE,
      },
    },
  },
  '/files/download/{path}': {
    get: {
      tags: TAGS,
      operationId: 'download',
      summary: 'Read a file of the workspace of a Python session',
      parameters: [
        {
          name: 'path',
          in: 'path',
          required: true,
          description: 'The file below /workspace; its slashes may stand as they are.',
          schema: { type: 'string' },
        },
        SESSION,
      ],
      responses: {
        ...CALL_PROBLEMS,
        200: {
          description: "The file as an attachment, with the type that its name's ending suggests.",
          content: { '*/*': { schema: BINARY } },
        },
        400: problemOf('The path is outside the workspace, or names a directory.'),
        404: ref('responses', 'NotFoundProblem'),
        ...UNAVAILABLE,
      },
    },
  },
};
