/** The simplifying constructors against plain expressions: proved equal by Z3, and computed equal under random models. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadZ3 } from '../../scripts/lib/node-engine.ts';
import { Random } from '../../src/lib/random.ts';
import { SORT_NAMES } from '../../src/symbolic/smt/literals.ts';
import { lower } from '../../src/symbolic/smt/lower.ts';
import { evaluate } from '../../src/symbolic/terms/evaluate.ts';
import { Terms } from '../../src/symbolic/terms/strings.ts';
import type { Sort } from '../../src/symbolic/terms/term.ts';
import type { Z3 } from '../../wasm/symbolic/z3/z3.ts';
import { amount, seedOf } from '../generated.ts';
import { type Expression, RandomTerms, type Theories, VARIABLES } from './random-terms.ts';

let z3: Z3;
beforeAll(async () => {
  z3 = await loadZ3();
});

/** A script that is satisfiable exactly when the simplified term differs from the plain text somewhere. */
function difference<S extends Sort>(terms: Terms, { term, text }: Expression<S>): string {
  const script = lower([terms.same(terms.variable(term.sort, 'result'), term)]);
  const symbols = new Map(script.variables.map(({ variable, symbol }) => [variable.name, symbol]));
  const bindings = (['bool', 'int', 'float', 'str'] as const).flatMap((sort) =>
    VARIABLES[sort].map((name) => {
      const symbol = symbols.get(name);
      const type = SORT_NAMES[sort];
      return symbol === undefined ? `(declare-const ${name} ${type})` : `(define-fun ${name} () ${type} ${symbol})`;
    }),
  );
  const result = symbols.get('result') ?? 'missing';
  return [script.text, ...bindings, `(assert (not (= ${result} ${text})))`].join('\n');
}

const FUEL = 40_000_000;

describe('Z3 proves simplified terms equal to the plain ones', () => {
  const theories: readonly (readonly [string, number, number, Theories, readonly Sort[]])[] = [
    ['logic and linear integers', amount(300, 100), 3, { sorts: ['int'] }, ['bool', 'int']],
    ['floats', amount(120, 40), 2, { sorts: ['float'] }, ['bool', 'float']],
    ['strings', amount(200, 80), 2, { sorts: ['str', 'int'] }, ['bool', 'str', 'int']],
  ];
  test.each(theories)('%s', (_name, count, depth, allowed, sorts) => {
    let decided = 0;
    for (let index = 1; index <= count; index++) {
      const seed = seedOf(index);
      const terms = new Terms();
      const generator = new RandomTerms(terms, new Random(seed), allowed);
      const sort = sorts[index % sorts.length] ?? 'bool';
      const expression: Expression = generator[sort](depth);
      const script = difference(terms, expression);
      const { status } = z3.checkAtOnce(script, [], FUEL);
      expect(status, `seed ${seed}:\n${script}`).not.toBe('sat');
      if (status === 'unsat') decided += 1;
    }
    expect(decided).toBeGreaterThan(count * amount(0.9, 0.8));
  });
});

const TERMS = amount(1500, 500);

describe('simplified terms have the values of the plain ones', () => {
  const theories: readonly (readonly [string, Theories])[] = [
    ['integers', { sorts: ['int'], nonlinear: true }],
    ['floats and conversions', { sorts: ['int', 'float'], nonlinear: true, conversions: true }],
    ['texts', { sorts: ['int', 'str'], texts: true }],
    ['everything', { sorts: ['int', 'float', 'str'], nonlinear: true, conversions: true, texts: true }],
  ];
  test.each(theories)('%s', (_name, allowed) => {
    let defined = 0;
    for (let index = 1; index <= TERMS; index++) {
      const seed = seedOf(index);
      const random = new Random(seed);
      const terms = new Terms();
      const generator = new RandomTerms(terms, random, allowed);
      const expression: Expression = generator[random.pick<Sort>(['bool', ...allowed.sorts])](4);
      for (let round = 0; round < 4; round++) {
        const model = generator.model();
        const expected = expression.compute(model);
        if (expected === undefined) continue;
        defined += 1;
        expect(evaluate(expression.term, model), `seed ${seed}, ${JSON.stringify([...model].map(String))}`).toBe(
          expected,
        );
      }
    }
    expect(defined).toBeGreaterThan(TERMS * 1.3);
  });
});
