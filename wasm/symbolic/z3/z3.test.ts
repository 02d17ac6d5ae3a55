import { beforeAll, describe, expect, test } from 'vitest';
import { startZ3 } from '../../../scripts/lib/node-engine.ts';
import { priceOf } from './fuel.ts';
import { SmtError, type SolverAnswer, type Z3 } from './z3.ts';

const FUEL = 200_000_000;
const TRIVIAL = '(declare-const x Int)(assert (> x 41))';
/** No sum of three small cubes; every procedure searches on. */
const ENDLESS = `(declare-const x Int)(declare-const y Int)(declare-const z Int)
  (assert (= (+ (* x x x) (* y y y) (* z z z)) 33))`;

let z3: Z3;
beforeAll(async () => {
  z3 = await startZ3();
}, 60_000);

const status = (script: string): string => z3.checkAtOnce(script, [], FUEL).status;
/** `count` times `before`, then `core`, then as many times `after`. */
const nest = (count: number, before: string, core: string, after: string): string =>
  before.repeat(count) + core + after.repeat(count);

/** The instance works as on the first day. */
function expectRecovered(): void {
  expect(z3.checkAtOnce(TRIVIAL, ['x'], FUEL)).toMatchObject({ status: 'sat', values: '((x 42))' });
}

describe('theories', () => {
  test.each<[string, SolverAnswer['status'], string]>([
    ['integers', 'sat', '(declare-const x Int)(assert (= (* x x) 1522756))'],
    ['unbounded integers', 'unsat', '(declare-const x Int)(assert (= (* 2 x) 36893488147419103233))'],
    ['floor division', 'unsat', '(declare-const x Int)(assert (not (= x (+ (* 7 (div x 7)) (mod x 7)))))'],
    [
      'division by an unknown',
      'unsat',
      '(declare-const x Int)(declare-const y Int)(assert (not (= y 0)))(assert (not (= x (+ (* y (div x y)) (mod x y)))))',
    ],
    ['no square root of two', 'unsat', '(declare-const x Int)(assert (> x 1))(assert (= (* x x) 2))'],
    ['reals', 'sat', '(declare-const r Real)(assert (= (* r r) 2.0))'],
    ['bit-vectors', 'sat', '(declare-const b (_ BitVec 16))(assert (= (bvmul b #x0003) #x0015))'],
    [
      'arrays',
      'unsat',
      '(declare-const a (Array Int Int))(declare-const i Int)(assert (not (= (select (store a i 7) i) 7)))',
    ],
    ['sequences', 'sat', '(declare-const q (Seq Int))(assert (= (seq.len q) 3))(assert (= (seq.nth q 1) 5))'],
    ['strings', 'sat', '(declare-const s String)(assert (= (str.to_int s) 4217))'],
    [
      'string order',
      'unsat',
      '(declare-const s String)(declare-const t String)(assert (str.< s t))(assert (str.< t s))',
    ],
    [
      'regular expressions',
      'unsat',
      '(declare-const s String)(assert (str.in_re s (re.+ (re.range "0" "9"))))(assert (str.contains s "x"))',
    ],
    ['floats', 'unsat', '(declare-const f Float64)(assert (not (= f f)))'],
    ['not a number', 'sat', '(declare-const f Float64)(assert (not (fp.eq f f)))'],
    [
      'overflow to infinity',
      'sat',
      '(declare-const f Float64)(assert (not (fp.isInfinite f)))(assert (fp.isInfinite (fp.add RNE f f)))',
    ],
    ['quantifiers', 'unsat', '(declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f x) x)))(assert (< (f 3) 3))'],
    [
      'datatypes',
      'unsat',
      '(declare-datatypes ((T 0)) (((leaf) (node (v Int)))))(declare-const t T)(assert (and ((_ is leaf) t) (= t (node 1))))',
    ],
  ])('%s', (_name, expected, script) => {
    expect(status(script)).toBe(expected);
  });

  test.each<[string, number]>([
    ['sat', 10],
    ['unsat', 9],
  ])('Horn clauses: an invariant of a loop to ten is %s', (expected, bound) => {
    const script = `(set-logic HORN)(declare-fun inv (Int) Bool)
      (assert (forall ((x Int)) (=> (= x 0) (inv x))))
      (assert (forall ((x Int)) (=> (and (inv x) (< x 10)) (inv (+ x 1)))))
      (assert (forall ((x Int)) (=> (and (inv x) (> x ${bound})) false)))`;
    expect(status(script)).toBe(expected);
  });

  test('values of terms', () => {
    const script =
      '(declare-const x Int)(declare-const s String)(assert (= x (- 3)))(assert (= s "\\u{e9}\\u{1f40d}"))';
    const { values } = z3.checkAtOnce(script, ['x', '(* x x)', 's', '(= x 0)'], FUEL);
    expect(values.replace(/\s+/g, ' ')).toBe('((x (- 3)) ((* x x) 9) (s "\\u{e9}\\u{1f40d}") ((= x 0) false))');
  });
});

