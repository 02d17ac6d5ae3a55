import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { BranchResult, BranchSide } from '../service.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

async function analyze(code: string, name = 'f', isSymbolic = true): Promise<BranchResult> {
  const result = await symbolic.branches(code, name, isSymbolic);
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

function shown(side: BranchSide): string {
  return side.kind === 'reachable' ? side.example.call : side.kind;
}

/** Every decision with the inputs of its sides. */
function sides({ branches }: BranchResult): readonly string[] {
  return branches.map(
    ({ kind, condition, whenTrue, whenFalse }) => `${kind} ${condition}: ${shown(whenTrue)}, ${shown(whenFalse)}`,
  );
}

describe('numbers that are among others', () => {
  it.each([
    ['x: int', 'isinstance(x, bool)', /: f\((?:True|False)\), f\(\d+\)$/],
    ['x: int', 'x is False', /: f\(False\), f\((?:True|\d+)\)$/],
    ['x: float', 'isinstance(x, (int, str))', /: f\(\d+\), f\([\d.]+\)$/],
  ])('%s may be what %s asks for', async (parameters, condition, expected) => {
    const [side] = sides(await analyze(`def f(${parameters}):\n    if ${condition}:\n        return 1\n`));
    expect(side).toMatch(expected);
  });
});

describe('static mode', () => {
  it('looks at the syntax alone, and says so', async () => {
    const result = await analyze('def f(x):\n    while True:\n        if x: return 1\n    return 2\n', 'f', false);
    expect(sides(result)).toEqual(['while True: undecided, unreachable', 'if x: undecided, undecided']);
    expect(result).toMatchObject({
      status: 'complete',
      analysisMode: 'static',
      message: expect.stringContaining('only its syntax was looked at'),
      reachableBranches: 2,
      deadCodeLines: [4],
      cyclomaticComplexity: 3,
      work: { replays: 0, steps: 0, fuelUsed: 0 },
    });
  });

  it('runs nothing, not even the module', async () => {
    expect(await analyze('import not_there\n1 / 0\ndef f(x):\n    return x\n', 'f', false)).toMatchObject({
      branches: [],
      cyclomaticComplexity: 1,
    });
  });

  it('describes code that only the compiler refuses, and says that it does', async () => {
    const { deadCodeLines, reasons } = await analyze('def f(x):\n    continue\n    x = 1\n', 'f', false);
    expect(deadCodeLines).toEqual([3]);
    expect(reasons).toMatchObject([{ line: 2, construct: 'SyntaxError' }]);
  });
});

describe('what inputs are seen to do', () => {
  it('gives every side an input', async () => {
    const code = `
def f(x: int, s: str):
    if x > 1000 and s == 'open':
        return 1
    return 2 if x else 3
`;
    const result = await analyze(code);
    expect(sides(result)).toEqual([
      "if x > 1000 and s == 'open': f(1001, 'open'), f(1, 'a')",
      "boolean x > 1000: f(1001, 'a'), f(1, 'a')",
      "ternary x: f(1, 'a'), f(0, 'a')",
    ]);
    expect(result).toMatchObject({ analysisMode: 'symbolic', reachableBranches: 3, reasons: [], deadCodeLines: [] });
  });

  it('takes an input of the solver where boundary inputs miss', async () => {
    const { branches } = await analyze(
      'def f(x: int, y: int):\n    return 1 if x * 31 + y * 7 == 987654321 and y > x else 2\n',
    );
    const side = branches.find(({ kind }) => kind === 'ternary')?.whenTrue;
    if (side?.kind !== 'reachable') throw new Error(JSON.stringify(branches));
    const { x, y } = side.example.args;
    expect(side.example.foundBy).toBe('solver');
    expect(Number(x) * 31 + Number(y) * 7 === 987654321 && Number(y) > Number(x)).toBe(true);
  });

  it('counts inner functions, generators and methods', async () => {
    const code = `
def f(n: int):
    def g(k):
        return 'big' if k > 50 else 'small'
    for i in range(n):
        if i > 1:
            yield g(i * 20)

class A:
    def __init__(self, v: int):
        self.v = v
    def m(self, k: int):
        return 1 if self.v > k else 2
`;
    expect(
      (await analyze(code)).branches.every(
        ({ whenTrue, whenFalse }) => whenTrue.kind === 'reachable' && whenFalse.kind === 'reachable',
      ),
    ).toBe(true);
    expect(sides(await analyze(code, 'A.m'))).toEqual(['ternary self.v > k: A(1).m(0), A(1).m(1)']);
  });

  it('tells which clause handles an exception and which case is chosen', async () => {
    const code = `
def f(x: int, s: str):
    try:
        y = 10 // x
    except (ValueError, ZeroDivisionError):
        y = 0
    match s:
        case 'a' | 'b':
            return 1
        case 'c' if y == 10:
            return 2
`;
    expect(sides(await analyze(code))).toEqual([
      "except except (ValueError, ZeroDivisionError): f(0, 'a'), unreachable",
      "case case 'a' | 'b': f(1, 'a'), f(1, '')",
      "case case 'c' if y == 10: f(1, 'c'), f(1, '')",
    ]);
  });

  it('evaluates each operand and its truth once', async () => {
    const code = `
class T:
    def __init__(self, value):
        self.value, self.asked = value, 0
    def __bool__(self):
        self.asked += 1
        return self.value

def f(x: bool):
    t = T(x)
    got = t and 'yes' or t
    if t.asked > 2:
        return 1
    return got
`;
    const { branches } = await analyze(code);
    expect(branches.find(({ kind }) => kind === 'if')?.whenTrue).toEqual({ kind: 'unreachable' });
  });

  it('takes no example that rests on an earlier call', async () => {
    const code =
      'count = 0\ndef f(x: int):\n    global count\n    count += 1\n    if count > 1:\n        return 1\n    return 0\n';
    expect((await analyze(code)).branches[0]?.whenTrue.kind).not.toBe('reachable');
  });

  it('keeps to the preconditions', async () => {
    const result = await analyze("def f(x: int):\n    'pre: x > 0'\n    return 1 if x else 2\n");
    expect(sides(result)).toEqual(['ternary x: f(1), unreachable']);
    expect(result.assumptions).toEqual([expect.stringContaining('pre:')]);
  });
});

describe('what exploring proves', () => {
  it('finds sides that no input takes, and the lines behind them', async () => {
    const code = `
def f(n: int):
    if n > 3:
        return 1
    elif n > 4:
        return 2
    if n <= 3:
        return 3
    n += 1
    return n
`;
    const result = await analyze(code);
    expect(sides(result)).toEqual([
      'if n > 3: f(4), f(1)',
      'if n > 4: unreachable, f(1)',
      'if n <= 3: f(1), unreachable',
    ]);
    expect(result.deadCodeLines).toEqual([6, 9, 10]);
  });

  it('tells the operands of a test apart', async () => {
    const result = await analyze(
      'def f(x: int):\n    return 1 if x > 5 and x < 2 and x else 2 if x < 5 or x > 2 or x else 3\n',
    );
    expect(sides(result).filter((text) => text.startsWith('boolean'))).toEqual([
      'boolean x > 5: f(6), f(1)',
      'boolean x < 2: unreachable, f(6)',
      'boolean x < 5: f(1), f(5)',
      'boolean x > 2: f(5), unreachable',
    ]);
  });

  it('covers every iteration by induction', async () => {
    const code =
      'def f(n: int):\n    i = 0\n    while i < n:\n        if i < 0:\n            return -1\n        i += 1\n    return i\n';
    expect(sides(await analyze(code))[1]).toBe('if i < 0: unreachable, f(1)');
  });

  it('decides what stands before something that it cannot follow, and nothing behind it', async () => {
    const code = `
def f(x: int):
    if x > 5 and x < 2:
        return 1
    h = open
    if x > 5 and x < 2:
        return 2
    for i in range(2):
        if x > 7 and x < 2:
            return 3
        h('nowhere')
`;
    const result = await analyze(code);
    expect(sides(result).filter((text) => text.startsWith('if'))).toEqual([
      'if x > 5 and x < 2: unreachable, f(1)',
      'if x > 5 and x < 2: unreachable, f(1)',
      'if x > 7 and x < 2: undecided, f(1)',
    ]);
    expect(result.deadCodeLines).toEqual([4, 7]);
    expect(result.reasons).toMatchObject([{ line: 11 }]);
    expect(result.message).toContain('not decided');
  });

  it('runs all inputs where there are few', async () => {
    const code =
      'def f(a: bool):\n    import decimal\n    d = decimal.Decimal(3 if a else 4).sqrt()\n    return 1 if d > 2 else 2 if d < 2 else 3\n';
    const result = await analyze(code);
    expect(sides(result)).toEqual([
      'ternary a: f(True), f(False)',
      'ternary d > 2: unreachable, f(True)',
      'ternary d < 2: f(True), f(False)',
    ]);
  });

  it('knows that a default is an argument, whatever its type', async () => {
    const code =
      'def f(x: int = None, y: int = 0):\n    return 1 if x is None and y % 7919 == 77 and y % 104729 == 5 else 2\n';
    expect(sides(await analyze(code))[0]).toMatch(/: f\(None, -?\d+\), f\(None, 0\)$/);
  });

  it('excludes nothing where further keyword arguments may be passed', async () => {
    const result = await analyze('def f(x: int, **more: int):\n    return 1 if more else 2\n');
    expect(sides(result)).toEqual(['ternary more: undecided, f(1, **{})']);
    expect(result.reasons).toMatchObject([{ line: 1, construct: '**more' }]);
  });

  it('says what a handler rests on that nothing reaches, and leaves the exceptions of resources alone', async () => {
    const result = await analyze(`
def f(x: int):
    try:
        y = x + 1
    except MemoryError:
        return 1
    except Exception:
        return 2
    return y
`);
    expect(sides(result)[0]).toMatch(/^except except MemoryError: undecided/);
    expect(sides(result)[1]).toBe('except except Exception: unreachable, unreachable');
    expect(result.assumptions).toEqual([expect.stringContaining('MemoryError')]);
  });
});

describe('bad input', () => {
  it.each([
    ['def f(x:\n    return x\n', 'f', 'SyntaxError'],
    ['def f(x):\n    return x\n', 'g', 'ValueError'],
  ])('%j has a fault in either mode', async (code, name, errorType) => {
    for (const isSymbolic of [false, true]) {
      expect(await symbolic.branches(code, name, isSymbolic)).toMatchObject({ status: 'error', errorType });
    }
  });

  it('lists thousands of branches', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `    if x == ${index}: return ${index}`);
    const { branches, cyclomaticComplexity } = await analyze(`def f(x: int):\n${lines.join('\n')}\n`, 'f', false);
    expect([branches.length, cyclomaticComplexity]).toEqual([3000, 3001]);
  });

  it('survives nesting that leaves no room for probes', async () => {
    const code = `def f(x: int):\n    return ${'(1 if x else '.repeat(150)}2${')'.repeat(150)}\n`;
    expect((await analyze(code)).branches).toHaveLength(150);
  });

  it('repeats itself to the byte', async () => {
    const code =
      'def f(x: int, xs: list[int]):\n    for v in xs:\n        if v * v == x + 2:\n            return v\n    return 0\n';
    expect(JSON.stringify(await analyze(code))).toBe(JSON.stringify(await analyze(code)));
  });
});

