/** The models as one user has them: which one is chosen, and what is left of the day's budget. */
import { ToolFailure } from '../lib/errors.ts';
import type { Sql } from '../lib/sql.ts';
import type { Attendance, Model, ModelRequest, Reply } from './model.ts';
import { type ModelQuestion, promptOf } from './prompt.ts';
import type { Allowance, ConfiguredModels } from './settings.ts';

/** Tables of a user's space. */
export const MODELS_SCHEMA = `
  CREATE TABLE model_use (
    -- UTC, as YYYY-MM-DD.
    day TEXT PRIMARY KEY,
    -- Requests to models.
    calls INTEGER NOT NULL,
    -- As providers report them.
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE model_choice (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- NULL: no model of the server is asked.
    name TEXT
  ) STRICT;
`;

/** What a user has spent today. */
export interface Spent {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a user can know of the models. */
export interface ModelFacts {
  readonly models: readonly Omit<Model, 'ask'>[];
  /** The one that is asked; undefined when none is. */
  readonly chosen: string | undefined;
  readonly spent: Spent;
  readonly allowance: Allowance;
  /** ISO 8601: when the budget is whole again. */
  readonly renewsAt: string;
  readonly fault?: string;
}

/** What came of a question. */
export type AskedModel =
  | { readonly kind: 'replied'; readonly model: Model; readonly reply: Reply; readonly omitted: number }
  /** Nothing was sent; `why` is absent where there is no model to ask. */
  | { readonly kind: 'not-asked'; readonly why?: string };

/** What came of a request that is sent as it is. */
export type SentRequest =
  | { readonly kind: 'replied'; readonly model: Model; readonly reply: Reply }
  | { readonly kind: 'not-asked'; readonly why: string };

const DAY_MS = 24 * 3600 * 1000;
/** Days that are kept. */
const MOST_DAYS = 31;

/** The models of one user, in a database with {@link MODELS_SCHEMA}. */
export class UserModels {
  readonly #sql: Sql;
  readonly #configured: ConfiguredModels;

  constructor(sql: Sql, configured: ConfiguredModels) {
    this.#sql = sql;
    this.#configured = configured;
  }

  get facts(): ModelFacts {
    const { models, allowance, fault } = this.#configured;
    return {
      models: models.map(({ ask: _, ...facts }) => facts),
      chosen: this.#chosen?.name,
      spent: this.#spent(),
      allowance,
      renewsAt: new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString(),
      ...(fault !== undefined && { fault }),
    };
  }

  /** Chooses by name; `null` is none. Throws `ToolFailure` for a name that is not configured. */
  choose(name: string | null): void {
    const names = this.#configured.models.map((model) => model.name);
    if (name !== null && !names.includes(name)) {
      throw new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: `This server has no model '${name}'.`,
        advice:
          names.length === 0
            ? 'It has none: whoever runs it names them in the setting MODELS. Without one, your own model is asked.'
            : `Choose one of: ${names.join(', ')}; or leave model out for none.`,
      });
    }
    this.#sql.exec('INSERT OR REPLACE INTO model_choice VALUES (1, ?)', name);
  }

  /** Asks the chosen model, as far as the budget goes. Throws `Cancelled` only. */
  async ask(question: ModelQuestion, attendance: Attendance): Promise<AskedModel> {
    const model = this.#chosen;
    if (model === undefined) {
      const { fault } = this.#configured;
      return { kind: 'not-asked', ...(fault !== undefined && { why: fault }) };
    }
    const { request, omitted } = promptOf(question, model.contextTokens);
    const sent = await this.#send(model, request, attendance);
    return sent.kind === 'replied' ? { ...sent, omitted } : sent;
  }

  /** Sends a request to the model of that name as it is, as far as the budget goes. Throws `Cancelled` only. */
  async send(name: string, request: ModelRequest, attendance: Attendance): Promise<SentRequest> {
    const model = this.#configured.models.find((each) => each.name === name);
    if (model !== undefined) return this.#send(model, request, attendance);
    return { kind: 'not-asked', why: this.#configured.fault ?? `This server has no model '${name}' any more.` };
  }

  async #send(model: Model, request: ModelRequest, attendance: Attendance): Promise<SentRequest> {
    const why = this.#overspent();
    if (why !== undefined) return { kind: 'not-asked', why };
    // Counted before it is sent: calls at the same time see each other, and one that is cancelled has been sent, too.
    this.#count(1);
    const reply = await model.ask(request, attendance);
    this.#count(reply.requests - 1, reply.usage?.input, reply.usage?.output);
    return { kind: 'replied', model, reply };
  }

  /** The first one, unless the user chose; a choice that is not configured any more is the first one again. */
  get #chosen(): Model | undefined {
    const { models } = this.#configured;
    const [row] = this.#sql.exec<{ name: string | null }>('SELECT name FROM model_choice').toArray();
    if (row?.name === null) return undefined;
    return models.find(({ name }) => name === row?.name) ?? models[0];
  }

  #spent(): Spent {
    const [row] = this.#sql
      .exec<{ calls: number; input: number; output: number }>(
        'SELECT calls, input_tokens AS input, output_tokens AS output FROM model_use WHERE day = ?',
        today(),
      )
      .toArray();
    return { calls: row?.calls ?? 0, inputTokens: row?.input ?? 0, outputTokens: row?.output ?? 0 };
  }

  #overspent(): string | undefined {
    const { spent, allowance, renewsAt } = this.facts;
    const tokens = spent.inputTokens + spent.outputTokens;
    if (spent.calls < allowance.calls && tokens < allowance.tokens) return undefined;
    const what =
      spent.calls >= allowance.calls
        ? `${allowance.calls} calls of models`
        : `${allowance.tokens} tokens of models (${tokens} are used)`;
    return `Your budget of ${what} a day is spent; it is whole again at ${renewsAt}.`;
  }

  #count(calls: number, input = 0, output = 0): void {
    this.#sql.exec(
      `INSERT INTO model_use VALUES (?, ?, ?, ?) ON CONFLICT (day) DO UPDATE SET calls = calls + excluded.calls,
         input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`,
      today(),
      calls,
      Math.round(input),
      Math.round(output),
    );
    this.#sql.exec(
      'DELETE FROM model_use WHERE day NOT IN (SELECT day FROM model_use ORDER BY day DESC LIMIT ?)',
      MOST_DAYS,
    );
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
