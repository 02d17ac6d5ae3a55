/** `/git/<workspace>`, `/git/<organisation>/<workspace>`: git's smart HTTP protocol. Requests and answers stream through to the workspace. */
import { type Context, Hono } from 'hono';
import { withoutSecrets } from '../auth/authorization.ts';
import { type AppEnv, authenticateByPassword } from '../auth/middleware.ts';
import { type Failure, ToolFailure } from '../lib/errors.ts';
import { enginesOf } from '../mcp/engines.ts';
import { answerWithMore } from '../workspace/git/answer-with-more.ts';
import { PUSH_HEADER } from '../workspace/push-requests.ts';
import { asMember } from './as-member.ts';
import { answersToPush, noticePush } from './push-answers.ts';
import { countBytes, type Visited, visit } from './user-space.ts';

const RECEIVE = 'git-receive-pack';
const UPLOAD = 'git-upload-pack';

/** Git prints what it is refused with when it is plain text. */
export const gitRoutes = new Hono<AppEnv>()
  .use('/git/*', authenticateByPassword, countBytes)
  .get('/git/:workspace/info/refs', (c) => refs(c, c.req.param('workspace')))
  .post('/git/:workspace/git-receive-pack', (c) => post(c, c.req.param('workspace'), RECEIVE))
  .post('/git/:workspace/git-upload-pack', (c) => post(c, c.req.param('workspace'), UPLOAD))
  .get('/git/:organisation/:workspace/info/refs', asMember, (c) => refs(c, c.req.param('workspace')))
  .post('/git/:organisation/:workspace/git-receive-pack', asMember, (c) => post(c, c.req.param('workspace'), RECEIVE))
  .post('/git/:organisation/:workspace/git-upload-pack', asMember, (c) => post(c, c.req.param('workspace'), UPLOAD));

type Service = typeof RECEIVE | typeof UPLOAD;

function refs(c: Context<AppEnv>, name: string): Promise<Response> {
  const service = c.req.query('service');
  if (service !== RECEIVE && service !== UPLOAD) {
    throw refused(
      'forbidden',
      'This is a repository for git over smart HTTP.',
      `Ask for ?service=${UPLOAD} or ?service=${RECEIVE}.`,
    );
  }
  return forward(c, name, service, `/info/refs?service=${service}`);
}

function post(c: Context<AppEnv>, name: string, service: Service): Promise<Response> {
  const expected = `application/x-${service}-request`;
  if (c.req.header('content-type') !== expected) {
    throw refused(
      'unsupported_media_type',
      `A request to ${service} must have the content type ${expected}.`,
      'Use git, which sends it.',
    );
  }
  const encoding = c.req.header('content-encoding');
  if (encoding !== undefined && !/^(?:(?:x-)?gzip|identity)$/i.test(encoding)) {
    throw refused(
      'unsupported_media_type',
      `The content encoding ${encoding} is not taken.`,
      'A request may be compressed with gzip, or not at all.',
    );
  }
  return forward(c, name, service, `/${service}`);
}

/** Hands the request to the workspace of that name; a push makes it when it is new. */
function forward(c: Context<AppEnv>, name: string, service: Service, path: string): Promise<Response> {
  const scope = service === RECEIVE ? 'write' : 'read';
  const answer = async (space: Visited) => {
    const workspace = await space.openWorkspace(name.replace(/\.git$/, ''));
    const stub = enginesOf(c.env, c.var.principal.userId).workspace(workspace);
    const headers = withoutSecrets(c.req.raw.headers);
    const push = crypto.randomUUID();
    headers.set(PUSH_HEADER, push);
    const response = await stub.fetch(new Request(new Request(`https://workspace${path}`, c.req.raw), { headers }));
    if (path !== `/${RECEIVE}` || response.body === null) return response;
    const body = answerWithMore(response.body, () => answersToPush(c, workspace, push));
    return whenSent(new Response(body, response), () => c.executionCtx.waitUntil(settle(c, workspace)));
  };
  return visit(c, scope, answer);
}

/** A push has ended: the workspace that it was to make is there now, or not. A visit of its own, since the first one is over. */
async function settle(c: Context<AppEnv>, workspace: string): Promise<void> {
  await visit(c, 'write', async (space) => {
    await space.settleWorkspace(workspace);
    await noticePush(c, space, workspace);
    return new Response();
  });
}

/** Calls `then` when the body was sent. */
function whenSent(response: Response, then: () => void): Response {
  const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: then }));
  return new Response(body ?? null, response);
}

function refused(errorType: Failure['errorType'], message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType, message, advice });
}
