/** `/org/<organisation>/mcp`, `/org/<organisation>/mcp/<toolset>[,…]`: MCP for what an organisation has, one request after the other. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { surfaceAt } from '../tools/surfaces.ts';
import { asMember } from './as-member.ts';
import { userSpaceOf } from './user-space.ts';

/** Forwards to the space of the organisation, which keeps no sessions and opens no streams of its own. */
export const organisationRoutes = new Hono<AppEnv>().on(
  ['GET', 'POST', 'DELETE'],
  ['/org/:organisation/mcp', '/org/:organisation/mcp/:toolsets'],
  asMember,
  (c) => {
    const url = new URL(c.req.url);
    url.pathname = url.pathname.replace(/^\/org\/[^/]+/, '');
    surfaceAt(url.pathname);
    if (c.req.header('mcp-method') === 'subscriptions/listen') {
      throw new ToolFailure({
        errorType: 'method_not_allowed',
        message: 'An organisation opens no stream of events.',
        advice: 'Its lists of tools and prompts never change; call its tools by POST.',
        headers: { allow: 'POST' },
      });
    }
    return userSpaceOf(c).fetch(new Request(url, c.req.raw));
  },
);
