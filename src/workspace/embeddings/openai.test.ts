/** The client of embeddings against a local server with the faults of a hostile one. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openAiEmbedder } from './openai.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'test', 'x7Rk2Lm9Qw4Ns8Vb1Zc6Tf3H'].join('-');

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that answers so; `received` counts what came. */
async function serverThat(answers: (response: ServerResponse) => void) {
  const state = { url: '', received: 0 };
  const server = createServer((_, response) => {
    state.received++;
    answers(response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  state.url = `http://127.0.0.1:${port}`;
  return state;
}

/** Why it fails. */
async function failureOf(url: string, patienceMs = 60_000): Promise<string> {
  const embedder = openAiEmbedder({ url, key: KEY, model: 'm' }, patienceMs);
  const error: unknown = await embedder.embed(['secret code']).catch((thrown: unknown) => thrown);
  expect(error).toHaveProperty('name', 'EmbeddingFailed');
  expect(String(error)).not.toContain(KEY.slice(0, 12));
  return String(error);
}

function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(64 << 10, '[1,2,');
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
}

it('follows no redirect: the key and the code stay', async () => {
  const other = await serverThat((response) => response.end('{"data": [{"index": 0, "embedding": [1]}]}'));
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await serverThat((response) => {
      response.writeHead(status, { location: `${other.url}/elsewhere` }).end();
    });
    expect(await failureOf(url)).toContain(`answered ${status}`);
  }
  expect(other.received).toBe(0);
});

it('does not wait without end for what comes byte by byte', async () => {
  const { url } = await serverThat((response) => {
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  });
  expect(await failureOf(url, 200)).toContain('cannot be asked');
});

it('does not read without end', async () => {
  const { url } = await serverThat(flood);
  expect(await failureOf(url)).toContain('answered more than is taken');
  const refusing = await serverThat((response) => flood(response.writeHead(500)));
  expect(await failureOf(refusing.url)).toContain('answered 500: [1,2,');
});

it.each([
  ['is no JSON', '<html>', 'something else than embeddings'],
  ['is other JSON', '{"data": 7}', 'something else than embeddings'],
  ['has too few vectors', '{"data": []}', '0 usable vectors for 1 texts'],
  ['has a number that is none', '{"data": [{"index": 0, "embedding": [1e999]}]}', 'something else than embeddings'],
])('says so when the answer %s', async (_, body, reason) => {
  const { url } = await serverThat((response) => response.end(body));
  expect(await failureOf(url)).toContain(reason);
});

it('shows the key to nobody, whatever the server says', async () => {
  const { url } = await serverThat((response) => response.writeHead(401).end(`Incorrect key: Bearer ${KEY}`));
  expect(await failureOf(url)).toContain('answered 401');
  const gone = await serverThat((response) => response.destroy());
  expect(await failureOf(gone.url)).toContain('cannot be asked');
});
