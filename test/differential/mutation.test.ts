/** Planted faults: each wrong rule has to be caught by the comparison with CPython, each lying solver by the attack. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadPythonParser, loadZ3, solverOf } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { bindingsOf } from '../../src/symbolic/execute/bindings.ts';
import { Machine } from '../../src/symbolic/machine/machine.ts';
import type { FunctionDef } from '../../src/symbolic/syntax/ast.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { FloatTerms } from '../../src/symbolic/terms/floats.ts';
import { IntegerTerms } from '../../src/symbolic/terms/integers.ts';
import { LogicTerms } from '../../src/symbolic/terms/logic.ts';
import { Terms } from '../../src/symbolic/terms/strings.ts';
import { amount } from '../generated.ts';
import { attack, blind } from './python/attack.ts';
import { type Case, compare, randomCases } from './python/cases.ts';
import { checkCodes, contractOf } from './python/claims.ts';
import { randomModule } from './python/functions.ts';
import { exploreFor, predict, subjectOf } from './python/prediction.ts';

/** The seeds of programs are the same every day: of others, some faults might not be seen. */
const FIRST = amount(2400, 90);
/** The seeds behind the first ones that see a fault which no first one sees; `SIZE=full` tells of others when programs change. */
const RARE = [174, 271, 445, 1206];

