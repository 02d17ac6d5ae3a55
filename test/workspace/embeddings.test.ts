/** Search with an embedding model behind OpenAI's interface: a server of this test that knows which words mean the same. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

/** Groups of words; a text's vector counts the words of each group. */
const MEANINGS = [/car|vehicle|automobile/g, /colou?r|paint|hue/g, /bread|baker|loaf/g] as const;

const requests: { readonly authorization: string | undefined; readonly model: unknown }[] = [];
let broken = false;

const model = createHttpServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += String(piece);
  const { input, model: name } = JSON.parse(body) as { input: string[]; model: unknown };
  requests.push({ authorization: request.headers.authorization, model: name });
  if (request.method !== 'POST' || request.url !== '/v1/embeddings' || broken) {
    response.writeHead(503).end('{"error": "overloaded"}');
    return;
  }
  const data = input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [0.1, ...MEANINGS.map((group) => text.toLowerCase().match(group)?.length ?? 0)],
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  // The order is free: `index` says which text is meant.
  response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: name, usage: { total_tokens: 1 } }));
});

let server: ReturnType<typeof createServer>;
let base: URL;

const FILES = {
  'garage.py': 'def repaint(automobile):\n    automobile.hue = None\n',
  'oven.py': 'def bake():\n    return "loaf"\n',
};

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const { port } = model.address() as AddressInfo;
  server = createServer([], {
    EMBEDDINGS_URL: `http://127.0.0.1:${port}/v1/`,
    EMBEDDINGS_KEY: 'secret',
    EMBEDDINGS_MODEL: 'small',
  });
  base = (await server.listen()).url;
  await callAs(base, 'near', 'put_files', texts(FILES));
});
afterAll(async () => {
  await server.close();
  model.close();
});

/** The state of embeddings once none waits. */
async function embedded(): Promise<Facts> {
  for (;;) {
    const { embeddings } = await callAs(base, 'near', 'index_status', {});
    const state = embeddings as Facts;
    if (state.chunks_pending === 0) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('embeds chunks in the background, and tells how far it is', async () => {
  expect(await embedded()).toEqual({ model: 'small', chunks_embedded: 2, chunks_pending: 0 });
  expect(requests[0]).toEqual({ authorization: 'Bearer secret', model: 'small' });
});

it('finds what has none of the words, and says why', async () => {
  await embedded();
  const answer = await callAs(base, 'near', 'semantic_search', { query: 'vehicle color' });
  expect(answer).toMatchObject({ embeddings: 'complete', unknown_words: ['vehicle', 'color'] });
  expect((answer.results as Facts[])[0]).toMatchObject({
    file: 'garage.py',
    score: 1,
    reasons: [expect.stringMatching(/^near in meaning: 0\.9\d cosine similarity$/)],
  });
});

it('answers without the model when it fails, and says so', async () => {
  await embedded();
  broken = true;
  const answer = await callAs(base, 'near', 'semantic_search', { query: 'repaint' });
  expect(answer).toMatchObject({ embeddings: 'failed', results: [{ file: 'garage.py' }] });
  await callAs(base, 'near', 'put_files', texts({ 'rye.py': 'baker = 1\n' }));
  const { embeddings } = await callAs(base, 'near', 'index_status', {});
  expect(embeddings).toMatchObject({
    chunks_embedded: 2,
    chunks_pending: 1,
    last_error: expect.stringContaining('503'),
  });
  broken = false;
  expect(await embedded()).toMatchObject({ chunks_embedded: 3 });
});
