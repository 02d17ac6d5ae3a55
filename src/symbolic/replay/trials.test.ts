import { describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { type ArgumentType, argumentHypotheses } from '../inputs/arguments.ts';
import { assumptionsAbout } from '../inputs/assumptions.ts';
import { typeScopeOf } from '../inputs/type-scope.ts';
import type { ClassDef, FunctionDef } from '../syntax/ast.ts';
import { parseModule } from '../syntax/parse.ts';
import { constantsOf } from './constants.ts';
import { Replayer } from './replayer.ts';
import { runTrials } from './run-trials.ts';
import { conditions, contract } from './test-properties.ts';
import { type Hypothesis, trialInputs } from './trials.ts';
import { vocabularyOf } from './vocabulary.ts';

const parser = await loadPythonParser();
const kernel = await bootNodeKernel();
const PROPERTY = contract();

function parsed(code: string, path = 'f') {
  const module = parseModule(code, parser);
  const [first, second] = path.split('.');
  const isNamed = (name: string | undefined) => (node: object) => 'name' in node && node.name === name;
  const owner = module.body.find((node): node is ClassDef => node.kind === 'class' && isNamed(first)(node));
  const name = owner === undefined ? first : second;
  const definition = (owner ?? module).body.find(
    (node): node is FunctionDef => node.kind === 'function' && isNamed(name)(node),
  );
  if (definition === undefined) throw new Error(`No function ${path}`);
  return { module, definition, owner };
}

function hypotheses(code: string, path = 'f', limit?: number): readonly Hypothesis[] {
  const { module, definition, owner } = parsed(code, path);
  const scope = typeScopeOf(module, definition, owner, parser);
  const vocabulary = vocabularyOf(module, [definition], scope);
  return argumentHypotheses(definition, owner, scope).map((types) => ({
    types,
    inputs: trialInputs(types, vocabulary, limit),
  }));
}

const assumptions = (types: readonly ArgumentType[] = []) =>
  assumptionsAbout(types, typeScopeOf({ body: [], source: '' }, parsed('def f(): pass').definition, undefined, parser));

function tried(parameter: string, prelude = '', body = 'pass'): readonly (string | undefined)[] {
  const [only, ...others] = hypotheses(`${prelude}\ndef f(x: ${parameter}):\n    ${body}\n`, 'f', 200);
  expect(others).toEqual([]);
  return (only?.inputs ?? []).map(({ x }) => x);
}

const run = (code: string, property = PROPERTY, path = 'f') =>
  runTrials(new Replayer(kernel, code, path), property, hypotheses(code, path));

describe('constants', () => {
  test('of the function, without annotations and docstrings', () => {
    const { definition } = parsed(
      'def f(x: "int" = 7):\n    "doc 5"\n    if x > 12 and 0.5:\n        return "a" + "b"\n',
    );
    expect(constantsOf(definition)).toEqual({ ints: [12n, 7n], floats: [0.5], strings: ['a', 'b'], bytes: [] });
  });

  test('of what the function reaches, and nothing else', () => {
    const code = 'A = 11\nB = 22\nC = A + 33\ndef g(): return C + 44\ndef h(): return 55\ndef f(x): return g()\n';
    const { module, definition } = parsed(code);
    const scope = typeScopeOf(module, definition, undefined, parser);
    expect([...vocabularyOf(module, [definition], scope).constants.ints].sort()).toEqual([11n, 33n, 44n]);
  });
});

describe('candidates', () => {
  test('ints: constants, neighbours, sums and limits', () => {
    const ints = tried('int', '', 'return x > 100 or x == 7000');
    expect(ints).toEqual(expect.arrayContaining(['0', '1', '-1', '99', '100', '101', '7001', '7100', '6900', '-100']));
    expect(ints).toEqual(expect.arrayContaining(['2**31', '2**53 + 1', '2**63', '10**20', '10**309', '-10**309']));
    expect(new Set(ints).size).toBe(ints.length);
  });

  test('floats and strings', () => {
    expect(tried('float', '', 'return x < 2.5')).toEqual(
      expect.arrayContaining([
        '0.0',
        '-0.0',
        "float('nan')",
        "float('inf')",
        '1e308',
        '5e-324',
        '2.0**53',
        '2.5',
        '-2.5',
      ]),
    );
    expect(tried('str', '', 'return x == "key"')).toEqual(
      expect.arrayContaining(['""', '"key"', '"ke"', '"²"', '"😀"', '"\\n"', '"12"']),
    );
  });

  test.each([
    ['bool', '', ['True', 'False']],
    ['None', '', ['None']],
    ['Literal["a", 2, None, -1]', '', ['"a"', '2', 'None', '-1']],
    ['Optional[bool]', '', ['True', 'None', 'False']],
    ['bool | None', '', ['True', 'None', 'False']],
    ['"bool"', '', ['True', 'False']],
    ['typing.Union[bool, None]', '', ['True', 'None', 'False']],
    ['tuple[bool, None]', '', ['(True, None)', '(False, None)']],
    ['tuple[bool]', '', ['(True,)', '(False,)']],
    ['Flag', 'Flag = bool', ['True', 'False']],
    ['Color', 'class Color(Enum):\n    RED = 1\n    BLUE = 2', ['Color.RED', 'Color.BLUE']],
    ['P', '@dataclass\nclass P:\n    a: bool\n    b: None', ['P(True, None)', 'P(False, None)']],
    ['Q', 'class Q:\n    def __init__(self, a: bool, b=None): pass', ['Q(True)', 'Q(False)']],
    ['R', 'class R:\n    def __init__(self, a: bool = True): pass', ['R()', 'R(a=True)', 'R(a=False)']],
    ['N', '@dataclass\nclass N:\n    next: Optional["N"]', ['N(N(N(None)))', 'N(None)', 'N(N(None))']],
  ])('%s', (annotation, prelude, expected) => {
    expect(tried(annotation, prelude)).toEqual(expected);
  });

  test('containers: empty, one, two equal, two different in both orders, three', () => {
    expect(tried('list[bool]')).toEqual(
      expect.arrayContaining([
        '[]',
        '[True]',
        '[True, True]',
        '[True, False]',
        '[False, True]',
        '[False, False, True]',
      ]),
    );
    expect(tried('dict[str, int]')).toEqual(expect.arrayContaining(['{}', '{"a": 1}', '{"a": 1, "": 0}']));
    expect(tried('frozenset[int]')).toEqual(expect.arrayContaining(['frozenset()', 'frozenset({1, 0})']));
    expect(tried('set[int]')).toEqual(expect.arrayContaining(['set()', '{1}']));
    expect(tried('tuple[int, ...]')).toEqual(expect.arrayContaining(['()', '(1,)', '(1, 0)']));
  });

  test('every candidate is an expression that CPython builds', async () => {
    const types = 'int float str bytes list[float] dict[str,list[int]] set[str] frozenset[int] tuple[int,str]'.split(
      ' ',
    );
    for (const type of types) {
      const outcomes = await new Replayer(kernel, 'def f(x): pass', 'f').run(
        PROPERTY,
        tried(type).map((x) => ({ x: x ?? '' })),
      );
      expect(outcomes.filter(({ kind }) => kind !== 'held')).toEqual([]);
    }
  });

  test('what cannot be built gives no inputs', () => {
    expect(hypotheses('def f(x: ndarray): pass')[0]?.inputs).toEqual([]);
    expect(hypotheses('def f(x: int, g: ndarray = print): pass')[0]?.inputs[0]).toEqual({ x: '1' });
  });
});

describe('combinations', () => {
  test('at most the limit, distinct, the same every time', () => {
    const code = 'def f(a: int, b: int, c: str): pass';
    const [first] = hypotheses(code);
    expect(first?.inputs.length).toBe(600);
    expect(new Set(first?.inputs.map((input) => JSON.stringify(input))).size).toBe(600);
    expect(hypotheses(code)[0]).toEqual(first);
    expect(hypotheses(code, 'f', 5)[0]?.inputs.length).toBe(5);
  });

  test('one place first, then equal arguments and pairs', () => {
    const inputs = hypotheses('def f(a: int, b: int): pass')[0]?.inputs ?? [];
    expect(inputs.slice(0, 3)).toEqual([
      { a: '1', b: '1' },
      { a: '0', b: '1' },
      { a: '1', b: '0' },
    ]);
    expect(inputs).toEqual(
      expect.arrayContaining([
        { a: '0', b: '0' },
        { a: '-1', b: '2' },
        { a: '2', b: '-1' },
      ]),
    );
  });

  test('a function without parameters has one input', () => {
    expect(hypotheses('def f(): pass')).toEqual([{ inputs: [{}], types: [] }]);
  });

  test('methods get an instance, class methods none', () => {
    const code =
      'class A:\n    def __init__(self, n: bool): pass\n    def m(self): pass\n    @classmethod\n    def c(cls, x: None): pass\n';
    expect(hypotheses(code, 'A.m')[0]?.inputs).toEqual([{ self: 'A(True)' }, { self: 'A(False)' }]);
    expect(hypotheses(code, 'A.c')[0]?.inputs).toEqual([{ x: 'None' }]);
  });
});

describe('unannotated parameters', () => {
  test('each type is a hypothesis with its assumption', () => {
    const all = hypotheses('def f(x, n=5): pass');
    expect(all.map(({ types }) => assumptions(types)[0])).toEqual(
      ['int', 'str', 'float', 'list of int'].map((type) => `x has no annotation and is taken to be ${type}`),
    );
    expect(assumptions(all[1]?.types)[1]).toBe('n has no annotation and is taken to be int');
    expect(all[0]?.inputs[0]).toEqual({ x: '1', n: '5' });
  });

  test('ints are used when they fit, and no TypeError is reported', async () => {
    const report = await run('def f(x):\n    if x > 50: return x + "a"\n    return 1 // x\n');
    expect(assumptions(report.types)).toEqual(['x has no annotation and is taken to be int, a guess from its uses']);
    const failures = report.outcomes.flatMap((outcome) =>
      outcome.kind === 'failed' ? [outcome.counterexample.call] : [],
    );
    expect(failures).toEqual(['f(0)']);
    expect(report.outcomes.some(({ kind }) => kind === 'repeated')).toBe(false);
  });

  test('strings are used when every int fails by its type', async () => {
    const report = await run('def f(s):\n    return s.upper()[0]\n');
    expect(assumptions(report.types)).toEqual(['s has no annotation and is taken to be str, a guess from its uses']);
    expect(report.outcomes.find(({ kind }) => kind === 'failed')).toMatchObject({ counterexample: { call: "f('')" } });
  });

  test('a contract that needs another type rules the first out', async () => {
    const report = await run('def f(s):\n    return s\n', {
      ...PROPERTY,
      preconditions: conditions('len(s) > 1', 's < [9]'),
    });
    expect(assumptions(report.types)).toEqual(['s has no annotation and is taken to be list of int']);
  });

  test('nothing fits', async () => {
    expect(await run('def f(x):\n    return x.no_such_thing\n')).toEqual({ outcomes: [], types: undefined });
  });

  test('an annotated parameter keeps its TypeError', async () => {
    const { outcomes } = await run('def f(x: int):\n    return x + "a"\n');
    expect(outcomes[0]).toMatchObject({
      kind: 'failed',
      counterexample: { message: expect.stringMatching(/^TypeError/) },
    });
  });
});

test('a constant of the code is found, with its neighbour', async () => {
  const { outcomes } = await run(
    'def f(x: int, s: str):\n    if x == 31337: raise ValueError\n    if s == "magic": raise KeyError\n',
  );
  const calls = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.counterexample.call] : []));
  expect(calls).toEqual(["f(31337, '')", "f(0, 'magic')"]);
});

test.each([
  ['b: bytes', 'b.hex() == "ab12"', 'KeyError'],
  ['b: bytes', 'int.from_bytes(b, "little") == 258', 'KeyError'],
  ['s: str', 's and set(s) <= set("012") and int(s, 3) == 17', 'KeyError'],
  ['s: str', 's.format() == "never"', 'IndexError'],
])('what follows from the constants of the code is found: %s with %s', async (parameter, condition, exception) => {
  const { outcomes } = await run(`def f(${parameter}):\n    if ${condition}: raise KeyError\n`);
  const raised = outcomes.flatMap((one) => (one.kind === 'failed' ? [one.counterexample.outcome] : []));
  expect(raised).toContainEqual(expect.objectContaining({ exception }));
});
