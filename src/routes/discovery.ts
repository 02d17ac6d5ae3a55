/**
 * What tells who looks for servers that there is one here, and where: `/.well-known/ai-catalog.json`, and the Server Card of each address
 * (SEP-2127). Open to everybody, and to pages of every origin, so that it stands before the guard of origins.
 */
import { validateHostHeader } from '@modelcontextprotocol/server';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import registration from '../../server.json' with { type: 'json' };
import { type OpenAccess, resolveAccess } from '../auth/access.ts';
import type { AppEnv } from '../auth/middleware.ts';
import { issuerOf } from '../auth/oauth/resource.ts';
import { SERVED_VERSIONS } from '../mcp/revisions.ts';
import { SERVER_INFO } from '../mcp/server.ts';
import { surfaceAt } from '../tools/surfaces.ts';

const CARD_TYPE = 'application/mcp-server-card+json';
const CATALOG_TYPE = 'application/ai-catalog+json';
const CARD = '/server-card';
const CATALOG = '/.well-known/ai-catalog.json';
const CARDS = [`/mcp${CARD}`, `/mcp/:toolsets${CARD}`] as const;

/** As the text on Server Cards has it. */
const openToPages = cors({
  origin: '*',
  allowMethods: ['GET'],
  allowHeaders: ['Content-Type', 'If-None-Match'],
  exposeHeaders: ['ETag'],
});

/** The catalogue names one server: its other addresses list other tools of it. */
export const discoveryRoutes = new Hono<AppEnv>()
  .use(CATALOG, openToPages, etag())
  .use(CARDS[0], openToPages, etag())
  .use(CARDS[1], openToPages, etag())
  .get(CATALOG, document(CATALOG_TYPE, catalogOf))
  .on(
    'GET',
    [...CARDS],
    document(CARD_TYPE, (origin, path, access) => {
      const endpoint = path.slice(0, -CARD.length);
      surfaceAt(endpoint);
      return cardOf(`${origin}${endpoint}`, access);
    }),
  );

/** Answers with a document about this server; a server without settings, and a host that is not its own, are left to the guard behind. */
function document(
  type: string,
  contentOf: (origin: string, path: string, access: OpenAccess) => object,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const access = resolveAccess(c.env);
    if (access.kind === 'unconfigured' || !validateHostHeader(c.req.header('host'), [...access.hosts]).ok)
      return next();
    const content = contentOf(issuerOf(new URL(c.req.url)), c.req.path, access);
    return c.body(JSON.stringify(content), 200, { 'content-type': type, 'cache-control': 'public, max-age=3600' });
  };
}

function catalogOf(origin: string): object {
  const identifier = `urn:air:${domainOf(origin)}:mcp:${SERVER_INFO.name}`;
  return { specVersion: '1.0', entries: [{ identifier, type: CARD_TYPE, url: `${origin}${CARDS[0]}` }] };
}

function cardOf(endpoint: string, { kind }: OpenAccess): object {
  const headers = registration.remotes.flatMap((remote) => remote.headers);
  const namespace = domainOf(endpoint).split('.').reverse().join('.');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespace}/${SERVER_INFO.name}`,
    version: SERVER_INFO.version,
    title: SERVER_INFO.title,
    description: registration.description,
    websiteUrl: new URL('/', endpoint).href,
    icons: SERVER_INFO.icons,
    remotes: [
      {
        type: 'streamable-http',
        url: endpoint,
        supportedProtocolVersions: SERVED_VERSIONS,
        ...(kind === 'production' && { headers }),
      },
    ],
  };
}

/** The domain of an address; this machine has one name, whatever it is called by. */
function domainOf(address: string): string {
  const { hostname } = new URL(address);
  const isAddress = hostname.includes(':') || Number.isInteger(Number(hostname.replaceAll('.', '')));
  return isAddress ? 'localhost' : hostname;
}
