/** `/docs` (Swagger UI), `/redoc` and what they load; `/llms.txt` and what it links to: static files, open to everybody as `/` is. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';

/** Styles are written by scripts, Redoc's search runs in a worker that it makes; nothing is loaded from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files that `scripts/lib/pages.ts` puts together. */
export const pagesRoutes = new Hono<AppEnv>().on(
  'GET',
  ['/docs', '/redoc', '/pages/:file', '/llms.txt', '/docs/:file'],
  async (c) => {
    const asset = await c.env.ASSETS.fetch(c.req.raw);
    if (asset.status === 404) return c.notFound();
    const response = new Response(asset.body, asset);
    response.headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
    response.headers.set('referrer-policy', 'no-referrer');
    return response;
  },
);
