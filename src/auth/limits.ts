/** What one user may use at a time. The user's own object counts it, so that the front's many isolates count as one. */

/** What a user may use from midnight to midnight UTC. */
export interface DayLimits {
  readonly callsPerDay: number;
  /** Of bodies and messages, received and sent together. */
  readonly bytesPerDay: number;
  /** Of counted work that engines report. */
  readonly engineSecondsPerDay: number;
}

/** Limits of a user. */
export interface Limits extends DayLimits {
  /** Calls of tools and requests to routes; {@link CallGate} says how they are spread. */
  readonly callsPerMinute: number;
  /** Of tools that reason, among those; the contract of `deep-code-reasoning.md` has it. */
  readonly reasoningCallsPerMinute: number;
  /** Of the same that run at a time. */
  readonly callsAtOnce: number;
  readonly webSockets: number;
  readonly pythonSessions: number;
  readonly workspaces: number;
}

/** The limits of every user: a working agent never meets them. */
export const DEFAULT_LIMITS: Limits = {
  callsPerMinute: 600,
  reasoningCallsPerMinute: 60,
  callsAtOnce: 64,
  webSockets: 100,
  pythonSessions: 100,
  workspaces: 100,
  callsPerDay: 100_000,
  bytesPerDay: 20_000_000_000,
  engineSecondsPerDay: 100_000,
};

/** The settings that change limits: whole numbers from 1 on. */
const SETTINGS = {
  CALLS_PER_MINUTE: 'callsPerMinute',
  REASONING_CALLS_PER_MINUTE: 'reasoningCallsPerMinute',
  CALLS_PER_DAY: 'callsPerDay',
  BYTES_PER_DAY: 'bytesPerDay',
  ENGINE_SECONDS_PER_DAY: 'engineSecondsPerDay',
} as const satisfies Record<string, keyof Limits>;
const SETTING_NAMES = [
  'CALLS_PER_MINUTE',
  'REASONING_CALLS_PER_MINUTE',
  'CALLS_PER_DAY',
  'BYTES_PER_DAY',
  'ENGINE_SECONDS_PER_DAY',
] as const;

/** See {@link SETTINGS}; nothing is the default. */
export type LimitSettings = { readonly [name in keyof typeof SETTINGS]?: string };

/** The limits with those that the settings change, and what is wrong with settings. */
export function parseLimits(settings: LimitSettings): {
  readonly limits: Limits;
  readonly problems: readonly string[];
} {
  const given = SETTING_NAMES.flatMap((name) => {
    const text = settings[name]?.trim() ?? '';
    return text === '' ? [] : [{ name, text }];
  });
  const isNumber = ({ text }: { readonly text: string }) => /^[1-9]\d{0,14}$/.test(text);
  const changed = given.filter(isNumber).map(({ name, text }) => [SETTINGS[name], Number(text)] as const);
  return {
    limits: { ...DEFAULT_LIMITS, ...Object.fromEntries(changed) },
    problems: given
      .filter((each) => !isNumber(each))
      .map(({ name }) => `${name} is a whole number from 1 to 999999999999999, without separators.`),
  };
}

/** Headers that tell how far the calls of a user have come; pages may read them. */
export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
