import { describe, expect, it } from 'vitest';
import { tester } from '../../test/tool-context.ts';
import { CallGate, type Entry, type GateStore, missingScope } from './call-gate.ts';
import type { DayUse, Measure } from './day-budget.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const NOW = 1_000_000_000_000;

/** A gate whose state a later one takes up. */
function createGate(store: GateStore = memory()) {
  const gate = new CallGate(store);
  const caller = tester({ limits: { ...DEFAULT_LIMITS, callsPerMinute: 6, callsAtOnce: 2 } });
  return {
    /** Whether a call gets in that ends at once. */
    call(now: number): boolean {
      const entry = gate.enter(caller, ['read'], now);
      if ('leave' in entry) entry.leave();
      return 'leave' in entry;
    },
    enter: (now: number) => gate.enter(caller, ['read'], now),
  };
}

function memory(): GateStore {
  const kept = new Map<string, number>();
  const days = new Map<Measure, DayUse>();
  return {
    readDay: (measure) => days.get(measure),
    writeDay: (measure, use) => days.set(measure, use),
    read: (rate) => kept.get(rate) ?? 0,
    write: (rate, fullAt) => kept.set(rate, fullAt),
  };
}

function denialAt(gate: ReturnType<typeof createGate>, now: number) {
  const entry = gate.enter(now);
  return 'denial' in entry ? entry.denial : undefined;
}

describe('a call gate', () => {
  it('takes the calls of a minute at once, then one for each share of it', () => {
    const gate = createGate();
    for (let call = 0; call < 6; call++) expect(gate.call(NOW)).toBe(true);
    expect(denialAt(gate, NOW)).toMatchObject({
      reason: 'too_many_calls',
      retryAfterSeconds: 10,
      message: expect.stringContaining('6 a minute'),
      advice: expect.stringContaining('Wait 10 seconds'),
    });
    expect(denialAt(gate, NOW + 9_500)?.advice).toContain('Wait 1 second,');
    expect(gate.call(NOW + 10_000)).toBe(true);
    expect(gate.call(NOW + 10_000)).toBe(false);
    const admitted = Array.from({ length: 600 }, (_, tenth) => gate.call(NOW + 10_100 + tenth * 100)).filter(Boolean);
    expect(admitted).toHaveLength(6);
  });

  it('goes on where it was after its object left memory', () => {
    const store = memory();
    const before = createGate(store);
    for (let call = 0; call < 6; call++) before.call(NOW);
    expect(createGate(store).call(NOW + 5_000)).toBe(false);
    expect(createGate(store).call(NOW + 10_000)).toBe(true);
  });

  it('keeps nobody out for longer when the clock is set back', () => {
    const gate = createGate();
    for (let call = 0; call < 6; call++) gate.call(NOW);
    const before = NOW - 86_400_000;
    expect(denialAt(gate, before)?.retryAfterSeconds).toBe(10);
    expect(gate.call(before + 10_000)).toBe(true);
  });

  it('counts the calls that run, each until it leaves, once', () => {
    const gate = createGate();
    const [first, second] = [gate.enter(NOW), gate.enter(NOW)];
    expect(denialAt(gate, NOW)).toMatchObject({ reason: 'too_many_calls', retryAfterSeconds: 1 });
    if (!('leave' in first)) throw new Error('The first call was not let in.');
    first.leave();
    first.leave();
    expect(gate.enter(NOW)).toHaveProperty('leave');
    expect(gate.enter(NOW)).toHaveProperty('denial');
    expect(second).toHaveProperty('leave');
  });

  it('holds tools that reason to a rate of their own, and tells what is left', () => {
    const gate = new CallGate(memory());
    const caller = tester({ limits: { ...DEFAULT_LIMITS, callsPerMinute: 6, reasoningCallsPerMinute: 2 } });
    const enter = (rate: 'calls' | 'reasoning') => gate.enter(caller, ['read'], NOW, rate);
    const left = (rate: 'calls' | 'reasoning') => gate.standing(caller, NOW, rate).remaining;
    expect([left('reasoning'), left('calls')]).toEqual([2, 6]);
    for (let call = 0; call < 2; call++) expect(enter('reasoning')).toHaveProperty('leave');
    expect(enter('reasoning')).toMatchObject({
      denial: { retryAfterSeconds: 30, message: expect.stringContaining('calls of tools that reason are more than 2') },
    });
    expect([left('reasoning'), left('calls')]).toEqual([0, 4]);
    expect(gate.standing(caller, NOW, 'reasoning')).toEqual({ limit: 2, remaining: 0, fullAt: NOW + 60_000 });
    for (let call = 0; call < 4; call++) expect(enter('calls')).toHaveProperty('leave');
    expect(enter('calls')).toHaveProperty('denial');
  });

  it('asks for the scope first, and does not count who has not got it', () => {
    const gate = new CallGate(memory());
    const reader = tester({ scopes: ['read'], limits: { ...DEFAULT_LIMITS, callsPerMinute: 1 } });
    for (let call = 0; call < 5; call++) {
      expect(gate.enter(reader, ['write'], NOW)).toMatchObject({
        denial: {
          reason: 'insufficient_scope',
          scope: 'write',
          message: "This needs the scope 'write'. The API key 'laptop' has 'read'.",
        },
      });
    }
    expect(gate.enter(reader, ['read'], NOW)).toHaveProperty('leave');
  });
});

