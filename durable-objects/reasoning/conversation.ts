/** One Durable Object per conversation. */
import { DurableObject } from 'cloudflare:workers';
import { Background } from '../../src/lib/background.ts';
import { asToolFailure } from '../../src/lib/errors.ts';
import { type ObjectState, openState } from '../../src/lib/object-state.ts';
import { codeReader, placesFor } from '../../src/reasoning/code-reader.ts';
import {
  changedCode,
  gatherEvidence,
  stalePieces,
  type WantedCode,
} from '../../src/reasoning/conversation/evidence.ts';
import {
  type AskedTurn,
  type ConversationApi,
  type ConversationFacts,
  type ConversationRecord,
  type EvidencePiece,
  type Freshness,
  MOST_PLACES,
  type NewAnswer,
  type NewFinding,
  type NewMessage,
  type Overview,
  TIMEOUT_MS,
} from '../../src/reasoning/conversation/service.ts';
import { ConversationStore, type Gathered } from '../../src/reasoning/conversation/store.ts';
import type { Unseen } from '../../src/reasoning/service.ts';
import { CONVERSATION_MIGRATIONS } from './migrations.ts';
import { type ReasoningEnv, reasoningServices } from './services.ts';

/** Who works in the background; the name is stored. */
const TIMEOUT = 'timeout';
/** Tokens of code for each level of depth at the beginning, and for a message. */
const TOKENS_OF_LEVEL = 3_000;
const TOKENS_OF_MESSAGE = 6_000;

interface Parts {
  readonly store: ConversationStore;
  readonly background: Background;
}

/** A conversation; its name is made by `objectName`. */
export class Conversation extends DurableObject<ReasoningEnv> implements ConversationApi {
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #parts: ObjectState<Parts>;

  constructor(ctx: DurableObjectState, env: ReasoningEnv) {
    super(ctx, env);
    this.#parts = openState(ctx.storage, CONVERSATION_MIGRATIONS, Date.now, (storage) => {
      const store = new ConversationStore(storage);
      const background = new Background(storage, [
        {
          name: TIMEOUT,
          longestMs: TIMEOUT_MS,
          turn: async () => {
            const after = store.expire();
            return after === undefined ? 'done' : { after };
          },
        },
      ]);
      ctx.waitUntil(background.start());
      return { store, background };
    });
  }

  override async alarm(): Promise<void> {
    await this.#parts().background.alarm();
  }

  async start(facts: ConversationFacts): Promise<AskedTurn> {
    const { store, background } = this.#parts();
    if (store.read() === undefined) {
      const { entryPoints, files } = facts.context;
      const wanted: readonly WantedCode[] = [
        ...entryPoints.map((entry): WantedCode => ({ kind: 'entry', entry })),
        ...files.map((path): WantedCode => ({ kind: 'file', path })),
      ];
      store.start(facts, await this.#gather(1, facts, wanted, TOKENS_OF_LEVEL * facts.depth));
      await background.wake(TIMEOUT, TIMEOUT_MS);
    }
    return this.#asked(1);
  }

  async ask(message: NewMessage): Promise<AskedTurn> {
    const { store } = this.#parts();
    const known = store.seek(message);
    if (known !== undefined) return this.#asked(known.number);
    const { facts, turns, evidence } = store.expect();
    const wanted = message.attach.map((path): WantedCode => ({ kind: 'file', path }));
    const snippets = message.withSnippets ? message.message : undefined;
    const gathered = await this.#gather(turns.length + 1, facts, wanted, TOKENS_OF_MESSAGE, snippets, evidence);
    return this.#asked(store.ask(message, gathered));
  }

  async answer(given: NewAnswer): Promise<AskedTurn> {
    this.#parts().store.answer(given);
    return this.#asked(given.turn);
  }

  async expectOpen(): Promise<void> {
    this.#parts().store.expectOpen();
  }

  async tell(finding: NewFinding): Promise<number> {
    const { store } = this.#parts();
    const known = store.seekFinding(finding);
    if (known !== undefined) return known;
    const { ref: _, ...facts } = store.expect().facts;
    const wanted: readonly WantedCode[] =
      finding.workspace === facts.workspace
        ? finding.places.slice(0, MOST_PLACES).map(({ file: path, line, lineEnd = line }) => {
            return { kind: 'lines', path, line, lineEnd };
          })
        : [];
    // What is not shown of it is in the finding's own words.
    const at = { ...facts, ...(finding.commit !== undefined && { ref: finding.commit }) };
    const { pieces } = await this.#gather(0, at, wanted, TOKENS_OF_MESSAGE);
    return store.tell(finding, (turn) => pieces.map((piece) => ({ ...piece, turn })));
  }

  async record(): Promise<ConversationRecord> {
    return this.#parts().store.expect();
  }

  async overview(): Promise<Overview> {
    return this.#parts().store.overview();
  }

  async freshness(): Promise<Freshness> {
    const record = this.#parts().store.expect();
    if (record.evidence.length === 0 && record.turns.every(({ commit }) => commit === undefined)) return { stale: [] };
    try {
      const reader = await codeReader(record.facts, reasoningServices(this.env, record.facts.owner));
      if (reader === undefined) return { stale: [], error: `The workspace ${record.facts.workspace} is empty.` };
      return { stale: await stalePieces(record, reader.read) };
    } catch (error) {
      const failure = asToolFailure(error)?.failure;
      if (failure === undefined || failure.errorType === 'RuntimeError') throw error;
      return { stale: [], error: failure.message };
    }
  }

  async finalize(): Promise<ConversationRecord> {
    this.#parts().store.complete();
    return this.record();
  }

  async adopt(record: ConversationRecord): Promise<ConversationRecord> {
    const { store, background } = this.#parts();
    store.adopt(record);
    await background.wake(TIMEOUT, TIMEOUT_MS);
    return store.expect();
  }

  async erase(): Promise<void> {
    await this.#parts.erase();
  }

  #asked(number: number): AskedTurn {
    const record = this.#parts().store.expect();
    const turn = record.turns.find((one) => one.number === number);
    if (turn === undefined) throw new Error(`The conversation has no turn ${number}.`);
    return { turn, record };
  }

  /** Reads code for a turn; `snippets` is a message that places are looked for by, `shown` what is shown anew where it has changed. */
  async #gather(
    turn: number,
    facts: ConversationFacts,
    wanted: readonly WantedCode[],
    mostTokens: number,
    snippets?: string,
    shown: readonly EvidencePiece[] = [],
  ): Promise<Gathered> {
    const services = reasoningServices(this.env, facts.owner);
    const reader = await codeReader(facts, services);
    if (reader === undefined) {
      const why = `The workspace ${facts.workspace} is empty.`;
      return { pieces: [], omitted: wanted.length === 0 ? [] : [{ what: 'all files', why }] };
    }
    const { commit } = reader;
    const found =
      snippets === undefined ? { wanted: [] } : await placesFor(snippets, facts.workspace, commit, services);
    const unfound: readonly Unseen[] = 'why' in found ? [{ what: 'code snippets', why: found.why }] : [];
    const changed = await changedCode(shown, reader.read);
    const all = [...wanted, ...changed, ...('why' in found ? [] : found.wanted)];
    const { pieces, omitted } = await gatherEvidence(turn, all, reader, mostTokens);
    return { commit, pieces, omitted: [...unfound, ...omitted] };
  }
}