describe('independence of history', () => {
  const scripts = [
    TRIVIAL,
    ENDLESS,
    '(declare-const x Int)(declare-const y Int)(assert (= (* x y) 391))(assert (> x 1))(assert (> y x))',
    '(declare-const s String)(assert (str.contains s "ab"))(assert (= (str.len s) 5))',
    '(declare-const f Float64)(assert (fp.lt f ((_ to_fp 11 53) RNE 1.5)))(assert (fp.gt f ((_ to_fp 11 53) RNE 1.25)))',
    '(declare-const x Bool)(assert (and x (not x)))',
    '(declare-const x String)(assert (= (str.++ x "a") (str.++ "a" x)))(assert (> (str.len x) 2))',
    '(declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f x) x)))(assert (< (f 3) 10))',
  ];
  const answer = (solver: Z3, script: string): SolverAnswer =>
    solver.checkAtOnce(script, script === scripts[4] ? ['f'] : [], 6_000_000);

  test('shuffled checks, failures between them, give the same answers and fuel as a new instance', async () => {
    const expected = scripts.map((script) => answer(z3, script));
    const other = await startZ3();
    for (let round = 1; round <= 5; round++) {
      for (let step = 0; step < scripts.length; step++) {
        const index = (step * 3 + round) % scripts.length;
        const script = scripts[index] ?? TRIVIAL;
        expect(answer(other, script), script).toEqual(expected[index]);
        if (step === round) expect(() => other.checkAtOnce('(assert missing)', [], FUEL)).toThrow(SmtError);
      }
    }
  });

  test('300 checks leave the memory as large as the first ones made it', () => {
    for (const script of scripts) answer(z3, script);
    const before = z3.heapBytes();
    for (let count = 0; count < 300; count++) answer(z3, scripts[count % 2 === 0 ? 3 : 5] ?? TRIVIAL);
    expect(z3.heapBytes()).toBe(before);
  });
});

describe('limits', () => {
  test('fuel', () => {
    expect(z3.checkAtOnce(ENDLESS, ['x'], 20_000_000)).toEqual({
      status: 'unknown',
      values: '',
      reason: 'fuel',
      fuel: 20_000_000,
    });
    expectRecovered();
  });

  test.each([
    ['products of unknowns', 2, ENDLESS],
    ['remainders by unknowns', 2, `(declare-const a Int)(declare-const b Int)(assert (> (mod (+ a 1) b) 0))${ENDLESS}`],
    ['strings', 2, `(declare-const s String)(assert (not (= s "a")))${ENDLESS}`],
    ['floats', 2.5, `(declare-const f Float64)${ENDLESS}`],
    ['linear integers', 1, '(declare-const a Int)(assert (= (mod (+ a 1) 7) (* 3 (div a (- 5)))))'],
    ['literal factors', 1, '(declare-const a Int)(assert (<= 0 (* (- 1) a)))'],
  ])('a unit costs more for %s', (_kind, price, script) => {
    expect(priceOf(script)).toBe(price);
    expect(z3.checkAtOnce(script, [], 3_000_001).fuel).toBeLessThanOrEqual(3_000_001);
  });

  test('no fuel at all', () => {
    expect(z3.checkAtOnce(TRIVIAL, [], 0)).toEqual({ status: 'unknown', values: '', reason: 'fuel', fuel: 0 });
    expectRecovered();
  });

  test('memory', () => {
    const script = `(declare-const f Float64)(assert (fp.isNaN ${nest(1000, '(fp.add RNE f ', 'f', ')')}))`;
    expect(z3.checkAtOnce(script, [], 2_000_000_000)).toMatchObject({ status: 'unknown', reason: 'memory' });
    expectRecovered();
  });

  test('a script larger than the memory', () => {
    const script = `${TRIVIAL}; ${' '.repeat(100_000_000)}`;
    expect(z3.checkAtOnce(script, [], FUEL)).toMatchObject({ status: 'unknown', reason: 'memory' });
    expectRecovered();
  });

  test.each([
    ['sums', `(declare-const x Int)(assert (= ${nest(10_000, '(+ 1 ', 'x', ')')} 5))`],
    ['negations', `(declare-const p Bool)(assert ${nest(10_000, '(not ', 'p', ')')})`],
    ['conjunctions', `(declare-const x Int)(assert ${nest(10_000, '(and (> x 0) ', '(= x 5)', ')')})`],
  ])('10,000 nested %s', (_name, script) => {
    expect(status(script)).toBe('sat');
  });

  test('a million nested terms', () => {
    const script = `(declare-const p Bool)(assert ${nest(1_000_000, '(not ', 'p', ')')})`;
    expect(z3.checkAtOnce(script, [], FUEL).status).toBe('unknown');
    expectRecovered();
  });

  test.each([
    ['an unknown constant', '(assert (> y 0))', [], /unknown constant y/],
    ['an unbalanced parenthesis', '(assert (> 1 0)', [], /unexpected end of file|invalid/],
    ['a sort error', '(declare-const x Int)(assert (and x x))', [], /does not accept/],
    ['an unknown value', TRIVIAL, ['y'], /unknown constant y/],
    ['a null byte', `${TRIVIAL}\0(assert false)`, [], /character/],
    ['a character beyond ASCII', '(declare-const s String)(assert (= s "é"))', [], /character "é"; write/],
  ])('%s is an error of the script', (_name, script, values, message) => {
    expect(() => z3.checkAtOnce(script, values, FUEL)).toThrow(message);
    expectRecovered();
  });
});