describe('missingScope', () => {
  it('takes no scope for another', () => {
    expect(missingScope(tester({ scopes: ['admin', 'write'] }), ['read'])?.scope).toBe('read');
    expect(missingScope(tester({ scopes: ['read'] }), ['read'])).toBeUndefined();
  });

  it('wants every scope that is needed, and names them all', () => {
    expect(missingScope(tester({ scopes: ['run'] }), ['run', 'write'])).toMatchObject({
      scope: 'run write',
      message: "This needs the scopes 'run' and 'write'. The API key 'laptop' has 'run'.",
    });
    expect(missingScope(tester({ scopes: ['run', 'write'] }), ['run', 'write'])).toBeUndefined();
  });
});

describe('the day of a call gate', () => {
  const NOON = Date.UTC(2026, 10, 27, 12);
  const caller = tester({ limits: { ...DEFAULT_LIMITS, callsPerDay: 2, bytesPerDay: 1000 } });
  const denialOf = (entry: Entry) => ('denial' in entry ? entry.denial : undefined);

  it('refuses what is more until midnight UTC, and counts nothing that it refuses', () => {
    const store = memory();
    const gate = new CallGate(store);
    expect(denialOf(gate.enter(caller, ['read'], NOON))).toBeUndefined();
    expect(gate.standing(caller, NOON, 'calls')).toMatchObject({ limit: 2, remaining: 1 });
    expect(denialOf(gate.enter(caller, ['read'], NOON))).toBeUndefined();
    expect(denialOf(gate.enter(caller, ['read'], NOON))).toMatchObject({
      reason: 'day_spent',
      retryAfterSeconds: 12 * 3600,
      message: expect.stringContaining('2 of 2 calls'),
      advice: expect.stringContaining('2026-11-28T00:00:00.000Z'),
      facts: { measure: 'calls', used: 2, allowed: 2, renews_at: '2026-11-28T00:00:00.000Z' },
    });
    expect(new CallGate(store).day.used(NOON).calls).toBe(2);
    expect(denialOf(new CallGate(store).enter(caller, ['read'], NOON))?.reason).toBe('day_spent');
    expect(denialOf(gate.enter(caller, ['read'], NOON + 12 * 3_600_000))).toBeUndefined();
  });

  it('lets upkeep go on, and counts bytes and work that are known afterwards', () => {
    const gate = new CallGate(memory());
    gate.day.add('bytes', 1200, NOON);
    expect(denialOf(gate.enter(caller, ['read'], NOON))?.facts).toMatchObject({ measure: 'bytes', used: 1200 });
    expect(gate.standing(caller, NOON, 'calls')).toMatchObject({ remaining: 0 });
    expect(denialOf(gate.enter(caller, ['read'], NOON, 'upkeep'))).toBeUndefined();
    expect(gate.day.used(NOON)).toEqual({ calls: 0, bytes: 1200, engineSeconds: 0, renewsAt: NOON + 12 * 3_600_000 });
  });

  const MIDNIGHT = Date.UTC(2026, 10, 28);
  const isLetIn = (gate: CallGate, now: number) => denialOf(gate.enter(caller, ['read'], now)) === undefined;

  it('gives no second budget when the clock is set back over midnight', () => {
    const gate = new CallGate(memory());
    expect([1, 2, 3].map((ms) => isLetIn(gate, MIDNIGHT - ms))).toEqual([true, true, false]);
    expect(isLetIn(gate, MIDNIGHT + 1)).toBe(true);
    // The bucket of a minute fills up again first.
    expect(isLetIn(gate, MIDNIGHT - 61_000)).toBe(false);
    expect(isLetIn(gate, MIDNIGHT - 60_000)).toBe(true);
    // The budget of the day that had begun is spent, until that day ends.
    expect(denialOf(gate.enter(caller, ['read'], MIDNIGHT - 60_000))).toMatchObject({
      reason: 'day_spent',
      retryAfterSeconds: 24 * 3600 + 60,
      facts: { renews_at: '2026-11-29T00:00:00.000Z' },
    });
    expect(gate.standing(caller, MIDNIGHT - 60_000, 'calls')).toMatchObject({
      remaining: 0,
      fullAt: MIDNIGHT + 24 * 3_600_000,
    });
    expect(isLetIn(gate, MIDNIGHT + 1)).toBe(false);
    expect(isLetIn(gate, MIDNIGHT + 24 * 3_600_000)).toBe(true);
  });

  it('keeps nobody out for longer than a day when the clock was years ahead', () => {
    const gate = new CallGate(memory());
    const ahead = MIDNIGHT + 400 * 24 * 3_600_000;
    expect([1, 2, 3].map((ms) => isLetIn(gate, ahead + ms))).toEqual([true, true, false]);
    expect(denialOf(gate.enter(caller, ['read'], NOON))?.facts).toMatchObject({
      renews_at: '2026-11-28T00:00:00.000Z',
    });
    expect(isLetIn(gate, MIDNIGHT)).toBe(false);
    expect(isLetIn(gate, MIDNIGHT + 1_000)).toBe(true);
  });
});
