/** The headers of all answers that keep browsers from harm. */
import { createMiddleware } from 'hono/factory';

/** Seconds for which a browser comes by TLS only, once it has: a year. */
const HSTS_SECONDS = 31_536_000;

/** Sets what every answer says: a body is of the type that it names, and who came by TLS comes by TLS only. */
export const secureAnswers = createMiddleware(async (c, next) => {
  await next();
  // A WebSocket's handshake has no body, and stays as it is.
  if (c.res.status === 101) return;
  c.header('x-content-type-options', 'nosniff');
  if (new URL(c.req.url).protocol === 'https:') c.header('strict-transport-security', `max-age=${HSTS_SECONDS}`);
});
