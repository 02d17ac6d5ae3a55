/** Resumability of 2025-era streams: the last events of a session, in memory and bounded. */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
}

/**
 * Keeps the last `capacity` events. They are not written to storage: when the object leaves memory, the calls whose events
 * could be replayed are gone with it.
 */
export class EventRing implements EventStore {
  readonly #capacity: number;
  /** Tells this ring's ids from those of the session's earlier lives. */
  readonly #life = crypto.randomUUID();
  #events: StoredEvent[] = [];
  #count = 0;

  constructor(capacity = 500) {
    this.#capacity = capacity;
  }

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = `${this.#life}/${++this.#count}`;
    this.#events.push({ id, stream, message });
    if (this.#events.length > this.#capacity) this.#events.shift();
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.find((event) => event.id === id)?.stream;
  }

  /** Sends what followed `lastId` on its stream. Throws when the ring no longer holds that event. */
  async replayEventsAfter(
    lastId: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const start = this.#events.findIndex((event) => event.id === lastId);
    const last = this.#events[start];
    if (last === undefined) throw new Error(`Event ${lastId} is no longer held.`);
    for (const event of this.#events.slice(start + 1)) {
      // Priming events are empty and have been seen already.
      if (event.stream === last.stream && Object.keys(event.message).length > 0) await send(event.id, event.message);
    }
    return last.stream;
  }
}
