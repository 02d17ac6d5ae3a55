/** Counts the bytes that one user sends and gets. */
import type { DayBudget } from '../../src/auth/day-budget.ts';
import { bytesOf, countedBody } from '../../src/lib/counted-body.ts';

/** Everything that passes through the user's object, and what routes say of the rest. */
export class Traffic {
  readonly #day: () => DayBudget;

  constructor(day: () => DayBudget) {
    this.#day = day;
  }

  count(bytes: number): void {
    this.#day().add('bytes', bytes, Date.now());
  }

  /** Counts what a client sent, and returns it. */
  received<Data extends string | ArrayBuffer>(data: Data): Data {
    this.count(typeof data === 'string' ? bytesOf(data) : data.byteLength);
    return data;
  }

  /** Sends a message over a socket. */
  send(socket: WebSocket, message: object): void {
    const text = JSON.stringify(message);
    this.count(bytesOf(text));
    socket.send(text);
  }

  /** `answer`, whose bytes count as they are read. */
  answered(answer: Response): Response {
    const { body } = answer;
    if (body === null) return answer;
    return new Response(countedBody(body, { onBytes: (bytes) => this.count(bytes) }), answer);
  }
}