describe('code that may run after the call', () => {
  it.each([
    ['a function that is returned', 'def g(y):\n        if y: return 1\n    return g'],
    ['a lambda in a list', 'return [lambda y: 1 if y else 2]'],
    ['a method', 'class A:\n        def m(self, y):\n            if y: return 1\n    return A()'],
    ['a generator', 'def g():\n        if x * x * x - 7 * x == 3651186: yield 1\n    return [g()]'],
    ['a lambda that map calls later', 'return [map(lambda y: 1 if y else 2, [x])]'],
  ])('is not closed: %s', async (_, body) => {
    const result = await analyze(`def f(x: int):\n    ${body}\n`);
    expect(result.branches.map(({ whenTrue, whenFalse }) => [whenTrue.kind, whenFalse.kind])).toEqual([
      ['undecided', 'undecided'],
    ]);
    expect(result.deadCodeLines).toEqual([]);
    expect(result.reasons).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('after f has returned') }),
    );
  });

  it.each([
    ['a function that is only called', 'def g(y):\n        return 1 if y != y else 2\n    return g(x)'],
    ['a key', 'return max([x, 1], key=lambda y: 1 if y != y else 2)'],
    ['a generator that is used up', 'return list(map(lambda y: 1 if y != y else 2, [x]))'],
  ])('is closed where nothing is handed on: %s', async (_, body) => {
    const result = await analyze(`def f(x: int):\n    ${body}\n`);
    expect(sides(result)).toEqual(['ternary y != y: unreachable, f(1)']);
  });
});
