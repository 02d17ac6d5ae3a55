import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { unparse } from '../syntax/unparse.ts';
import { allowing, type Contract, extractContract } from './contract.ts';
import { ContractSyntaxError } from './errors.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

/** The contract of the last function of a module. */
function contractOf(source: string): Contract {
  const module = parseModule(source, parser);
  const definition = module.body.findLast((statement) => statement.kind === 'function');
  if (definition?.kind !== 'function') throw new Error('The test source has no function.');
  return extractContract(definition, module, parser);
}

/** The contract of a function whose docstring holds `lines`, the first on line 3. */
function documented(...lines: string[]): Contract {
  return contractOf(
    ['def f(x, y):', '    """', ...lines.map((line) => `    ${line}`), '    """', '    return x'].join('\n'),
  );
}

function failure(run: () => unknown): ContractSyntaxError | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ContractSyntaxError) return error;
    throw error;
  }
  return undefined;
}

const texts = (conditions: Contract['preconditions']) => conditions.map(({ text }) => text);

describe('docstrings', () => {
  test('conditions with their lines and columns', () => {
    const contract = documented('Divides.', '', 'pre: y != 0', 'post: __return__ * y <= x', 'post: _ >= 0');
    expect(contract).toMatchObject({
      style: 'pep316',
      preconditions: [{ text: 'y != 0', line: 5, expression: { span: { line: 5, column: 9 } } }],
      postconditions: [{ line: 6 }, { text: '_ >= 0', line: 7 }],
      raises: [],
      assertLines: [],
      obligations: ['post: __return__ * y <= x', 'post: _ >= 0', 'no uncaught exception'],
    });
    expect(contract).not.toHaveProperty('mutable');
  });

  test('blocks hold one condition a line, without comments', () => {
    const contract = documented(
      'pre:',
      '    x > 0',
      '    # y is free',
      '    y > x  # larger',
      '',
      '    x != 3',
      'post:',
      '  _ == x',
    );
    expect(texts(contract.preconditions)).toEqual(['x > 0', 'y > x', 'x != 3']);
    expect(texts(contract.postconditions)).toEqual(['_ == x']);
    expect(contract.preconditions.map(({ line }) => line)).toEqual([4, 6, 8]);
  });

  test('a condition goes on while a bracket is open', () => {
    const contract = documented('post: all(', '    item > 0', '    for item in (_, x)', ')', 'pre: x in [1, "("]');
    expect(contract.postconditions.map(({ expression }) => unparse(expression))).toEqual([
      'all(item > 0 for item in (_, x))',
    ]);
    expect(texts(contract.preconditions)).toEqual(['x in [1, "("]']);
  });

  test('a line indented deeper than a condition behind its header is prose', () => {
    expect(texts(documented('post: _ > 0', '    which is positive').postconditions)).toEqual(['_ > 0']);
  });

  test('headers may begin with a colon and end with two', () => {
    expect(texts(documented(':post: _ > 0', 'pre:: x > 0').preconditions)).toEqual(['x > 0']);
  });

  test('words that merely contain a header are prose', () => {
    expect(documented('The post: office', 'Pre: x', 'precondition: x > 0', 'inv: x').style).toBe('none');
  });

  test.each([
    ['"""post: True"""', 'post: True'],
    ["'''post: True'''", 'post: True'],
    ['r"""post: "\\n" not in _"""', 'post: "\\n" not in _'],
    ['"""post: "\\n" not in _\n    """', 'post: "\\n" not in _'],
  ])('one line: %s', (docstring, obligation) => {
    expect(contractOf(`def f(x):\n    ${docstring}\n    return x`).obligations).toContain(obligation);
    expect(contractOf(`def f(x): ${docstring}`).obligations).toContain(obligation);
  });

  test('escapes in a condition are those of the condition', () => {
    const contract = documented('post: _ != "\\n"');
    expect(contract.postconditions[0]?.expression).toMatchObject({
      rest: [{ operand: { value: { type: 'str', value: '\n' } } }],
    });
  });

  test.each(['""', '"""\n\n    """', '"""Prose."""'])('no contract: %s', (docstring) => {
    expect(contractOf(`def f(x):\n    ${docstring}\n    return x`)).toMatchObject({
      style: 'none',
      obligations: ['no uncaught exception'],
    });
  });

  test('a precondition alone leaves the promise that nothing is raised', () => {
    expect(documented('pre: x > 0')).toMatchObject({
      style: 'pep316',
      postconditions: [],
      obligations: ['no uncaught exception'],
    });
  });

  test('a condition after other characters than ASCII stands in its column', () => {
    const contract = documented('post: "𝔸é" != _');
    expect(contract.postconditions[0]?.expression.span).toEqual({ line: 3, column: 10, endLine: 3, endColumn: 19 });
  });
});

