/** A model behind an HTTP interface: streamed answers, patience that ends, retries that wait as long as they are told to. */
import { maskAllSecrets } from '../lib/secrets/strict.ts';
import { textUpTo } from '../lib/text-up-to.ts';
import { within } from '../lib/within.ts';
import { Cancelled } from '../lib/work.ts';
import type { Dialect, Endpoint, WireRequest } from './dialect.ts';
import { Endless, eventsOf, type Patience, Silence, TooMuch } from './event-stream.ts';
import type { Attendance, Ending, Model, ModelRequest, Price, ProviderName, Reply, Usage } from './model.ts';

/** What a model is, and where. */
export interface HttpModel extends Endpoint, Patience {
  readonly name: string;
  readonly provider: ProviderName;
  readonly contextTokens: number;
  readonly price?: Price;
}

/** What time and chance are; tests bring their own. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const REAL: Surroundings = {
  fetch: (...request) => fetch(...request),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
  now: Date.now,
};

/** Requests for one answer, at most. */
export const MOST_REQUESTS = 3;
/** Milliseconds that a retry waits at least at first; each further one may wait twice as long. */
const FIRST_WAIT_MS = 500;
/** Milliseconds that are waited at most: what asks for more is not asked again. */
const LONGEST_WAIT_MS = 20_000;
/** Bytes of a refusal that are read. */
const LONGEST_REFUSAL = 64 << 10;
/** Characters of a provider's words that are repeated. */
const LONGEST_DETAIL = 200;

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504, 529]);

/** How one request went. */
interface Attempt {
  readonly ending: Ending;
  readonly usage?: Partial<Usage>;
  /** Present when another request may do better; `afterMs` is what the provider asks for, `plain` how it is to be written. */
  readonly again?: { readonly afterMs?: number; readonly plain?: true };
}

/** The model that `dialect` speaks to. */
export function httpModel(dialect: Dialect, model: HttpModel, surroundings: Surroundings = REAL): Model {
  const { name, provider, contextTokens, price } = model;
  return {
    name,
    provider,
    model: model.model,
    contextTokens,
    ...(price !== undefined && { price }),
    async ask(request, attendance): Promise<Reply> {
      let usage: Usage | undefined;
      let plain = false;
      for (let requests = 1; ; requests++) {
        const attempt = await attemptOnce(dialect, model, { ...request, plain }, attendance, surroundings);
        usage = sum(usage, attempt.usage);
        const { ending, again } = attempt;
        const reply = { ending, ...(usage !== undefined && { usage }), requests };
        if (again === undefined || requests === MOST_REQUESTS) return reply;
        const chance = FIRST_WAIT_MS * 2 ** (requests - 1) * (1 + surroundings.random());
        const waitMs =
          again.plain === true ? 0 : Math.max(again.afterMs ?? 0, again.afterMs === undefined ? chance : 0);
        if (waitMs > LONGEST_WAIT_MS) return { ...reply, ending: tooBusy(ending, waitMs) };
        plain ||= again.plain === true;
        await surroundings.wait(waitMs);
        if (attendance.signal.aborted) throw new Cancelled();
      }
    },
  };
}

/** Sends one request and reads its answer. Throws `Cancelled` only. */
async function attemptOnce(
  dialect: Dialect,
  model: HttpModel,
  { plain, ...asked }: ModelRequest & { readonly plain: boolean },
  { signal, onText }: Attendance,
  surroundings: Surroundings,
): Promise<Attempt> {
  const ended = new AbortController();
  try {
    const request = dialect.write(model, asked, plain);
    const response = await within(
      model.silenceMs,
      send(request, surroundings.fetch, AbortSignal.any([signal, ended.signal])),
    );
    if (response === undefined) throw new Silence();
    if (!response.ok) return await refusedStatus(dialect, model, response, plain, surroundings);
    if (response.body === null) return failed(model, 'answered nothing', {});
    return await readAnswer(dialect, model, response.body, onText);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    // Whoever was silent for a minute is not asked for another one.
    if (error instanceof Silence) return failed(model, `said nothing for ${model.silenceMs / 1000} s`);
    if (error instanceof Endless) return failed(model, `did not end its answer within ${model.longestMs / 1000} s`);
    if (error instanceof TooMuch) return failed(model, 'answered more than is taken');
    return failed(model, `cannot be reached: ${reasonOf(error)}`, {});
  } finally {
    ended.abort();
  }
}

