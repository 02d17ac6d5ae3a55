/** The AI Catalog and the Server Cards, in the shape of the schema of 2026-07-24 (v1) and as the text beside it wants them served. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFront, sharedFront } from './harness.ts';
import { connect } from './requests.ts';

const CARD = 'application/mcp-server-card+json';
const input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
});
const header = input.extend({ name: z.string(), variables: z.record(z.string(), input).optional() });
/** The parts of the schema that cards use; unknown fields are refused, as there. */
const cardSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .min(3)
    .max(200),
  version: z.string().max(255),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  websiteUrl: z.url(),
  icons: z.array(z.object({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string()) })),
  remotes: z.tuple([
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.url(),
      supportedProtocolVersions: z.array(z.string()),
      headers: z.array(header).optional(),
    }),
  ]),
});
const catalogSchema = z.strictObject({
  specVersion: z.literal('1.0'),
  entries: z.tuple([
    z.strictObject({
      identifier: z.string().regex(/^urn:air:[a-z0-9.-]+:mcp:lemma$/),
      type: z.literal(CARD),
      url: z.url(),
    }),
  ]),
});

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

it('the catalogue leads to a card, and the card to a server that is as it says', async () => {
  const found = await fetch(new URL('/.well-known/ai-catalog.json', base));
  expect(found.headers.get('content-type')).toBe('application/ai-catalog+json');
  const [{ url }] = catalogSchema.parse(await found.json()).entries;
  const response = await fetch(url, { headers: { accept: CARD } });
  expect(response.headers.get('content-type')).toBe(CARD);
  const card = cardSchema.parse(await response.json());
  const [remote] = card.remotes;
  expect(remote).toMatchObject({ url: new URL('/mcp', base).href });
  expect(remote).not.toHaveProperty('headers');
  const client = await connect(new URL(remote.url), 'modern');
  const runtime = client.getServerVersion();
  expect(card.name).toBe(`localhost/${runtime?.name}`);
  expect(card).toMatchObject({ version: runtime?.version, title: runtime?.title, icons: runtime?.icons });
  expect(remote.supportedProtocolVersions).toContain(client.getNegotiatedProtocolVersion());
  await client.close();
});

it('each address has a card, and none that lists nothing', async () => {
  const response = await fetch(new URL('/mcp/python,symbolic/server-card', base));
  expect(cardSchema.parse(await response.json()).remotes[0].url).toBe(new URL('/mcp/python,symbolic', base).href);
  const unknown = await fetch(new URL('/mcp/nope/server-card', base));
  expect(unknown.status).toBe(404);
  expect(JSON.stringify(await unknown.json())).toContain('unknown_toolset');
});

it('pages of every origin may read them, and clients keep them', async () => {
  for (const path of ['/mcp/server-card', '/.well-known/ai-catalog.json']) {
    const url = new URL(path, base);
    const origin = 'https://elsewhere.example';
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-None-Match');
    const { headers } = await fetch(url, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('ETag');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' }, cache: 'no-store' });
    expect(again.status).toBe(304);
  }
});

describe('a server in production', () => {
  const closed = createFront({
    ENVIRONMENT: 'production',
    PUBLIC_HOSTS: 'lemma.example.com',
    API_KEYS: '{"a": "' + '0'.repeat(64) + '"}',
  });
  beforeAll(() => closed.listen());
  afterAll(() => closed.close());
  const get = (host: string, path: string) => closed.fetch(`https://${host}${path}`, { headers: { host } });

  it('has the name of its domain, and says which header takes a key', async () => {
    const card = cardSchema.parse(await (await get('lemma.example.com', '/mcp/server-card')).json());
    expect(card.name).toBe('com.example.lemma/lemma');
    expect(card.remotes).toMatchObject([
      { url: 'https://lemma.example.com/mcp', headers: [{ name: 'Authorization', isRequired: false, isSecret: true }] },
    ]);
    const catalog = catalogSchema.parse(await (await get('lemma.example.com', '/.well-known/ai-catalog.json')).json());
    expect(catalog.entries[0]).toMatchObject({
      identifier: 'urn:air:lemma.example.com:mcp:lemma',
      url: 'https://lemma.example.com/mcp/server-card',
    });
  });

  it('tells nothing under a name that is not its own', async () => {
    expect((await get('other.example.com', '/mcp/server-card')).status).toBe(403);
    expect((await get('other.example.com', '/.well-known/ai-catalog.json')).status).toBe(403);
  });
});