describe('mutation', () => {
  test.each([
    ['post[x]: True', ['x'], 'no argument except x is mutated'],
    ['post[x.items, y]: True', ['x', 'y'], 'no argument except x, y is mutated'],
    ['post[]: True', [], 'no argument is mutated'],
  ])('%s', (line, mutable, obligation) => {
    const contract = documented(line);
    expect(contract.mutable).toEqual(mutable);
    expect(contract.obligations).toContain(obligation);
  });

  test.each([
    [['pre[x]: x > 0'], 3, 'only allowed behind post'],
    [['post[x]: _', 'post[y]: _'], 4, 'Only one post section'],
  ])('%s', (lines, line, message) => {
    const error = failure(() => documented(...lines));
    expect(error?.line).toBe(line);
    expect(error?.message).toContain(message);
  });
});

describe('raises', () => {
  test.each([
    [['raises: ValueError, errors.Custom  # both'], ['ValueError', 'errors.Custom']],
    [
      [':raises KeyError: when it is not there', ':raises ValueError: otherwise'],
      ['KeyError', 'ValueError'],
    ],
    [
      ['raises:', '    KeyError', '    ValueError: otherwise', 'post: True'],
      ['KeyError', 'ValueError'],
    ],
    [['Raises: nothing'], []],
  ])('%s', (lines, raises) => {
    expect(documented(...lines).raises).toEqual(raises);
  });

  test('they are a contract by themselves', () => {
    expect(documented('raises: ValueError')).toMatchObject({
      style: 'pep316',
      obligations: ['no uncaught exception except ValueError'],
    });
  });

  test('sections of docstrings are a contract once it is known which exceptions they name', () => {
    const contract = documented(
      'Raises:',
      '    ValueError: if x is odd.',
      '    Nothing: else.',
      ':raises KeyError: if',
    );
    expect(contract).toMatchObject({ style: 'pep316', raises: ['KeyError'], documented: ['ValueError', 'Nothing'] });
    expect(allowing(contract, ['ValueError'])).toMatchObject({
      raises: ['KeyError', 'ValueError'],
      documented: [],
      obligations: ['no uncaught exception except KeyError, ValueError'],
    });
  });

  test('prose is refused', () => {
    const error = failure(() => documented('raises: ValueError if x is odd'));
    expect(error?.message).toContain('"ValueError if x is odd" is not the name of an exception');
    expect(error?.text).toBe('raises: ValueError if x is odd');
  });
});

describe('conditions that are not Python', () => {
  test.each<[string[], number, string]>([
    [['post: the larger of both'], 3, 'The postcondition "the larger of both" is not a Python expression'],
    [['pre: x = 1'], 3, 'write == to compare'],
    [['pre:', '    x > 0', '    y >'], 5, 'The precondition "y >"'],
    [['post: (x > 0'], 3, 'The postcondition "(x > 0'],
  ])('%s', (lines, line, message) => {
    const error = failure(() => documented(...lines));
    expect(error?.line).toBe(line);
    expect(error?.message).toContain(message);
  });
});

describe('leading asserts', () => {
  test('their lines', () => {
    const source =
      'def f(x):\n    """:raises KeyError: never"""\n    assert x > 0\n    "note"\n    assert (\n        x < 9\n    ), x\n    y = x\n    assert y';
    expect(contractOf(source)).toMatchObject({
      style: 'asserts',
      preconditions: [],
      postconditions: [],
      assertLines: [3, 5, 6, 7],
      raises: ['KeyError'],
      obligations: ['no uncaught exception except KeyError'],
    });
  });

  test('asserts are ordinary code below a contract in the docstring, and after other statements', () => {
    expect(contractOf('def f(x):\n    """post: True"""\n    assert x')).toMatchObject({
      style: 'pep316',
      assertLines: [],
    });
    expect(contractOf('def f(x):\n    y = x\n    assert y')).toMatchObject({ style: 'none', assertLines: [] });
  });
});
