/** The endpoints of OAuth 2.1 that programs call: metadata, registration, tokens and their revocation. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppEnv } from '../../auth/middleware.ts';
import { canonicalResource, issuerOf, RESOURCE_METADATA, resourceMetadata } from '../../auth/oauth/resource.ts';
import { answerOAuth, REGISTER_PATH, SERVER_METADATA, TOKEN_PATH } from '../../auth/oauth/server.ts';
import { countAttempt } from '../../auth/strangers.ts';
import { answerFailure } from '../answer-error.ts';
import { answerDevice, DEVICE_GRANT } from './device.ts';

/** More than any request of OAuth has. */
const MAX_BYTES = 65_536;

const limited = bodyLimit({
  maxSize: MAX_BYTES,
  onError: ({ req }) =>
    answerFailure(
      {
        errorType: 'body_too_large',
        message: `The body has more than ${MAX_BYTES.toLocaleString('en')} bytes.`,
        advice: 'Send the parameters of OAuth only.',
      },
      req.path,
    ),
});

/** The form of refresh tokens: user, grant and secret. */
const REFRESH_TOKEN = /^([^:]{1,200}:[^:]{1,200}):[^:]+$/;

/** Open to everybody. */
export const oauthRoutes = new Hono<AppEnv>()
  .get(RESOURCE_METADATA, (c) => c.json(resourceMetadata(issuerOf(new URL(c.req.url)), '')))
  .get(`${RESOURCE_METADATA}/:path{.+}`, (c) =>
    c.json(resourceMetadata(issuerOf(new URL(c.req.url)), `/${c.req.param('path')}`)),
  )
  .get(SERVER_METADATA, (c) => answerOAuth(c.req.raw, c.env, c.executionCtx))
  .post(REGISTER_PATH, limited, async (c) => {
    await countAttempt(c, 'registration');
    return answerOAuth(c.req.raw, c.env, c.executionCtx);
  })
  .post(TOKEN_PATH, limited, async (c) => {
    const issuer = issuerOf(new URL(c.req.url));
    const parameters = new URLSearchParams(await c.req.text());
    if (parameters.get('grant_type') === DEVICE_GRANT) return answerDevice(c, parameters.get('device_code') ?? '');
    const resources = parameters.getAll('resource');
    parameters.delete('resource');
    for (const resource of resources) parameters.append('resource', canonicalResource(issuer, resource));
    const headers = new Headers(c.req.raw.headers);
    headers.delete('content-length');
    const request = new Request(c.req.raw.url, { method: 'POST', headers, body: parameters.toString() });
    const [, grant] = REFRESH_TOKEN.exec(parameters.get('refresh_token') ?? '') ?? [];
    const isRenewal = parameters.get('grant_type') === 'refresh_token' && grant !== undefined;
    const answer = await (isRenewal
      ? c.env.RENEWALS.getByName(grant).fetch(request)
      : answerOAuth(request, c.env, c.executionCtx));
    if (answer.status === 400 || answer.status === 401) await countAttempt(c);
    return answer;
  });
