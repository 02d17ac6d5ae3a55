/** Functions with many branches, long inputs and long messages. */
import { SYMBOLIC_TOKENS } from '../../../src/tools/symbolic/source.ts';
import { amount } from '../../generated.ts';
import type { LargeCase, LargeCases } from './case.ts';

const one = (says: string, args: Readonly<Record<string, unknown>>, more: Partial<LargeCase> = {}): LargeCase => ({
  says,
  args: { timeout_seconds: 5, ...args },
  most: SYMBOLIC_TOKENS,
  ...more,
});

const branches = (count: number) =>
  [
    'def f(x: int) -> int:',
    ...Array.from({ length: count }, (_, at) => `    if x == ${at * 7}:\n        return ${at} // (x - ${at * 7})`),
    '    return x',
  ].join('\n');
const posts = Array.from(
  { length: amount(150, 50) },
  (_, at) => `    post: __return__ != ${at} and "a long condition of the contract number ${at}" != ""`,
).join('\n');
const CONTRACT = `def f(x: int) -> int:\n    """\n${posts}\n    """\n    return x`;
const PARAMETERS = Array.from({ length: 120 }, (_, at) => `a_rather_long_parameter_${at}: int`).join(', ');
const WIDE = `def f(${PARAMETERS}) -> int:\n    return 1 // a_rather_long_parameter_0`;
const MESSAGE = 'def f(x: int) -> int:\n    if x > 3:\n        raise ValueError("message " * 2000)\n    return x';
const RECURSION =
  'def f(x: int) -> int:\n    if x > 3:\n        return g(200)\n    return x\n\ndef g(n):\n    if n == 0:\n        raise ValueError("deep " * 5000)\n    return g(n - 1)';
/** Each branch is taken by few inputs, and its condition speaks of all the branches before it. */
const CONDITIONS = [
  'def f(first: int, second: int) -> int:',
  ...Array.from({ length: 40 }, (_, at) => {
    const condition = `first * ${at + 3} + second * ${at + 5} == ${at * 71} and first - second > ${at * 7} or second == ${at * 13}`;
    return `    if ${condition}:\n        return ${at} // (second - ${at * 13})`;
  }),
  '    return first',
].join('\n');
const LONG_TEXTS =
  'def f(a: str, b: str) -> str:\n    """\n    post: __return__ == ""\n    post: len(__return__) < 3\n    """\n    return (a + "é\\n" + b) * 3000';
const TWO = (first: string, second: string) =>
  `${first.replaceAll('f(', 'left(')}\n\n${second.replaceAll('f(', 'right(')}`;

const MANY_FILES = Object.fromEntries(
  Array.from({ length: amount(40, 12) }, (_, at) => [
    `package/module_with_a_rather_long_name_${at}.py`,
    Array.from({ length: 5 }, (_, index) => `def f${index}(x: int) -> int:\n    return ${index} // x\n`).join('\n'),
  ]),
);

/** The cases. */
export const SYMBOLIC: LargeCases = {
  prepare: ({ upload }) => upload('checked', MANY_FILES),
  cases: {
    check_workspace: [
      one(
        'a page of counterexamples',
        { workspace: 'checked', max_functions: 60, timeout_seconds: 1 },
        { expects: 'shortened' },
      ),
    ],
    symbolic_check: [
      one('many obligations', { code: CONTRACT, function_name: 'f' }),
      one('many parameters', { code: WIDE, function_name: 'f' }, { expects: 'shortened' }),
      one('a long message', { code: MESSAGE, function_name: 'f' }),
      one('a deep traceback', { code: RECURSION, function_name: 'f' }),
      one('many branches with long conditions', { code: CONDITIONS, function_name: 'f' }),
      one('long values', { code: LONG_TEXTS, function_name: 'f' }),
      one('many ways to fail', { code: branches(60), function_name: 'f' }),
      one(
        'code that does not parse',
        { code: `def f(x:\n${'y = 1\n'.repeat(5000)}`, function_name: 'f' },
        { expects: 'failure' },
      ),
      one(
        'a name that does not exist',
        { code: branches(100), function_name: 'n'.repeat(50_000) },
        { expects: 'failure' },
      ),
    ],
    find_path_to_exception: [
      one(
        'many parameters',
        { code: WIDE, function_name: 'f', exception_type: 'ZeroDivisionError' },
        { expects: 'shortened' },
      ),
      one('a long message', { code: MESSAGE, function_name: 'f', exception_type: 'ValueError' }),
      one(
        'a type that does not exist',
        { code: MESSAGE, function_name: 'f', exception_type: 'E'.repeat(20_000) },
        { expects: 'failure' },
      ),
    ],
    compare_functions: [
      one(
        'many parameters',
        { code: TWO(WIDE, WIDE.replace('1 //', '2 //')), function_a: 'left', function_b: 'right', timeout_seconds: 20 },
        { expects: 'shortened' },
      ),
      one(
        'a long query',
        { code: TWO(branches(40), branches(41)), function_a: 'left', function_b: 'right', include_smtlib: true },
        { most: 10_000 },
      ),
    ],
    analyze_branches: [
      one('with long conditions', { code: CONDITIONS, function_name: 'f', symbolic_reachability: true }),
      one('hundreds', { code: branches(300), function_name: 'f' }),
      one('all of them', { code: branches(300), function_name: 'f', limit: 500 }, { most: 10_000 }),
      one('with inputs of many parameters', {
        code: WIDE.replace('    return', '    if a_rather_long_parameter_1 > 3:\n        return 2\n    return'),
        function_name: 'f',
        symbolic_reachability: true,
      }),
    ],
  },
};
