/** `/git/<workspace>`: git's smart HTTP protocol. Requests and answers stream through to the workspace. */
import { type Context, Hono } from 'hono';
import { withoutSecrets } from '../auth/authorization.ts';
import type { Denial } from '../auth/call-gate.ts';
import { type AppEnv, authenticateGit } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { objectName } from '../lib/object-name.ts';
import { denialHead, type Visited, visit } from './user-space.ts';

const RECEIVE = 'git-receive-pack';
const UPLOAD = 'git-upload-pack';

/** Git prints what it is refused with when it is plain text. */
export const gitRoutes = new Hono<AppEnv>()
  .use('/git/*', authenticateGit)
  .get('/git/:workspace/info/refs', (c) => {
    const service = c.req.query('service');
    if (service !== RECEIVE && service !== UPLOAD) {
      return refuse(
        403,
        `This is a repository for git over smart HTTP: ask for ?service=${UPLOAD} or ?service=${RECEIVE}.`,
      );
    }
    return forward(c, c.req.param('workspace'), service, `/info/refs?service=${service}`);
  })
  .post('/git/:workspace/git-receive-pack', (c) => post(c, c.req.param('workspace'), RECEIVE))
  .post('/git/:workspace/git-upload-pack', (c) => post(c, c.req.param('workspace'), UPLOAD))
  .onError((error) => {
    if (!(error instanceof ToolFailure)) throw error;
    const { errorType, message, advice } = error.failure;
    const status = errorType === 'WORKSPACE_NOT_FOUND' ? 404 : errorType === 'RuntimeError' ? 503 : 400;
    return refuse(status, `${message}. ${advice}`);
  });

type Service = typeof RECEIVE | typeof UPLOAD;

function post(c: Context<AppEnv>, name: string, service: Service): Promise<Response> | Response {
  const expected = `application/x-${service}-request`;
  if (c.req.header('content-type') !== expected) {
    return refuse(415, `A request to ${service} must have the content type ${expected}.`);
  }
  const encoding = c.req.header('content-encoding');
  if (encoding !== undefined && !/^(?:(?:x-)?gzip|identity)$/i.test(encoding)) {
    return refuse(415, 'A request may be compressed with gzip, or not at all.');
  }
  return forward(c, name, service, `/${service}`);
}

/** Hands the request to the workspace of that name; a push makes it when it is new. */
function forward(c: Context<AppEnv>, name: string, service: Service, path: string): Promise<Response> {
  const scope = service === RECEIVE ? 'write' : 'read';
  const answer = async (space: Visited) => {
    const workspace = await space.openWorkspace(name.replace(/\.git$/, ''));
    const stub = c.env.WORKSPACE.getByName(objectName(c.var.principal.userId, 'workspace', workspace));
    const headers = withoutSecrets(c.req.raw.headers);
    return stub.fetch(new Request(new Request(`https://workspace${path}`, c.req.raw), { headers }));
  };
  return visit(c, scope, answer, refuseEntry);
}

function refuseEntry(denial: Denial): Response {
  const { status, headers } = denialHead(denial);
  return refuse(status, `${denial.message} ${denial.advice}`, headers);
}

function refuse(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}): Response {
  const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${sentence}\n`, { status, headers: plain });
}
