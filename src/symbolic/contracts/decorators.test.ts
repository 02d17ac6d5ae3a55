import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { type Contract, extractContract } from './contract.ts';
import { ContractSyntaxError } from './errors.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

/** The contract of the last function of a module. */
function contractOf(...source: string[]): Contract {
  const module = parseModule(source.join('\n'), parser);
  const definition = module.body.findLast((statement) => statement.kind === 'function');
  if (definition?.kind !== 'function') throw new Error('The test source has no function.');
  return extractContract(definition, module, parser);
}

function failure(...source: string[]): string {
  try {
    contractOf(...source);
  } catch (error) {
    if (error instanceof ContractSyntaxError) return error.message;
    throw error;
  }
  throw new Error('The contract was read.');
}

const BY_NAME = [{ keyword: 'x', name: 'x' }];

describe('icontract', () => {
  test.each([
    ['import icontract', '@icontract.require(lambda x: x > 0)'],
    ['import icontract as ic', '@ic.require(lambda x: x > 0, "positive")'],
    ['from icontract import require as needs', '@needs(condition=lambda x: x > 0, error=ValueError)'],
    ['from icontract import *', '@require(lambda x: x > 0)'],
    ['try:\n    from icontract import require\nexcept ImportError:\n    pass', '@require(lambda x: x > 0)'],
  ])('%s', (imported, decorator) => {
    const contract = contractOf(imported, decorator, 'def f(x): return x');
    expect(contract.style).toBe('icontract');
    expect(contract.preconditions).toMatchObject([{ text: 'x > 0', source: 'lambda x: x > 0', args: BY_NAME }]);
    expect(contract.obligations).toEqual(['no uncaught exception']);
  });

  test('postconditions get the result and what was before', () => {
    const contract = contractOf(
      'from icontract import ensure, snapshot',
      '@snapshot(lambda x: x[:])',
      '@snapshot(lambda x, y: x + y, name="both")',
      '@ensure(lambda result, OLD, x, limit=3: all(',
      '    item < limit',
      '    for item in OLD.both',
      '))',
      'def f(x, y): return x',
    );
    expect(contract.postconditions).toMatchObject([
      {
        text: 'all( item < limit for item in OLD.both )',
        line: 4,
        args: [
          { keyword: 'result', name: '__return__' },
          { keyword: 'OLD', name: '.snapshots' },
          { keyword: 'x', name: 'x' },
        ],
      },
    ]);
    expect(contract.snapshots).toMatchObject([
      { name: 'x', capture: { text: 'x[:]', args: BY_NAME } },
      { name: 'both', capture: { text: 'x + y' } },
    ]);
  });

  test('a condition may be a function of the module', () => {
    const contract = contractOf(
      'import icontract',
      'def positive(x): return x > 0',
      '@icontract.require(positive)',
      'def f(x): return x',
    );
    expect(contract.preconditions).toMatchObject([{ text: 'positive', source: 'positive', args: BY_NAME }]);
  });

  test('the docstring counts as well, and leading asserts are ordinary code then', () => {
    const contract = contractOf(
      'import icontract',
      '@icontract.require(lambda x: x > 0)',
      'def f(x):',
      '    """post: _ > 0"""',
      '    assert x',
    );
    expect(contract).toMatchObject({ style: 'icontract', assertLines: [], postconditions: [{ text: '_ > 0' }] });
  });

  test.each([
    ['@icontract.require(lambda y: y > 0)', '@icontract.require takes y, which is none of x: y > 0'],
    ['@icontract.ensure(lambda y: y > 0)', 'takes y, which is none of x, result, OLD'],
    ['@icontract.require(operator.truth)', 'a lambda or the name of a function of the module: operator.truth'],
    ['@icontract.require()', 'a lambda or the name of a function of the module: icontract.require()'],
    ['@icontract.snapshot(lambda: 3)', 'needs a name, as in name="before"'],
  ])('%s is refused', (decorator, message) => {
    expect(failure('import icontract', 'import operator', decorator, 'def f(x): return x')).toContain(message);
  });
});

describe('deal', () => {
  test('post gets the result alone, whatever its parameter is called', () => {
    const contract = contractOf('import deal', '@deal.post(lambda x: x > 0)', 'def f(x): return x');
    expect(contract.postconditions).toMatchObject([{ text: 'x > 0', args: [{ name: '__return__' }] }]);
  });

  test('pre and ensure take arguments by name, by position where names differ, or all in _', () => {
    const contract = contractOf(
      'import deal',
      '@deal.pre(lambda b: b > 0)',
      '@deal.pre(lambda p, q: p > q)',
      '@deal.pre(lambda _: _.a > 0)',
      '@deal.ensure(lambda p, q, result: p + q == result)',
      'def f(a, b): return a + b',
    );
    expect(contract.preconditions.map(({ args }) => args)).toEqual([
      [{ keyword: 'b', name: 'b' }],
      [
        { keyword: 'p', name: 'a' },
        { keyword: 'q', name: 'b' },
      ],
      [{ name: '.bag' }],
    ]);
    expect(contract.postconditions[0]?.args).toEqual([
      { keyword: 'p', name: 'a' },
      { keyword: 'q', name: 'b' },
      { keyword: 'result', name: '__return__' },
    ]);
  });

  test('raises lists exceptions, and chain holds several', () => {
    const contract = contractOf(
      'from deal import chain, pre, raises, safe',
      '@chain(raises(ValueError, errors.Custom), pre(lambda x: x))',
      'def f(x): return x',
    );
    expect(contract).toMatchObject({ style: 'deal', raises: ['ValueError', 'errors.Custom'] });
    expect(contract.preconditions).toHaveLength(1);
    expect(contractOf('import deal', '@deal.safe', 'def f(x): return x')).toMatchObject({ style: 'deal', raises: [] });
    expect(failure('import deal', '@deal.raises("ValueError")', 'def f(): pass')).toContain('not "ValueError"');
  });

  test('markers say nothing, and leave leading asserts in force', () => {
    const contract = contractOf('import deal', '@deal.has("stdout")', 'def f(x):', '    assert x');
    expect(contract).toMatchObject({ style: 'asserts', assertLines: [4] });
  });
});

test('decorators of other modules are no contract', () => {
  const contract = contractOf('import contracts as icontract', '@icontract.require(lambda x: x)', 'def f(x): return x');
  expect(contract.style).toBe('none');
});
