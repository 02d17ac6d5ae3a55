/** What differs between the providers' HTTP interfaces: how a request is written, and what an event of its answer says. */
import type { z } from 'zod';
import type { ModelRequest, Usage } from './model.ts';

/** A POST. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What one event of a stream adds to the answer; nothing of it has to be there. */
export interface Piece {
  readonly text?: string;
  /** The answer begins here: what came before was talk. */
  readonly begins?: true;
  /** The model refuses in words, which nobody is shown: somebody may have made it say them. */
  readonly refused?: true;
  readonly end?: 'whole' | 'cut' | 'refused';
  /** In the provider's words, for `cut` and `refused`. */
  readonly reason?: string;
  /** Numbers of the whole answer so far: later ones replace earlier ones. */
  readonly usage?: Partial<Usage>;
  /** The provider gave up; `transient` when it may work later. */
  readonly error?: { readonly message: string; readonly transient: boolean };
}

/** Where a model is, and what it is called there. */
export interface Endpoint {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key?: string;
  readonly model: string;
}

/** A provider's way to say things. */
export interface Dialect {
  /** The request for a streamed answer; `plain` leaves out what not every server of this kind knows. */
  write(endpoint: Endpoint, asked: ModelRequest, plain: boolean): WireRequest;
  /** What an event says; undefined when it is none of this provider's. */
  read(event: unknown): Piece | undefined;
  /** Whether a refusal of the request with this status may be for what `plain` leaves out. */
  readonly mayNeedPlain?: (status: number) => boolean;
}

/** What `schema` makes of an event; undefined when it does not fit. */
export function readWith<Event>(
  schema: z.ZodType<Event>,
  toPiece: (event: Event) => Piece,
): (event: unknown) => Piece | undefined {
  return (event) => {
    const parsed = schema.safeParse(event);
    return parsed.success ? toPiece(parsed.data) : undefined;
  };
}
