import { expect, it } from 'vitest';
import { PublicFetch, type PublicRequest, type RefusalReason } from './public-fetch.ts';

type Answer = (request: Request) => Response | Promise<Response>;

/** Sends a request to hosts that answer as scripted; the addresses of all are public. */
function send(hosts: Readonly<Record<string, Answer>>, request: PublicRequest, url = 'https://api.example.com/v1') {
  const seen: Request[] = [];
  const fetcher: typeof fetch = async (input, init) => {
    const sent = new Request(input, init);
    seen.push(sent);
    const answer = hosts[new URL(sent.url).hostname];
    if (answer === undefined) throw new TypeError('connection refused');
    return answer(sent);
  };
  const web = new PublicFetch(
    fetcher,
    async () => ['93.184.215.14'],
    (message) => new RangeError(message),
  );
  return { answer: web.request(new URL(url), request), seen };
}

const KEY = { authorization: 'Bearer secret', 'x-api-key': 'secret' };

it('posts with credentials, and hands out refusals and a body as it comes', async () => {
  const streamed = new TransformStream<Uint8Array, Uint8Array>();
  const { answer, seen } = send(
    { 'api.example.com': () => new Response(streamed.readable, { status: 429, headers: { 'retry-after': '7' } }) },
    { method: 'POST', headers: { accept: 'text/event-stream' }, credentials: KEY, body: '{"q":1}' },
  );
  const { response } = await answer;
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await seen[0]?.text()).toBe('{"q":1}');
  expect(seen[0]?.headers.get('x-api-key')).toBe('secret');
  const reader = response.body?.getReader();
  const writer = streamed.writable.getWriter();
  for (const part of ['first', 'second']) {
    void writer.write(new TextEncoder().encode(part));
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(part);
  }
});

it('sends credentials to their own origin only', async () => {
  const { answer, seen } = send(
    {
      'api.example.com': ({ url }) =>
        url.endsWith('/v1')
          ? new Response(null, { status: 302, headers: { location: '/v2' } })
          : new Response(null, { status: 302, headers: { location: 'https://other.example.com/' } }),
      'other.example.com': () => new Response('fine'),
    },
    { method: 'GET', headers: { accept: 'text/plain' }, credentials: KEY },
  );
  expect((await answer).url.href).toBe('https://other.example.com/');
  const keys = seen.map(({ headers }) => [
    headers.get('authorization'),
    headers.get('x-api-key'),
    headers.get('accept'),
  ]);
  expect(keys).toEqual([
    ['Bearer secret', 'secret', 'text/plain'],
    ['Bearer secret', 'secret', 'text/plain'],
    [null, null, 'text/plain'],
  ]);
});

it('does not follow the redirect of a POST', async () => {
  const location = 'https://other.example.com/';
  const moved = () => new Response(null, { status: 307, headers: { location } });
  const { answer, seen } = send({ 'api.example.com': moved }, { method: 'POST', body: 'x', credentials: KEY });
  expect((await answer).response.status).toBe(307);
  expect(seen).toHaveLength(1);
});

it.each([
  ['https://10.0.0.1/', /no public host/],
  ['http://other.example.com/', /only https/],
  ['https://user:password@other.example.com/', /user name or password/],
  ['https://other.example.com:8443/', /Port 8443/],
  ['https://api.example.com/v1', /redirects more than 5 times/],
])('refuses a redirect to %s', async (location, message) => {
  const moved = () => new Response(null, { status: 301, headers: { location } });
  const { answer } = send({ 'api.example.com': moved }, { method: 'GET' });
  await expect(answer).rejects.toThrow(message);
  await expect(answer).rejects.toBeInstanceOf(RangeError);
});

it('says that a host cannot be reached, and ends with the signal', async () => {
  await expect(send({}, { method: 'GET' }).answer).rejects.toThrow(
    'api.example.com cannot be reached (connection refused).',
  );
  const gone = new AbortController();
  const never = ({ signal }: Request) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      gone.abort(new Error('out of time'));
    });
  await expect(send({ 'api.example.com': never }, { method: 'GET', signal: gone.signal }).answer).rejects.toThrow(
    'out of time',
  );
});

it.each([
  ['connection lost.', 'api.example.com cannot be reached: its address could not be looked up (connection lost).'],
  ['internal error; reference = 0123', 'api.example.com cannot be reached: its address could not be looked up.'],
])('says that a host cannot be reached when nothing can be looked up: %s', async (fault, message) => {
  const seen: [string, RefusalReason][] = [];
  const web = new PublicFetch(
    fetch,
    () => Promise.reject(new Error(fault)),
    (...refusal) => {
      seen.push(refusal);
      return new RangeError(refusal[0]);
    },
  );
  await expect(web.request(new URL('https://api.example.com/'), { method: 'GET' })).rejects.toThrow(message);
  expect(seen).toEqual([[message, 'unreachable']]);
});
