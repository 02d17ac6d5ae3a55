import { expect, it } from 'vitest';
import { loadZ3, solverOf } from '../../../scripts/lib/node-engine.ts';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const FERMAT = `
def f(x: int, y: int, z: int) -> int:
    """
    pre: x > 0 and y > 0 and z > 0
    post: __return__ != z * z * z * z
    """
    return x * x * x * x + y * y * y * y
`;

const z3 = await loadZ3();
/** The solver, which does not decide anything about products. */
const shy = solverOf((script, values, fuel) =>
  /\(\* /.test(script)
    ? { status: 'unknown', values: '', reason: 'incomplete', fuel: 1 }
    : z3.checkAtOnce(script, values, fuel),
);
const symbolic = await loadSymbolic({ smt: shy });

it('gives the query that was not decided as a script that a solver reads', async () => {
  const result = await symbolic.check(FERMAT, 'f');
  expect(result).toMatchObject({ status: 'unknown' });
  const query = 'undecidedQuery' in result ? (result.undecidedQuery ?? '') : '';
  expect(query.endsWith('\n(check-sat)\n')).toBe(true);
  // what it asserts is read, and decided once it is made simple
  const script = query.replace('(check-sat)', '(assert false)');
  expect(script).toContain('(declare-const ');
  expect(z3.checkAtOnce(script, [], 10_000_000).status).toBe('unsat');
  expect(() => z3.checkAtOnce(query.replace('(assert', '(insist'), [], 10_000_000)).toThrow();
});

it('gives the query of a comparison, too', async () => {
  const sum = 'x * x * x * x + y * y * y * y == z * z * z * z';
  const f = `def f(x: int, y: int, z: int) -> bool:\n    return x > 0 and y > 0 and z > 0 and ${sum}\n`;
  const result = await symbolic.compare(`${f}def g(x: int, y: int, z: int) -> bool:\n    return False\n`, 'f', 'g');
  expect(result).toMatchObject({ status: 'unknown', undecidedQuery: expect.stringContaining('(check-sat)') });
});

it('has none where all is decided', async () => {
  const result = await symbolic.check(
    'def f(x: int) -> int:\n    """\n    post: __return__ > x\n    """\n    return x + 1\n',
    'f',
  );
  expect(result).toMatchObject({ status: 'verified' });
  expect(result).not.toHaveProperty('undecidedQuery');
});
