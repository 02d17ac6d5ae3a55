/** `/files/upload` and `/files/download/{path}`: files of Python sessions over plain HTTP. */
import { MultipartParseError, type MultipartPart, parseMultipartRequest } from '@remix-run/multipart-parser';
import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { FILE_BYTES, SESSION_BYTES } from '../../wasm/python/kernel/file-limits.ts';
import type { AppEnv } from '../auth/middleware.ts';
import { asToolFailure, type Failure, ToolFailure } from '../lib/errors.ts';
import { enginesOf } from '../mcp/engines.ts';
import type { OpenSession } from '../python/sessions.ts';
import { countBytes, type Visited, visit } from './user-space.ts';

/** Files and fields in one upload. */
const MOST_PARTS = 1000;
/** Bytes of a field that is no file. */
const LONGEST_FIELD = 10_000;
/** Bytes of an upload. */
const LARGEST_BODY = SESSION_BYTES + (4 << 20);

/** Uploads are kept as they are; downloads are attachments, which no browser runs as a page of this origin. */
export const fileRoutes = new Hono<AppEnv>()
  .use('/files/*', countBytes)
  .post('/files/upload', (c) => {
    if (Number(c.req.header('content-length') ?? 0) > LARGEST_BODY) throw new ToolFailure(TOO_MUCH);
    // As the tools that write files: whatever runs in a session may do so, too.
    return visit(c, 'run', async (space) => {
      const opened = await openSession(c, space);
      const stored: { path: string; size: number }[] = [];
      try {
        await receive(c.req.raw, opened, c.req.query('path') ?? '', stored);
      } catch (error) {
        throw withStored(error, stored);
      }
      if (stored.length === 0) throw new ToolFailure(NO_FILE);
      return c.json({ session_id: opened.id, files: stored });
    });
  })
  .get('/files/download/:path{.+}', (c) =>
    visit(c, 'read', async (space) => {
      const { session } = await openSession(c, space);
      const { path, size, body } = await session.openFile(c.req.param('path'));
      return new Response(body.pipeThrough(new FixedLengthStream(size)), {
        headers: {
          'content-length': String(size),
          'content-type': getMimeType(path) ?? 'application/octet-stream',
          'content-disposition': attachment(path),
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'private, no-store',
        },
      });
    }),
  );

const NO_FILE: Failure = {
  errorType: 'validation_error',
  message: 'The upload holds no file.',
  advice:
    'Send multipart/form-data with one or more files, e.g. curl -F file=@data.csv; a field "path" before them names their directory.',
};

const TOO_MUCH: Failure = {
  errorType: 'body_too_large',
  message: `The upload is larger than ${LARGEST_BODY} bytes.`,
  advice: 'Send the files in several uploads.',
  details: { max_bytes: LARGEST_BODY },
};

/** The session of that name, else the user's active one. */
async function openSession(c: Context<AppEnv>, space: Visited): Promise<OpenSession> {
  const id = await space.openPythonSession(c.req.query('session_id'));
  return { id, session: enginesOf(c.env, c.var.principal.userId).pythonSession(id) };
}

/** Stores one file after the other, each while the next is not read yet. */
async function receive(
  request: Request,
  { session }: OpenSession,
  directory: string,
  stored: { path: string; size: number }[],
): Promise<void> {
  const limits = { maxFileSize: FILE_BYTES, maxParts: MOST_PARTS, maxTotalSize: LARGEST_BODY };
  let folder = directory;
  for await (const part of parseMultipartRequest(request, limits)) {
    if (part.filename !== undefined) {
      const path = folder === '' ? part.filename : `${folder}/${part.filename}`;
      const file = await session.writeFile(path, streamOf(part));
      stored.push({ path: file.path, size: file.size });
    } else if (part.name === 'path' && part.size <= LONGEST_FIELD) {
      folder = part.text;
    }
  }
}

function streamOf({ content }: MultipartPart): ReadableStream<Uint8Array> {
  const chunks = content.values();
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      for (const chunk of chunks) if (chunk.length > 0) return controller.enqueue(chunk.slice());
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

function attachment(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The error of an upload that stored some files before it failed. */
function withStored(error: unknown, stored: readonly { path: string; size: number }[]): unknown {
  const failure = error instanceof MultipartParseError ? uploadFailure(error) : asToolFailure(error)?.failure;
  return failure === undefined ? error : new ToolFailure({ ...failure, details: { ...failure.details, stored } });
}

function uploadFailure({ name, message }: MultipartParseError): Failure {
  switch (name) {
    case 'MaxFileSizeExceededError':
      return {
        errorType: 'OSError',
        message: `A file of this upload is larger than ${FILE_BYTES} bytes (${FILE_BYTES >> 20} MB).`,
        advice: 'Split it into several files, or compress it.',
        details: { max_bytes: FILE_BYTES },
      };
    case 'MaxTotalSizeExceededError':
      return TOO_MUCH;
    default:
      return {
        errorType: 'validation_error',
        message: `The body is no complete multipart form: ${message}`,
        advice: `Send multipart/form-data with at most ${MOST_PARTS} parts.`,
      };
  }
}