let parser: TreeParser;
let kernel: NodeKernel;
let cases: readonly Case[];
beforeAll(async () => {
  [parser, kernel] = await Promise.all([loadPythonParser(), bootNodeKernel()]);
  cases = await randomCases(kernel, FIRST + RARE.length, randomModule, (index) => RARE[index - FIRST - 1] ?? index);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Whether some prediction is wrong, with the paths of all samples merged. */
function isCaught(prepare: (definition: FunctionDef) => void = () => {}): boolean {
  const predictor = ({ code, samples }: Case) => {
    const subject = subjectOf(parser, code, 'f');
    prepare(subject.definition);
    const models = samples.map(({ model }) => model);
    const exploration = exploreFor(subject, models);
    return models.map((model) => predict(exploration, model));
  };
  return cases.some((one) => compare([one], predictor).wrong.length > 0);
}

test('without a fault nothing is caught', () => {
  expect(isCaught()).toBe(false);
});

/** Wrong rules by what is wrong with them. */
const FAULTS: Readonly<Record<string, () => void>> = {
  'floor division truncates': () => {
    const { floorDiv } = IntegerTerms.prototype;
    vi.spyOn(IntegerTerms.prototype, 'floorDiv').mockImplementation(function (this: IntegerTerms, a, b) {
      const size = floorDiv.call(this, this.ite(this.lt(a, this.zero), this.neg(a), a), b);
      return this.ite(this.lt(a, this.zero), this.neg(size), size);
    });
  },
  'a remainder has the sign of the dividend': () => {
    const { mod } = IntegerTerms.prototype;
    vi.spyOn(IntegerTerms.prototype, 'mod').mockImplementation(function (this: IntegerTerms, a, b) {
      return this.ite(this.lt(a, this.zero), this.neg(mod.call(this, this.neg(a), b)), mod.call(this, a, b));
    });
  },
  '< is <=': () => {
    vi.spyOn(IntegerTerms.prototype, 'lt').mockImplementation(function (this: IntegerTerms, a, b) {
      return this.le(a, b);
    });
  },
  'a slice is one too long': () => {
    const { substr } = Terms.prototype;
    vi.spyOn(Terms.prototype, 'substr').mockImplementation(function (this: Terms, text, start, count) {
      return substr.call(this, text, start, this.add(count, this.one));
    });
  },
  'the branches of an if-then-else are swapped': () => {
    const { ite } = LogicTerms.prototype;
    vi.spyOn(LogicTerms.prototype, 'ite').mockImplementation(function (this: LogicTerms, condition, yes, no) {
      return ite.call(this, condition, no, yes);
    });
  },
  'the sides of an if statement are swapped': () => {
    const { branch } = Machine.prototype;
    vi.spyOn(Machine.prototype, 'branch').mockImplementation(function (this: Machine, condition, yes, no, merge) {
      return branch.call(this, this.terms.not(condition), yes, no, merge);
    });
  },
  'True is not 1': () => {
    vi.spyOn(IntegerTerms.prototype, 'boolToInt').mockImplementation(function (this: IntegerTerms) {
      return this.zero;
    });
  },
  'nothing overflows': () => {
    const { raiseIf } = Machine.prototype;
    vi.spyOn(Machine.prototype, 'raiseIf').mockImplementation(function (this: Machine, condition, raised) {
      if (raised.name === 'OverflowError') this.assume(this.terms.not(condition));
      else raiseIf.call(this, condition, raised);
    });
  },
  'a join forgets one side': () => {
    vi.spyOn(LogicTerms.prototype, 'or').mockImplementation(function (this: LogicTerms, first) {
      return first ?? this.false;
    });
  },
  'nan equals itself': () => {
    const { floatCompare } = FloatTerms.prototype;
    vi.spyOn(FloatTerms.prototype, 'floatCompare').mockImplementation(function (this: FloatTerms, operator, a, b) {
      return operator === 'feq' ? this.same(a, b) : floatCompare.call(this, operator, a, b);
    });
  },
  'strings are ordered backwards': () => {
    vi.spyOn(Terms.prototype, 'strLt').mockImplementation(function (this: Terms, a, b) {
      return this.not(this.strLe(a, b));
    });
  },
  'integers become floats beyond the largest float': () => {
    vi.spyOn(FloatTerms.prototype, 'intToFloat').mockImplementation(function (this: FloatTerms) {
      return this.float(1);
    });
  },
};

describe('the comparison with CPython catches', () => {
  test.each(Object.entries(FAULTS))('%s', (_name, plant) => {
    plant();
    expect(isCaught()).toBe(true);
  });

  test('closures lose the scope they close over', () => {
    expect(isCaught((definition) => dropScopes(definition.body))).toBe(true);
  });
});

/** Makes every function below `node` drop its scope when it returns. */
function dropScopes(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('kind' in node && (node.kind === 'lambda' || node.kind === 'function') && 'body' in node) {
    const { body } = node as Pick<FunctionDef, 'body'>;
    Object.assign(bindingsOf(body), { isClosedOver: false });
  }
  for (const part of Object.values(node)) dropScopes(part);
}

const CONTRACTS = 40;
/** Behind this seed, the attack soon breaks what each fault proves. */
const FIRST_CONTRACT = amount(1, 15);

/** What breaks the first verified contract that the attack breaks, of contracts that are the same every day. */
async function firstViolation(symbolic: NodeSymbolic): Promise<string | null> {
  for (let seed = FIRST_CONTRACT; seed <= CONTRACTS; seed++) {
    const { proved } = await checkCodes(symbolic, [contractOf(seed)]);
    const [violation = null] = await attack(kernel, proved);
    if (violation !== null) return violation;
  }
  return null;
}

describe('the attack catches', () => {
  test('a solver that calls everything unsatisfiable, where trials see nothing', async () => {
    const smt = solverOf(() => ({ status: 'unsat', values: '', reason: '', fuel: 1 }));
    expect(await firstViolation(await loadSymbolic({ smt, cpython: blind(kernel) }))).toMatch(/^f\(/);
  });

  test.each(['True is not 1', 'the sides of an if statement are swapped', 'a join forgets one side'])(
    '%s, where replay sees nothing',
    async (name) => {
      FAULTS[name]?.();
      expect(await firstViolation(await loadSymbolic({ cpython: blind(kernel) }))).toMatch(/^f\(/);
    },
  );
});

test('a solver whose models satisfy nothing never makes a counterexample that CPython does not confirm', async () => {
  const z3 = await loadZ3();
  // models of the declarations alone
  const smt = solverOf((script, values, fuel) => z3.checkAtOnce(script.replace(/^\(assert .*$/gm, ''), values, fuel));
  const contracts = Array.from({ length: amount(CONTRACTS, 8) }, (_, index) => contractOf(index + 1));
  const { proved, refuted } = await checkCodes(await loadSymbolic({ smt, cpython: kernel }), contracts);
  const confirmed = await attack(kernel, refuted);
  expect(refuted.length).toBeGreaterThan(0);
  expect(confirmed.filter((violation) => violation === null)).toEqual([]);
  expect((await attack(kernel, proved)).filter((violation) => violation !== null)).toEqual([]);
});
