/**
 * Renews the tokens of one client that was let in, one renewal after the other. Clients renew twice at once, and again when no answer came:
 * each would get a refresh token of its own, of which only the last is good.
 */
import { DurableObject } from 'cloudflare:workers';
import { answerOAuth } from '../../src/auth/oauth/server.ts';
import { hasPassed } from '../../src/lib/passed.ts';

/** Milliseconds for which a renewal that is sent again gets the same answer: longer than clients wait for one. */
const AGAIN_MS = 120_000;

interface Renewed {
  readonly asked: string;
  readonly body: string;
  readonly init: { readonly status: number; readonly headers: readonly (readonly [string, string])[] };
  readonly at: number;
}

/** Renewals of one grant. Nothing of them is stored. */
export class Renewals extends DurableObject<Env> {
  #last: Renewed | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** Answers a request to the token endpoint. */
  override fetch(request: Request): Promise<Response> {
    const answer = this.#turn.then(() => this.#answer(request));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #answer(request: Request): Promise<Response> {
    const form = await request.text();
    const asked = JSON.stringify([request.url, request.headers.get('authorization'), form]);
    const last = this.#last;
    if (last?.asked === asked && !hasPassed(AGAIN_MS, last.at)) return responseOf(last);
    const answer = await answerOAuth(new Request(request, { body: form }), this.env, this.ctx);
    if (!answer.ok) return answer;
    const renewed = {
      asked,
      body: await answer.text(),
      init: { status: answer.status, headers: [...answer.headers] },
      at: Date.now(),
    };
    this.#last = renewed;
    return responseOf(renewed);
  }
}

function responseOf({ body, init: { status, headers } }: Renewed): Response {
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}
