/** The budget against clocks of its own: one that runs, and one that stands still while code is busy. */
import { describe, expect, test } from 'vitest';
import { Budget, SPIN_CHUNK } from './budget.ts';

function runningClock(): { now: number; read: () => number } {
  const clock = { now: 0, read: () => (clock.now += 0.001) };
  return clock;
}

describe('a step limit', () => {
  test('ends the run after exactly so many steps', () => {
    const budget = new Budget(runningClock().read);
    budget.begin({ stepLimit: 2500 });
    const quotas: number[] = [];
    for (let decision = 'continue'; decision === 'continue'; ) {
      quotas.push(budget.quota);
      decision = budget.decide(true, false);
    }
    expect(quotas).toEqual([1000, 1000, 500]);
    expect(budget.stopReason).toBe('limit');
  });

  test('interrupts again, then kills', () => {
    const budget = new Budget(runningClock().read);
    budget.begin({ stepLimit: 1 });
    const decisions = Array.from({ length: 3_000_000 }, () => budget.decide(true, false));
    expect(decisions.filter((decision) => decision === 'interrupt').length).toBeGreaterThan(2);
    expect(decisions.at(-1)).toBe('kill');
  });

  test('also bounds loops in C', () => {
    const budget = new Budget(runningClock().read);
    budget.begin({ stepLimit: 1000 });
    let spins = 1;
    while (budget.spun(false) !== 'kill') spins++;
    expect(spins * SPIN_CHUNK).toBeLessThan(200_000_000);
    expect(budget.stopReason).toBe('limit');
  });
});

describe('a time limit', () => {
  test('is none the longer for a clock that is set back', () => {
    const clock = runningClock();
    const budget = new Budget(clock.read);
    budget.begin({ timeoutMs: 100 });
    clock.now += 60;
    expect(budget.decide(true, false)).toBe('continue');
    clock.now -= 86_400_000;
    expect(budget.decide(true, false)).toBe('continue');
    clock.now += 60;
    expect([budget.decide(true, false), budget.stopReason]).toEqual(['interrupt', 'timeout']);
  });

  test('interrupts once it has passed', () => {
    const clock = runningClock();
    const budget = new Budget(clock.read);
    budget.begin({ timeoutMs: 100 });
    expect(budget.decide(true, false)).toBe('continue');
    clock.now += 101;
    expect([budget.decide(true, false), budget.stopReason]).toEqual(['interrupt', 'timeout']);
  });

  test('is seen between turns where the clock stands still while code is busy', () => {
    let now = 0;
    const budget = new Budget(() => now);
    budget.begin({ timeoutMs: 100 });
    expect(budget.decide(true, true)).toBe('suspend');
    now = 101;
    expect(budget.resume()).toBe('interrupt');
  });

  test('ends loops in C although the clock stands still', () => {
    const budget = new Budget(() => 0);
    budget.begin({ timeoutMs: 100 });
    let spins = 1;
    while (budget.spun(false) !== 'kill') spins++;
    expect(spins).toBeGreaterThan(25);
    expect(budget.stopReason).toBe('timeout');
  });
});

test('loops in C let other events have a turn, and are killed some time after an interrupt', () => {
  const clock = runningClock();
  const budget = new Budget(clock.read);
  budget.begin({});
  expect(budget.spun(true)).toBe('continue');
  clock.now += 25;
  expect(budget.spun(false)).toBe('continue');
  expect(budget.spun(true)).toBe('suspend');
  budget.stop('interrupted');
  budget.wake();
  expect(budget.spun(true)).toBe('continue');
  clock.now += 1000;
  expect(budget.spun(false)).toBe('continue');
  clock.now += 1000;
  expect(budget.spun(false)).toBe('kill');
  expect(budget.stopReason).toBe('interrupted');
});

test('loops in C that are late are made to raise, then refused memory, and not sooner after an interrupt than others', () => {
  const clock = runningClock();
  const budget = new Budget(clock.read);
  budget.begin({ timeoutMs: 100 });
  clock.now += 150;
  expect([budget.insistence(), budget.stopReason]).toEqual([undefined, undefined]);
  clock.now += 100;
  expect([budget.insistence(), budget.stopReason]).toEqual(['raise', 'timeout']);
  clock.now += 300;
  expect(budget.insistence()).toBe('refuse');
  expect(budget.insist()).toBe('interrupt');
  clock.now += 450;
  expect(budget.insistence()).toBeUndefined();
  clock.now += 100;
  expect(budget.insistence()).toBe('raise');
});

test('a step limit makes loops in C raise, too', () => {
  const budget = new Budget(runningClock().read);
  budget.begin({ stepLimit: 1000 });
  expect(budget.insistence()).toBeUndefined();
  for (let spins = 0; spins < 10; spins++) budget.spun(false);
  expect([budget.insistence(), budget.stopReason]).toEqual(['raise', 'limit']);
});

test('other events get a turn after a slice, and only where the stack can be suspended', () => {
  const clock = runningClock();
  const budget = new Budget(clock.read);
  budget.begin({});
  expect(budget.decide(true, true)).toBe('continue');
  clock.now += 25;
  expect(budget.decide(true, false)).toBe('continue');
  expect(budget.decide(true, true)).toBe('suspend');
  expect(budget.resume()).toBe('continue');
  expect(budget.decide(true, true)).toBe('continue');
});

test('the report on a stopped run gets time before the next interrupt', () => {
  const clock = runningClock();
  const budget = new Budget(clock.read);
  budget.begin({ timeoutMs: 100 });
  clock.now += 1400;
  expect(budget.decide(true, false)).toBe('interrupt');
  clock.now += 400;
  budget.settle();
  clock.now += 400;
  expect(budget.decide(true, false)).toBe('continue');
});

test('code between runs is killed when it does not end', () => {
  const budget = new Budget(runningClock().read);
  budget.begin({});
  budget.end();
  expect(budget.decide(true, false)).toBe('continue');
  const decisions = Array.from({ length: 5000 }, () => budget.decide(true, false));
  expect(decisions.at(-1)).toBe('kill');
});
