/** A local server that speaks the wire formats of the model providers, with the faults that a test scripts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export type Behaviour =
  | { readonly kind: 'answer'; readonly text: string }
  /** Stops at its limit. */
  | { readonly kind: 'limit'; readonly text: string }
  | { readonly kind: 'refusal' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Half of an answer, then the connection ends. */
  | { readonly kind: 'cut'; readonly text: string }
  | { readonly kind: 'malformed' }
  /** An error within the stream. */
  | { readonly kind: 'gives-up' }
  | { readonly kind: 'silence' }
  /** Signs of life without end. */
  | { readonly kind: 'dribble' }
  /** One line without end, with that status. */
  | { readonly kind: 'flood'; readonly status: number };

/** A request that came. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export type Format = 'openai' | 'anthropic' | 'gemini';

const event = (data: unknown, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** The events of each format: the first half of a text, the second with its end, a refusal, an error. */
const EVENTS = {
  openai: {
    half: (text: string) =>
      event({
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
      }),
    end: (isWhole: boolean) =>
      event({ choices: [{ index: 0, delta: {}, finish_reason: isWhole ? 'stop' : 'length' }] }) +
      event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }) +
      event('[DONE]'),
    refusal:
      event({ choices: [{ index: 0, delta: { refusal: 'I cannot help with that.' }, finish_reason: null }] }) +
      event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
      event('[DONE]'),
    error: event({ error: { message: 'The server had an error.', type: 'server_error', code: null } }),
  },
  anthropic: {
    half: (text: string) =>
      event(
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } },
        'content_block_delta',
      ),
    end: (isWhole: boolean) =>
      event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
      event(
        {
          type: 'message_delta',
          delta: { stop_reason: isWhole ? 'tool_use' : 'max_tokens', stop_sequence: null },
          usage: { output_tokens: 7 },
        },
        'message_delta',
      ) +
      event({ type: 'message_stop' }, 'message_stop'),
    refusal: event(
      { type: 'message_delta', delta: { stop_reason: 'refusal', stop_sequence: null }, usage: { output_tokens: 0 } },
      'message_delta',
    ),
    error: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
  },
  gemini: {
    half: (text: string) =>
      event({
        candidates: [{ content: { role: 'model', parts: [{ text: 'a thought', thought: true }, { text }] }, index: 0 }],
      }),
    end: (isWhole: boolean) =>
      event({
        candidates: [
          { content: { role: 'model', parts: [] }, finishReason: isWhole ? 'STOP' : 'MAX_TOKENS', index: 0 },
        ],
        usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 18 },
      }),
    refusal: event({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 11 } }),
    error: event({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  },
} as const;

/** What a stream of Anthropic's begins with. */
const ANTHROPIC_BEGIN =
  event(
    {
      type: 'message_start',
      message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 11, output_tokens: 1 } },
    },
    'message_start',
  ) +
  event({ type: 'ping' }, 'ping') +
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 'content_block_start') +
  event(
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me see.' } },
    'content_block_delta',
  ) +
  event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
  event(
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'answer' } },
    'content_block_start',
  );

/** The server. */
export interface ModelServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** Since {@link script} was set last. */
  readonly received: readonly Received[];
  /** What is done with the requests that follow; the last one goes on. What still answers to those before ends. */
  script(...behaviours: readonly (Behaviour | ((received: Received) => Behaviour))[]): void;
  close(): Promise<void>;
}

/** Starts one on a free port of the loopback. */
export async function startModelServer(): Promise<ModelServer> {
  let script: readonly (Behaviour | ((received: Received) => Behaviour))[] = [];
  let received: Received[] = [];
  /** What still answers: a client that has gone does not always show, and a flood would fill this process for good. */
  const answering = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()) as Received['body'],
    };
    received.push(one);
    answering.add(response);
    response.once('close', () => answering.delete(response));
    const next = script[Math.min(received.length, script.length) - 1];
    const behaviour = typeof next === 'function' ? next(one) : next;
    if (behaviour !== undefined) behave(behaviour, formatOf(one.path), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get received() {
      return received;
    },
    script(...behaviours) {
      script = behaviours;
      received = [];
      for (const response of answering) response.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function formatOf(path: string): Format {
  if (path.includes(':streamGenerateContent')) return 'gemini';
  return path.endsWith('/messages') ? 'anthropic' : 'openai';
}

function behave(behaviour: Behaviour, format: Format, response: ServerResponse): void {
  const { half, end, refusal, error } = EVENTS[format];
  if (behaviour.kind === 'status') {
    response
      .writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      .end(behaviour.body ?? '{}');
    return;
  }
  if (behaviour.kind === 'flood') {
    response.writeHead(behaviour.status, { 'content-type': 'text/event-stream' });
    return flood(response);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (format === 'anthropic') response.write(ANTHROPIC_BEGIN);
  switch (behaviour.kind) {
    case 'answer':
    case 'limit': {
      const middle = Math.ceil(behaviour.text.length / 2);
      const halves = [behaviour.text.slice(0, middle), behaviour.text.slice(middle)].map(half).join('');
      const bytes = Buffer.from(halves + end(behaviour.kind === 'answer'));
      // In pieces that end within events.
      for (let at = 0; at < bytes.length; at += 50) response.write(bytes.subarray(at, at + 50));
      response.end();
      return;
    }
    case 'refusal':
      response.end(refusal);
      return;
    case 'cut':
      response.write(half(behaviour.text), () => response.destroy());
      return;
    case 'malformed':
      response.end('data: {"choices": [{"del\n\n');
      return;
    case 'gives-up':
      response.end(error);
      return;
    case 'silence':
      response.flushHeaders();
      return;
    case 'dribble': {
      const timer = setInterval(() => response.write(': wait\n'), 5);
      response.on('close', () => clearInterval(timer));
    }
  }
}

/** Writes as fast as it is read, until its reader goes. */
function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(64 << 10, 'data: ');
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
}
