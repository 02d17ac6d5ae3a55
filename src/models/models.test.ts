/** The clients of all providers against a local server that speaks their formats, with its faults. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../test/models/model-server.ts';
import { until } from '../../test/until.ts';
import { Cancelled } from '../lib/work.ts';
import { ANTHROPIC } from './anthropic.ts';
import { eventsOf } from './event-stream.ts';
import { GEMINI } from './gemini.ts';
import { httpModel, MOST_REQUESTS } from './http-model.ts';
import type { ModelRequest, ProviderName } from './model.ts';
import { OPENAI } from './openai.ts';
import { WORKERS_AI } from './workers-ai.ts';

let server: ModelServer;
let waited: number[] = [];
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  waited = [];
});
afterAll(() => server.close());

/** Put together here, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'test', 'x7Rk2Lm9Qw4Ns8Vb1Zc6Tf3H'].join('-');
const SCHEMA = { type: 'object', properties: { findings: { type: 'array' } }, required: ['findings'] };
const REQUEST: ModelRequest = {
  system: 'Rules.',
  messages: [
    { role: 'user', text: 'Is this wrong?' },
    { role: 'model', text: 'Maybe.' },
    { role: 'user', text: 'Answer again.' },
  ],
  schema: SCHEMA,
  mostOutput: 500,
};
const TEXT = '{"findings": ["größer"]}';
const DIALECTS = { openai: OPENAI, 'workers-ai': WORKERS_AI, anthropic: ANTHROPIC, gemini: GEMINI } as const;
const NOW = Date.parse('2026-11-01T12:00:00Z');

const modelOf = (provider: ProviderName, silenceMs = 60_000, longestMs = 600_000) =>
  httpModel(
    DIALECTS[provider],
    {
      name: 'it',
      provider,
      url: server.url,
      key: KEY,
      model: 'the model',
      contextTokens: 32_000,
      silenceMs,
      longestMs,
    },
    {
      fetch,
      wait: async (milliseconds) => void waited.push(milliseconds),
      random: () => 0.5,
      now: () => NOW,
    },
  );
const ask = (provider: ProviderName, request = REQUEST, silenceMs = 60_000) =>
  modelOf(provider, silenceMs).ask(request, { signal: new AbortController().signal });

const WRITTEN = {
  openai: {
    path: '/chat/completions',
    header: ['authorization', `Bearer ${KEY}`],
    body: {
      model: 'the model',
      messages: [
        { role: 'system', content: 'Rules.' },
        { role: 'user', content: 'Is this wrong?' },
        { role: 'assistant', content: 'Maybe.' },
        { role: 'user', content: 'Answer again.' },
      ],
      max_tokens: 500,
      stream: true,
      stream_options: { include_usage: true },
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA, strict: false } },
    },
  },
  'workers-ai': {
    path: '/chat/completions',
    header: ['authorization', `Bearer ${KEY}`],
    body: { response_format: { type: 'json_schema', json_schema: SCHEMA } },
  },
  anthropic: {
    path: '/v1/messages',
    header: ['x-api-key', KEY],
    body: {
      model: 'the model',
      system: 'Rules.',
      messages: [
        { role: 'user', content: 'Is this wrong?' },
        { role: 'assistant', content: 'Maybe.' },
        { role: 'user', content: 'Answer again.' },
      ],
      max_tokens: 500,
      stream: true,
      tools: [{ name: 'answer', input_schema: SCHEMA }],
      tool_choice: { type: 'tool', name: 'answer' },
    },
  },
  gemini: {
    path: '/models/the%20model:streamGenerateContent?alt=sse',
    header: ['x-goog-api-key', KEY],
    body: {
      systemInstruction: { parts: [{ text: 'Rules.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Is this wrong?' }] },
        { role: 'model', parts: [{ text: 'Maybe.' }] },
        { role: 'user', parts: [{ text: 'Answer again.' }] },
      ],
      generationConfig: { maxOutputTokens: 500, responseMimeType: 'application/json', responseJsonSchema: SCHEMA },
    },
  },
} as const;

describe.each(['openai', 'workers-ai', 'anthropic', 'gemini'] as const)('%s', (provider) => {
  it('writes the request as the provider documents it, and reads the answer with its tokens', async () => {
    server.script({ kind: 'answer', text: TEXT });
    const lengths: number[] = [];
    const reply = await modelOf(provider).ask(REQUEST, {
      signal: new AbortController().signal,
      onText: (length) => lengths.push(length),
    });
    expect(reply).toEqual({ ending: { kind: 'answered', text: TEXT }, usage: { input: 11, output: 7 }, requests: 1 });
    expect(lengths.slice(-2)).toEqual([Math.ceil(TEXT.length / 2), TEXT.length]);
    const { path, header, body } = WRITTEN[provider];
    expect(server.received).toMatchObject([{ path, body, headers: { [header[0]]: header[1] } }]);
  });

  it('tells a refusal, an answer at its limit and one that is cut off', async () => {
    server.script({ kind: 'refusal' });
    expect(await ask(provider)).toMatchObject({ ending: { kind: 'refused' }, requests: 1 });
    server.script({ kind: 'limit', text: TEXT });
    expect(await ask(provider)).toMatchObject({ ending: { kind: 'cut', text: TEXT }, requests: 1 });
    server.script({ kind: 'cut', text: '{"find' });
    expect(await ask(provider)).toMatchObject({
      ending: { kind: 'cut', text: '{"find', why: expect.stringContaining('in the middle') },
      requests: MOST_REQUESTS,
    });
    server.script({ kind: 'cut', text: '{"find' }, { kind: 'answer', text: TEXT });
    expect(await ask(provider)).toMatchObject({ ending: { kind: 'answered' }, requests: 2 });
  });

  it('tries again, and a bounded number of times, after what may pass', async () => {
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 529 },
      { kind: 'malformed' },
      { kind: 'gives-up' },
    ] as const) {
      waited = [];
      server.script(fault, { kind: 'answer', text: TEXT });
      expect(await ask(provider)).toMatchObject({ ending: { kind: 'answered', text: TEXT }, requests: 2 });
      server.script(fault);
      expect(await ask(provider)).toMatchObject({ ending: { kind: 'failed' }, requests: MOST_REQUESTS });
      // Twice as long each time, and by chance up to twice that.
      expect(waited).toEqual([750, 750, 1500]);
    }
  });

  it('waits as long as it is told to, unless that is too long', async () => {
    const busy = (after: string) => ({ kind: 'status', status: 429, headers: { 'retry-after': after } }) as const;
    server.script(busy('7'), busy('Sun, 01 Nov 2026 12:00:03 GMT'), { kind: 'answer', text: TEXT });
    expect(await ask(provider)).toMatchObject({ ending: { kind: 'answered' }, requests: 3 });
    expect(waited).toEqual([7000, 3000]);
    server.script(busy('3600'));
    expect(await ask(provider)).toMatchObject({
      ending: { kind: 'failed', why: expect.stringContaining('asks to wait 3600 s') },
      requests: 1,
    });
  });

  it('says what is for good at once, without its key', async () => {
    server.script({ kind: 'status', status: 401, body: `{"error": "Incorrect API key ${KEY}"}` });
    const { ending, requests } = await ask(provider);
    expect([ending.kind, requests]).toEqual(['failed', 1]);
    expect(JSON.stringify(ending)).toContain('answered 401');
    expect(JSON.stringify(ending)).not.toContain(KEY);
  });

  it('gives up on silence, once, and ends with its caller', async () => {
    server.script({ kind: 'silence' });
    expect(await ask(provider, REQUEST, 100)).toMatchObject({
      ending: { kind: 'failed', why: expect.stringContaining('said nothing for 0.1 s') },
      requests: 1,
    });
    server.script({ kind: 'silence' });
    const gone = new AbortController();
    const asked = modelOf(provider).ask(REQUEST, { signal: gone.signal });
    void until(() => expect(server.received).not.toEqual([]), 5).finally(() => gone.abort());
    await expect(asked).rejects.toBeInstanceOf(Cancelled);
  });
});

describe.each(['openai', 'workers-ai', 'anthropic', 'gemini'] as const)('a hostile server of %s', (provider) => {
  it('gets nowhere with a redirect: the key stays, and the question', async () => {
    const other = await startModelServer();
    other.script({ kind: 'answer', text: TEXT });
    for (const status of [301, 302, 303, 307, 308]) {
      server.script({ kind: 'status', status, headers: { location: `${other.url}/elsewhere?key=${KEY}` } });
      const { ending, requests } = await ask(provider);
      expect([ending.kind, requests]).toEqual(['failed', 1]);
      expect(JSON.stringify(ending)).toContain(`answered ${status}`);
    }
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('is not waited for without end, whatever signs of life it sends', async () => {
    server.script({ kind: 'dribble' });
    const signal = new AbortController().signal;
    expect(await modelOf(provider, 60_000, 200).ask(REQUEST, { signal })).toMatchObject({
      ending: { kind: 'failed', why: expect.stringContaining('did not end its answer within 0.2 s') },
      requests: 1,
    });
  });

  it('is not read without end', async () => {
    server.script({ kind: 'flood', status: 200 });
    expect(await ask(provider)).toMatchObject({
      ending: { kind: 'failed', why: expect.stringContaining('answered more than is taken') },
      requests: 1,
    });
    server.script({ kind: 'flood', status: 403 });
    expect(await ask(provider, REQUEST, 20_000)).toMatchObject({
      ending: { kind: 'failed', why: expect.stringContaining('answered 403: data: data: ') },
      requests: 1,
    });
  });

  it('that says the key shows it to nobody', async () => {
    for (const status of [400, 401, 403, 500]) {
      server.script({ kind: 'status', status, body: `Bearer ${KEY} ${'x'.repeat(180 - KEY.length)}${KEY}` });
      const { ending } = await ask(provider);
      expect(JSON.stringify(ending)).toContain(`answered ${status}`);
      expect(JSON.stringify(ending)).not.toContain(KEY.slice(0, 12));
    }
  });
});

describe('a stream of events', () => {
  it('is the same in whatever pieces it comes, and with either end of lines', async () => {
    const text = 'event: a\ndata: one\ndata:two\n\n: no data\n\ndata: größer\r\n\r\ndata: cut off';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      const events: string[] = [];
      const patience = { silenceMs: 60_000, longestMs: 60_000 };
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      for await (const data of eventsOf(body, patience)) events.push(data);
      expect(events).toEqual(['one\ntwo', 'größer']);
    }
  });
});

describe('a server like that of OpenAI', () => {
  it('that knows no schemas is asked without', async () => {
    server.script(
      { kind: 'status', status: 400, body: 'unknown field response_format' },
      { kind: 'answer', text: TEXT },
    );
    expect(await ask('openai')).toMatchObject({ ending: { kind: 'answered' }, requests: 2 });
    expect(Object.keys(server.received[1]?.body ?? {})).not.toContain('response_format');
    expect(waited).toEqual([0]);
  });

  it('is not followed elsewhere with the key', async () => {
    server.script({ kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' } });
    expect(await ask('openai')).toMatchObject({ ending: { kind: 'failed' }, requests: 1 });
  });

  it('that is not there is told', async () => {
    const model = httpModel(
      OPENAI,
      {
        name: 'it',
        provider: 'openai',
        url: 'http://127.0.0.1:1',
        model: 'm',
        contextTokens: 8000,
        silenceMs: 5000,
        longestMs: 5000,
      },
      { fetch, wait: async () => {}, random: () => 0, now: () => NOW },
    );
    expect(await model.ask(REQUEST, { signal: new AbortController().signal })).toMatchObject({
      ending: { kind: 'failed', why: expect.stringContaining('openai m cannot be reached') },
      requests: MOST_REQUESTS,
    });
  });
});