describe('in slices', () => {
  const rest = () => new Promise<void>((resolve) => setImmediate(resolve));

  test('gives the answers and the fuel that it gives at once', async () => {
    const other = await startZ3();
    const sums = '(declare-const f Float64)(assert (= (fp.add RNE f f) (fp.mul RNE f f)))(assert (fp.gt f f))';
    for (const [script, fuel] of [
      [TRIVIAL, FUEL],
      [ENDLESS, 30_000_000],
      [sums, FUEL],
      [ENDLESS, 7_654_321],
      [`(declare-const x Int)(assert ${nest(10_000, '(and (> x 0) ', '(= x 5)', ')')})`, FUEL],
    ] as const) {
      expect(await other.check(script, ['(= 1 1)'], fuel, rest)).toEqual(z3.checkAtOnce(script, ['(= 1 1)'], fuel));
    }
  });

  test('pauses while it works, and others may use another instance meanwhile', async () => {
    const other = await startZ3();
    let pauses = 0;
    const answer = await other.check(ENDLESS, [], 60_000_000, async () => {
      pauses++;
      await rest();
      expectRecovered();
    });
    expect(answer).toEqual(z3.checkAtOnce(ENDLESS, [], 60_000_000));
    expect(pauses).toBeGreaterThanOrEqual(9);
  });

  test('ends in what a pause throws, and the next check works', async () => {
    const other = await startZ3();
    const gone = new Error('gone');
    let pauses = 0;
    const leave = async () => {
      await rest();
      if (++pauses === 3) throw gone;
    };
    await expect(other.check(ENDLESS, [], 1_000_000_000, leave)).rejects.toBe(gone);
    expect(pauses).toBe(3);
    expect(await other.check(TRIVIAL, ['x'], FUEL, rest)).toEqual(z3.checkAtOnce(TRIVIAL, ['x'], FUEL));
  });

  test('is given up where it takes longer than can be waited for', () => {
    expect(z3.checkAtOnce(ENDLESS, [], 60_000_000, 1_000_000)).toBeUndefined();
    expect(z3.checkAtOnce(TRIVIAL, ['x'], FUEL, 1_000_000)).toMatchObject({ values: '((x 42))' });
  });
});

test('a defect of who calls is no answer', async () => {
  const other = await startZ3();
  const broken = (): Promise<void> => {
    throw new TypeError('a defect');
  };
  await expect(other.check(ENDLESS, [], FUEL, broken)).rejects.toThrow('a defect');
});

test('the version is Z3’s own', () => {
  expect(z3.version()).toMatch(/^Z3 \d+\.\d+/);
});
