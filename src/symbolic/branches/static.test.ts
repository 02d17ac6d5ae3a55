import { beforeAll, describe, expect, it } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import type { FunctionDef, Module } from '../syntax/ast.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { syntacticallyClosed } from './closed-sides.ts';
import { cyclomaticComplexity } from './complexity.ts';
import { closeDeadCode } from './dead-code.ts';
import { decisionsOf } from './decisions.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

interface Parsed {
  readonly module: Module;
  readonly definition: FunctionDef;
}

/** The body begins in line 2. */
function parsed(body: string): Parsed {
  const module = parseModule(`def f(a, b, c, xs):\n${body.replace(/^/gm, '    ')}\n`, parser);
  const [definition] = module.body;
  if (definition?.kind !== 'function') throw new Error('no function');
  return { module, definition };
}

function decisions(body: string): readonly string[] {
  const { module, definition } = parsed(body);
  return decisionsOf(definition.body, module).map(({ line, kind, condition }) => `${line} ${kind}: ${condition}`);
}

function deadLines(body: string): readonly number[] {
  const { module, definition } = parsed(body);
  return closeDeadCode(module, definition, syntacticallyClosed(decisionsOf(definition.body, module)));
}

describe('decision points', () => {
  it('are listed with line, kind and condition, the enclosing one first', () => {
    expect(decisions('if a and (b or c):\n    pass\nelif not a:\n    pass')).toEqual([
      '2 if: a and (b or c)',
      '2 boolean: a',
      '2 boolean: b',
      '4 if: not a',
    ]);
  });

  it('are found in expressions of every kind', () => {
    expect(decisions('x = [y for y in xs if y > 1 if y < 5]\nreturn f"{1 if a else 2}"')).toEqual([
      '2 comprehension: y > 1',
      '2 comprehension: y < 5',
      '3 ternary: a',
    ]);
  });

  it('are loops, clauses, cases and asserts', () => {
    const body = [
      'for i, x in xs:',
      '    while a:',
      '        assert b, "no"',
      'try:',
      '    pass',
      'except (KeyError, ValueError) as e:',
      '    pass',
      'except:',
      '    pass',
      'match a:',
      '    case [1, *rest] | {"k": int(v)} if b:',
      '        pass',
      '    case _:',
      '        pass',
    ];
    expect(decisions(body.join('\n'))).toEqual([
      '2 for: i, x in xs',
      '3 while: a',
      '4 assert: b',
      '7 except: except (KeyError, ValueError)',
      '9 except: except',
      "12 case: case [1, *rest] | {'k': int(v)} if b",
      '14 case: case _',
    ]);
  });

  it('include those of functions defined inside', () => {
    expect(decisions('def g(y):\n    return 1 if y else 2\nk = lambda z: z or 3')).toEqual([
      '3 ternary: y',
      '4 boolean: z',
    ]);
  });

  it('say a condition in one line', () => {
    expect(decisions('if (a and\n        b):\n    pass')).toEqual(['2 if: a and b', '2 boolean: a']);
  });
});

describe('dead code', () => {
  it.each([
    ['follows return, with the comments in it', 'return 1\n# why\na = 1\n# here\nb = 2', [4, 5, 6]],
    [
      'follows raise, continue and break',
      'for x in xs:\n    if a:\n        continue\n        b\n    break\n    c\nraise\nd',
      [5, 7, 9],
    ],
    ['shares a line with the return', 'return; a = 1', [2]],
    ['is what follows branches that all end', 'if a:\n    return 1\nelif b:\n    return 2\nelse:\n    raise\nc', [8]],
    ['is not what one branch falls through to', 'if a:\n    return 1\nelif b:\n    pass\nc', []],
    ['is the side of a constant test', 'if not True:\n    a\nelse:\n    b\nif 0:\n    c', [3, 7]],
    ['is what a conjunction with False guards', 'while a < 3 and False:\n    b\nc', [3]],
    ['follows an endless loop', 'while True:\n    a\nelse:\n    b\nc', [5, 6]],
    ['is not what a break leads to', 'while 1:\n    if a:\n        break\n    for x in xs:\n        break\nb', []],
    ['is not ended by the break of an inner loop', 'while True:\n    for x in xs:\n        break\nb', [5]],
    ['is the else of a try that does not end', 'try:\n    return 1\nexcept KeyError:\n    a\nelse:\n    b\nc', [7]],
    ['follows a try whose every way ends', 'try:\n    return 1\nexcept KeyError:\n    raise\nb', [6]],
    ['follows a finally that returns', 'try:\n    a\nfinally:\n    return 1\nb', [6]],
    ['is not what follows a with: it may swallow the exception', 'with a:\n    raise b\nc', []],
    [
      'follows a match that has a case for everything',
      'match a:\n    case 1:\n        return 1\n    case _:\n        return 2\nb',
      [7],
    ],
    ['is not what follows a match without one', 'match a:\n    case 1:\n        return 1\nb', []],
    ['is found in functions defined inside', 'def g():\n    return 1\n    a\nb', [4]],
    [
      'is not ended by a break outside the function',
      'while True:\n    def g():\n        while True:\n            break\n        a\nb',
      [7],
    ],
    ['follows an assertion that always fails', 'assert False, "never"\na', [3]],
  ])('%s', (_what, body, lines) => {
    expect(deadLines(body)).toEqual(lines);
  });

  it('closes the decisions in it', () => {
    const { module, definition } = parsed('return 1\nif a: b');
    const [decision] = decisionsOf(definition.body, module);
    const closed = syntacticallyClosed([]);
    closeDeadCode(module, definition, closed);
    expect(decision && [closed.has(decision.node, true), closed.has(decision.node, false)]).toEqual([true, true]);
  });
});

describe('cyclomatic complexity', () => {
  it.each([
    ['pass', 1],
    ['if a and b or c:\n    pass\nelif b:\n    pass\nelse:\n    pass', 5],
    ['for x in xs:\n    pass\nelse:\n    pass', 3],
    ['while a:\n    pass', 2],
    [
      'try:\n    pass\nexcept KeyError:\n    pass\nexcept ValueError:\n    pass\nelse:\n    pass\n    pass\nfinally:\n    pass',
      4,
    ],
    ['assert a and b', 2],
    ['x = a if b else c', 2],
    ['x = [y for z in xs for y in z if y if z]', 5],
    ['match a:\n    case 1 | 2:\n        pass\n    case _:\n        pass', 2],
    ['def g():\n    if a:\n        pass', 1],
    ['k = lambda y: y and a', 2],
    ['with a:\n    pass', 1],
  ])('of %j is %i', (body, complexity) => {
    expect(cyclomaticComplexity(parsed(body).definition)).toBe(complexity);
  });
});
