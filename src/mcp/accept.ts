/** What a client takes as the answer to a POST: the SDK wants both media types named, which simple clients do not do. */

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** How a client takes an answer: as a stream where it names one, as JSON where that is all it says, or leaves it open. */
type AnswerForm = 'stream' | 'json' | 'neither';

/** The form that an Accept header asks for; none accepts everything (RFC 9110, 12.5.1). */
function answerForm(accept: string | null): AnswerForm {
  const ranges = (accept ?? '*/*').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [type];
  });
  const json = ranges.some((type) => type === JSON_TYPE || type === 'application/*' || type === '*/*');
  if (!json) return 'neither';
  return ranges.includes(STREAM_TYPE) ? 'stream' : 'json';
}

/**
 * What `handle`, which wants a client to name both media types, answers a request whose body was read. `late` may turn an answer that
 * takes its time into one that comes at once.
 */
export function answerInForm(
  request: Request,
  handle: (request: Request) => Promise<Response>,
  late: (request: Request, answer: typeof handle) => Promise<Response> = (same, answer) => answer(same),
): Promise<Response> {
  switch (answerForm(request.headers.get('accept'))) {
    case 'neither':
      return handle(request);
    case 'stream':
      return handle(acceptingBoth(request));
    case 'json':
      if (request.method !== 'POST') return handle(acceptingBoth(request));
      return late(acceptingBoth(request), async (watched) => asJson(await handle(watched)));
  }
}

function acceptingBoth({ url, method, headers: given, signal }: Request): Request {
  const headers = new Headers(given);
  headers.set('accept', `${JSON_TYPE}, ${STREAM_TYPE}`);
  return new Request(url, { method, headers, signal });
}

/** An event stream that answers one request as the JSON of that answer; what else it has, such as progress, is dropped. */
async function asJson(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith(STREAM_TYPE)) return response;
  const events = (await response.text()).split('\n\n');
  const messages = events.flatMap((event) => /^data: (\{.*\})$/m.exec(event)?.[1] ?? []);
  const headers = new Headers(response.headers);
  headers.set('content-type', JSON_TYPE);
  return new Response(messages.findLast(isAnswer) ?? null, { status: response.status, headers });
}

function isAnswer(text: string): boolean {
  const message: object = JSON.parse(text);
  return 'result' in message || 'error' in message;
}
