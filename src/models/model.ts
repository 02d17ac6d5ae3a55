/** Language models behind one interface: messages in; text, or JSON by a schema, out, with how it ended. */

/** Tokens as the provider reports them. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** One turn; the first and the last are the user's. */
export interface Message {
  readonly role: 'user' | 'model';
  readonly text: string;
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** What a model is asked. */
export interface ModelRequest {
  /** Rules that stand above all messages. */
  readonly system: string;
  readonly messages: readonly Message[];
  /** JSON Schema of the answer; without one it is text. Providers do not all keep to it: the answer is checked by whoever asks. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Tokens that the answer may have. */
  readonly mostOutput: number;
}

/** How an answer ended. */
export type Ending =
  | { readonly kind: 'answered'; readonly text: string }
  /** The model, or a filter before it, does not answer this. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The text ends too early: its limit was reached, or the connection ended. */
  | { readonly kind: 'cut'; readonly text: string; readonly why: string }
  /** There is no answer; `why` names no key. */
  | { readonly kind: 'failed'; readonly why: string };

/** An answer with what it took. */
export interface Reply {
  readonly ending: Ending;
  /** Of all requests together; absent when the provider reported none. */
  readonly usage?: Usage;
  /** Requests that were sent: one, and each retry. */
  readonly requests: number;
}

/** What goes on while a model answers. */
export interface Attendance {
  /** Ends the request once it is aborted: `Cancelled` is thrown. */
  readonly signal: AbortSignal;
  /** Called with the length of the text so far, in UTF-16 units, whenever it grows. */
  readonly onText?: (length: number) => void;
}

/** A model that can be asked. */
export interface Model {
  /** By which users choose it. */
  readonly name: string;
  readonly provider: ProviderName;
  /** As its provider calls it. */
  readonly model: string;
  /** Tokens of question and answer together. */
  readonly contextTokens: number;
  /** Absent where nobody set it. */
  readonly price?: Price;
  /** Asks once, with retries. Throws `Cancelled` only. */
  ask(request: ModelRequest, attendance: Attendance): Promise<Reply>;
}

/** Whose interface a model is behind. */
export const PROVIDERS = ['gemini', 'anthropic', 'openai', 'workers-ai'] as const;
export type ProviderName = (typeof PROVIDERS)[number];
