import { expect, it } from 'vitest';
import { interpreterOf } from '../execute/interpreter.ts';
import { Terms } from '../terms/strings.ts';
import { exceptionClass } from '../values/classes.ts';
import type { ExceptionValue } from '../values/value.ts';
import { frameOf } from './frame.ts';
import { Machine } from './machine.ts';
import type { Raised } from './outcomes.ts';
import { INITIAL_STATE } from './state.ts';

const LIMITS = { steps: 100, unrolling: 4, recursion: 4, isInductive: false, callDepth: 10 };
const ERROR: ExceptionValue = { kind: 'exception', class: exceptionClass('ValueError') };

function machine(): Machine {
  return new Machine({ terms: new Terms(), feasibility: { isFeasible: () => true }, limits: LIMITS, interpreterOf });
}

it.each<[string, (one: Machine) => unknown]>([
  ['raises', (one) => one.raise(ERROR)],
  ['is given up', (one) => one.cut('test', 'nothing is modelled')],
  ['assumes what is false', (one) => one.assume(one.terms.false)],
  ['has no end to go on from', (one) => one.continueFromAll([])],
  ['returns', (one) => one.returnValue(ERROR, 1)],
  ['allocates', (one) => one.allocate(ERROR)],
])('follows no path outside of an attempt: one that %s', (_, work) => {
  expect(() => work(machine())).toThrow('no path is being followed');
});

it('counts the making of terms as work, and gives up the path that makes too many', () => {
  const one = machine();
  expect(one.work).toBe(0);
  one.attempt(INITIAL_STATE, () => one.step());
  expect(one.work).toBe(1);
  for (let value = 0; value < 4_000; value++) one.terms.int(value);
  expect(one.work).toBeGreaterThan(LIMITS.steps);
  let goesOn = false;
  one.withhold(() =>
    one.attempt(INITIAL_STATE, () => {
      one.step();
      goesOn = true;
    }),
  );
  expect(goesOn).toBe(false);
});

it('catches the end of a path where it was begun', () => {
  const one = machine();
  const caught: Raised[] = [];
  expect(one.collect(caught, () => one.attempt(INITIAL_STATE, () => one.raise(ERROR)))).toBeUndefined();
  expect(caught.map(({ exception }) => exception)).toEqual([ERROR]);
  expect(() => one.state).toThrow('no path is being followed');
});

it('puts back what surrounded a piece of work that ends its path', () => {
  const one = machine();
  const frame = frameOf([7]);
  const call = { name: 'f', condition: undefined, line: 3 };
  one.moveTo(2);
  one.attempt(INITIAL_STATE, () =>
    one.withCall(call, frame, [], () =>
      one.guarded([], () =>
        one.whileHandling(ERROR, () => {
          expect([one.frame, one.callStack, one.handling, one.isGuarded]).toEqual([frame, [call], ERROR, true]);
          one.moveTo(9);
          return one.endPath();
        }),
      ),
    ),
  );
  expect([one.frame, one.callStack, one.handling, one.isGuarded, one.line]).toEqual([
    frameOf([]),
    [],
    undefined,
    false,
    2,
  ]);
});

it('loses no exception of work that is held back and ends its path itself', () => {
  const one = machine();
  const caught: Raised[] = [];
  one.collect(caught, () => one.attempt(INITIAL_STATE, () => one.withhold(() => one.raise(ERROR))));
  expect(caught).toHaveLength(1);
});
