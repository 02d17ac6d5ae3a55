/** WebSockets of OpenEnv's clients: one connection is one environment. They hibernate; what an episode is lies in the socket's attachment. */
import { z } from 'zod';
import { failureOf, ToolFailure, wordsOf } from '../../lib/errors.ts';
import type { ScaffoldsApi } from '../service.ts';
import { NO_EPISODE, reset, stateSchema, step } from './openenv.ts';

/** Where they are opened. */
export const EPISODES_PATH = '/scaffolds/openenv/ws';

/** Characters of a message. */
const MOST_CHARACTERS = 4 << 20;

const attachmentSchema = z.object({ credential: z.string().optional(), state: stateSchema });
type Attachment = z.infer<typeof attachmentSchema>;

const messageSchema = z.object({ type: z.string(), data: z.unknown().optional() });

/** What the sockets need from the object that they live in. */
export interface EpisodeHost {
  /** Lets one call in until `leave` is called. Throws `ToolFailure` when it may not; undefined when the credential was revoked. */
  enter(credential: string | undefined): { readonly scaffolds: ScaffoldsApi; readonly leave: () => void } | undefined;
  revoked(socket: WebSocket): void;
  /** Sends a message over a socket. */
  send(socket: WebSocket, message: object): void;
}

/** Prepares an accepted socket. */
export function openEpisodes(socket: WebSocket, credential: string | undefined): void {
  attach(socket, { ...(credential !== undefined && { credential }), state: NO_EPISODE });
}

/** Answers a message of a client, one message each. */
export async function answerEpisode(host: EpisodeHost, socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
  try {
    const answer = await answerTo(host, socket, data);
    if (answer !== undefined) host.send(socket, answer);
  } catch (error) {
    const code = error instanceof Refused ? error.code : 'EXECUTION_ERROR';
    const message = error instanceof Refused ? error.message : wordsOf(failureOf(error, 'message to OpenEnv'));
    host.send(socket, { type: 'error', data: { message, code } });
  }
}

/** A message that is none of the protocol's, with OpenEnv's code for that. */
class Refused extends Error {
  readonly code: 'INVALID_JSON' | 'UNKNOWN_TYPE' | 'VALIDATION_ERROR';
  constructor(code: Refused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

async function answerTo(host: EpisodeHost, socket: WebSocket, data: string | ArrayBuffer): Promise<object | undefined> {
  const { type, data: content } = messageOf(data);
  if (type === 'close') {
    socket.close(1000);
    return undefined;
  }
  const { credential, state } = attachmentSchema.parse(socket.deserializeAttachment());
  const entry = host.enter(credential);
  if (entry === undefined) {
    host.revoked(socket);
    return undefined;
  }
  try {
    switch (type) {
      case 'state':
        return { type: 'state', data: state };
      case 'reset':
      case 'step': {
        const done =
          type === 'reset'
            ? await reset(entry.scaffolds, content ?? {}, randomSeed())
            : await step(entry.scaffolds, state, content);
        attach(socket, { ...(credential !== undefined && { credential }), state: done.state });
        return { type: 'observation', data: done.result };
      }
      default:
        throw new Refused(
          'UNKNOWN_TYPE',
          `Unknown message type: ${type.slice(0, 100)}. There are reset, step, state and close.`,
        );
    }
  } catch (error) {
    if (error instanceof ToolFailure && error.failure.errorType === 'validation_error')
      throw new Refused('VALIDATION_ERROR', wordsOf(error.failure));
    throw error;
  } finally {
    entry.leave();
  }
}

function messageOf(data: string | ArrayBuffer): z.infer<typeof messageSchema> {
  if (typeof data !== 'string') throw new Refused('INVALID_JSON', 'Messages are texts, not bytes.');
  if (data.length > MOST_CHARACTERS)
    throw new Refused(
      'VALIDATION_ERROR',
      `A message has at most ${MOST_CHARACTERS} characters. Send a shorter answer.`,
    );
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    throw new Refused('INVALID_JSON', 'The message is not JSON.');
  }
  const message = messageSchema.safeParse(json);
  if (!message.success)
    throw new Refused('VALIDATION_ERROR', 'A message is an object with type, and data where it has some.');
  return message.data;
}

function attach(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
}

/** A seed for an episode whose client chooses none. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
