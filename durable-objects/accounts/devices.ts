/** Programs without a browser that ask for a key, until a person allows it in a browser elsewhere (RFC 8628). */
import { type Holder, holderSchema } from '../../src/auth/holder.ts';
import { isScope, type Scope } from '../../src/auth/scope.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import { randomSecret } from '../../src/lib/random-secret.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import type { Sql } from '../../src/lib/sql.ts';

/** Seconds that a person may take. */
export const DEVICE_SECONDS = 900;
/** Seconds between two questions of a program. */
export const INTERVAL_SECONDS = 5;
/** Programs that ask at once: anybody may. */
const MOST_OPEN = 10_000;
/** Letters of a code that a person types: no vowels, so that no words come about (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LETTERS = 8;

/** What a program asks for. */
export interface DeviceRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** The codes of a request: one for the program, and one for the person. */
export interface DeviceCodes {
  readonly deviceCode: string;
  readonly userCode: string;
}

/** How a request stands. What was allowed is reported once. */
export type DeviceStanding =
  | { readonly kind: 'waiting' | 'too_fast' | 'denied' | 'unknown' }
  | ({ readonly kind: 'allowed'; readonly holder: Holder } & DeviceRequest);

type Row = {
  digest: string;
  name: string;
  scopes: string;
  expires_at: number;
  state: 'open' | 'allowed' | 'denied';
  holder: string | null;
  asked_at: number;
};

/** The requests that are open. */
export class Devices {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Opens a request at `now`, in milliseconds since 1970. Throws `ToolFailure` when too many are open. */
  async begin({ name, scopes }: DeviceRequest, now: number): Promise<DeviceCodes> {
    // Those of a clock that was set back since would be open for as long as that is back, and keep others out.
    const latest = now + DEVICE_SECONDS * 1000;
    this.#sql.exec('DELETE FROM device WHERE expires_at <= ? OR expires_at > ?', now, latest);
    const { count } = this.#sql.exec<{ count: number }>('SELECT count(*) AS count FROM device').one();
    if (count >= MOST_OPEN) {
      throw new ToolFailure({
        errorType: 'too_many_calls',
        message: 'Too many programs are signing in at this moment.',
        advice: 'Try again in some minutes.',
        details: { retry_after: DEVICE_SECONDS },
        headers: { 'retry-after': String(DEVICE_SECONDS) },
      });
    }
    const deviceCode = randomSecret();
    const userCode = randomCode();
    this.#sql.exec(
      "INSERT INTO device VALUES (?, ?, ?, ?, ?, 'open', NULL, 0)",
      await sha256(deviceCode),
      userCode,
      name,
      scopes.join(','),
      latest,
    );
    return { deviceCode, userCode };
  }

  /** The open request whose code a person typed, in whatever way. */
  find(userCode: string, now: number): DeviceRequest | undefined {
    const row = this.#open(userCode, now);
    return row && requestOf(row);
  }

  /** Allows an open request for `holder`, with `scopes`, or denies it; false when there is none with that code. */
  decide(
    userCode: string,
    allowed: { readonly holder: Holder; readonly scopes: readonly Scope[] } | undefined,
    now: number,
  ) {
    const row = this.#open(userCode, now);
    if (row === undefined) return false;
    this.#sql.exec(
      'UPDATE device SET state = ?, holder = ?, scopes = ? WHERE digest = ?',
      allowed === undefined ? 'denied' : 'allowed',
      allowed === undefined ? null : JSON.stringify(allowed.holder),
      allowed === undefined ? row.scopes : allowed.scopes.join(','),
      row.digest,
    );
    return true;
  }

  /** How the request of the program with that code stands; it is gone once it was decided and told. */
  async ask(deviceCode: string, now: number): Promise<DeviceStanding> {
    const digest = await sha256(deviceCode);
    const [row] = this.#sql
      .exec<Row>('SELECT * FROM device WHERE digest = ? AND expires_at > ?', digest, now)
      .toArray();
    if (row === undefined) return { kind: 'unknown' };
    if (row.state === 'open') {
      this.#sql.exec('UPDATE device SET asked_at = ? WHERE digest = ?', now, digest);
      return { kind: now - row.asked_at < INTERVAL_SECONDS * 1000 - SLACK_MS ? 'too_fast' : 'waiting' };
    }
    this.#sql.exec('DELETE FROM device WHERE digest = ?', digest);
    if (row.holder === null) return { kind: 'denied' };
    return { kind: 'allowed', holder: holderSchema.parse(JSON.parse(row.holder)), ...requestOf(row) };
  }

  #open(userCode: string, now: number): Row | undefined {
    const typed = userCode.toUpperCase().replace(/[^A-Z]/g, '');
    const select = "SELECT * FROM device WHERE user_code = ? AND expires_at > ? AND state = 'open'";
    return this.#sql.exec<Row>(select, typed, now).toArray()[0];
  }
}

/** Milliseconds by which a program may be early. */
const SLACK_MS = 500;

function requestOf({ name, scopes }: Row): DeviceRequest {
  return { name, scopes: scopes.split(',').filter(isScope) };
}

/** Letters that each come up alike: bytes beyond the last whole round of the alphabet are left out. */
function randomCode(): string {
  const most = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < CODE_LETTERS) {
    const fitting = [...crypto.getRandomValues(new Uint8Array(16))].filter((byte) => byte < most);
    code += fitting.map((byte) => LETTERS[byte % LETTERS.length]).join('');
  }
  return code.slice(0, CODE_LETTERS);
}
