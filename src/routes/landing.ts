/** `/`: what this server is and how to connect, as a page for browsers and as text for others; `/icon.svg`. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { ICON_SVG } from '../lib/icon.ts';
import { LANDING_POLICY, landingPage } from './landing/page.ts';
import { landingText } from './landing/text.ts';

const SAFE = { 'referrer-policy': 'no-referrer' };

/** Open to everybody, as `/docs` is. */
export const landingRoutes = new Hono<AppEnv>()
  .get('/', (c) => {
    const { origin } = new URL(c.req.url);
    const needsKey = c.var.access.kind === 'production';
    c.header('vary', 'Accept', { append: true });
    const isBrowser = c.req.header('accept')?.includes('text/html') ?? false;
    if (!isBrowser) return c.text(landingText(origin, needsKey));
    return c.html(landingPage(origin, needsKey), 200, { ...SAFE, 'content-security-policy': LANDING_POLICY });
  })
  .get('/icon.svg', (c) =>
    c.body(ICON_SVG, 200, {
      ...SAFE,
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'public, max-age=86400',
    }),
  );
