/** Random recursive functions with conditions on their results, some of them true: what induction may and may not prove. */
import type { Random } from '../../../src/lib/random.ts';
import type { ContractCase } from './contracts.ts';

const STEPS = ['0', '1', '2', '-1', 'x', 'x % 3', 'abs(y)', '(1 if x < 40 else 2)', '(0 if x < 40 else -1)'];
const POSTCONDITIONS = [
  '__return__ >= START',
  '__return__ <= START',
  '__return__ == START',
  '__return__ - START >= max(x, 0)',
  '__return__ - START <= 2 * max(x, 0)',
  '__return__ == START + max(x, 0)',
  '__return__ == START + __old__.x * (__old__.x + 1) // 2',
  '__return__ >= START - max(x, 0)',
  '(__return__ - START) % 2 == 0',
  'implies(x > 50, __return__ > START)',
  '__return__ != START + 70',
];
/** Ways to call with a smaller argument, some of which do not always make it smaller. */
const CALLS = [
  'f(x - 1, y)',
  'f(x - 2, y)',
  'f(y=y, x=x - 1)',
  'f(x // 2, y)',
  'f(x - 1)',
  'f(x - 1, y + 1)',
  'f(x - 1 if x < 60 else 0, y)',
  'again(x, y)',
  'again(x - 1, y)',
  '(lambda k: f(k, y))(x - 1)',
  'sum((f(x // 2, y), f(x // 3, y))) // 2',
];

/** A function that calls itself at most some hundred times deep, which is more than is unrolled. */
export function randomRecursiveContract(random: Random): ContractCase {
  const start = random.pick(['0', '1', '-4', 'y']);
  const postcondition = random.pick(POSTCONDITIONS).replaceAll('START', start);
  const precondition = random.pick(['x <= 200', '0 <= x <= 200', 'x <= 200 and y >= 0']);
  const call = random.pick(CALLS);
  const step = random.pick(STEPS);
  const bodies: readonly (readonly string[])[] = [
    ['    if x <= 0:', `        return ${start}`, `    return ${call} + ${step}`],
    [`    return ${call} + ${step} if x > 0 else ${start}`],
    [`    r = ${start}`, '    if x >= 1:', `        r = ${call}`, `        r += ${step}`, '    return r'],
    [
      '    if x < 1:',
      `        return ${start}`,
      '    count(1)',
      `    r = ${call}`,
      '    count(-1)',
      '    return r + calls()',
    ],
    [`    r = ${start}`, '    for i in range(min(x, 1)):', `        r = ${call} + ${step}`, '    return r'],
  ];
  const code = [
    'CALLS = 0',
    'def count(by):',
    '    global CALLS',
    '    CALLS += by',
    'def calls():',
    '    return 1 if CALLS > 30 else 0',
    'def again(x, y):',
    '    return f(x - 1, y)',
    'def f(x: int, y: int = 2) -> int:',
    "    '''",
    `    pre: ${precondition}`,
    `    post: ${postcondition}`,
    "    '''",
    ...random.pick(bodies),
    '',
  ].join('\n');
  return {
    code,
    parameters: [
      { name: 'x', annotation: 'int' },
      { name: 'y', annotation: 'int' },
    ],
  };
}