function send({ url, headers, body }: WireRequest, fetcher: typeof fetch, signal: AbortSignal): Promise<Response> {
  return fetcher(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    // A redirect would take the key elsewhere.
    redirect: 'manual',
    signal,
  });
}

async function refusedStatus(
  dialect: Dialect,
  model: HttpModel,
  response: Response,
  plain: boolean,
  { now }: Surroundings,
): Promise<Attempt> {
  const { status, headers } = response;
  const read = await within(model.silenceMs, textUpTo(response.body, LONGEST_REFUSAL));
  const said = read === undefined || read.text === '' ? '' : `: ${read.text}`;
  if (!plain && dialect.mayNeedPlain?.(status) === true)
    return failed(model, `answered ${status}${said}`, { plain: true });
  if (!TRANSIENT_STATUS.has(status)) return failed(model, `answered ${status}${said}`);
  const afterMs = retryAfterMs(headers.get('retry-after'), now());
  return failed(model, `answered ${status}${said}`, afterMs === undefined ? {} : { afterMs });
}

/** What `retry-after` asks for: seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

async function readAnswer(
  dialect: Dialect,
  model: HttpModel,
  body: ReadableStream<Uint8Array>,
  onText: Attendance['onText'],
): Promise<Attempt> {
  let text = '';
  let refused = false;
  let usage: Partial<Usage> = {};
  let end: { readonly kind: 'whole' | 'cut' | 'refused'; readonly reason: string } | undefined;
  const lost = (why: string): Attempt => ({
    ...(text === '' ? failed(model, why) : { ending: { kind: 'cut', text, why: `${nameOf(model)} ${why}.` } }),
    usage,
    again: {},
  });
  try {
    for await (const data of eventsOf(body, model)) {
      if (data === '[DONE]') break;
      const piece = dialect.read(parsed(data));
      if (piece === undefined) return lost('sent what is no event of its interface');
      if (piece.error !== undefined) {
        const { message, transient } = piece.error;
        return { ...failed(model, `gave up: ${message}`, transient ? {} : undefined), usage };
      }
      text = (piece.begins === true ? '' : text) + (piece.text ?? '');
      refused ||= piece.refused === true;
      usage = { ...usage, ...piece.usage };
      if (piece.end !== undefined) end = { kind: piece.end, reason: piece.reason ?? piece.end };
      if (piece.text !== undefined) onText?.(text.length);
    }
  } catch (error) {
    if (error instanceof Silence || error instanceof Endless || error instanceof TooMuch) throw error;
    return lost('ended the connection in the middle of its answer');
  }
  if (end === undefined) return lost('ended the connection in the middle of its answer');
  if (refused) return { ending: { kind: 'refused', why: `${nameOf(model)} does not answer this (refusal).` }, usage };
  switch (end.kind) {
    case 'whole':
      return {
        ending: text === '' ? failed(model, 'answered an empty text').ending : { kind: 'answered', text },
        usage,
      };
    case 'cut':
      return { ending: { kind: 'cut', text, why: `${nameOf(model)} reached its limit (${end.reason}).` }, usage };
    case 'refused':
      return { ending: { kind: 'refused', why: `${nameOf(model)} does not answer this (${end.reason}).` }, usage };
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function failed(model: HttpModel, what: string, again?: Attempt['again']): Attempt {
  const why = `${nameOf(model)} ${told(model, what)}.`;
  return { ending: { kind: 'failed', why }, ...(again !== undefined && { again }) };
}

function tooBusy(ending: Ending, waitMs: number): Ending {
  if (ending.kind !== 'failed') return ending;
  return {
    kind: 'failed',
    why: `${ending.why} It asks to wait ${Math.ceil(waitMs / 1000)} s, which is too long here.`,
  };
}

function nameOf({ provider, model }: HttpModel): string {
  return `${provider} ${model}`;
}

/** A provider's words on one line, without its key or any other secret. */
function told({ key }: HttpModel, words: string): string {
  const hidden = key === undefined || key === '' ? words : words.replaceAll(key, '****');
  const line = maskAllSecrets(hidden).text.replace(/\s+/g, ' ').trim();
  return line
    .slice(0, LONGEST_DETAIL)
    .toWellFormed()
    .replace(/(?<![.\s])[.\s]+$/, '');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sum(before: Usage | undefined, added: Partial<Usage> | undefined): Usage | undefined {
  if (added === undefined || (added.input === undefined && added.output === undefined)) return before;
  return { input: (before?.input ?? 0) + (added.input ?? 0), output: (before?.output ?? 0) + (added.output ?? 0) };
}
