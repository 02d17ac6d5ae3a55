/** Random loops with conditions on what they compute, some of them true: what induction may and may not prove. */
import type { Random } from '../../../src/lib/random.ts';
import type { ContractCase } from './contracts.ts';

const STEPS = ['1', '2', '-3', 'i', 'y', '2 * i + 1', 'i % 3', '(1 if i > 5 else 2)', '(i if i > y else 0)', 'abs(y)'];
const POSTCONDITIONS = [
  '__return__ == START + STEP * max(x, 0)',
  '__return__ == START + y * max(x, 0)',
  '__return__ >= START',
  '__return__ <= START',
  '__return__ == START + max(x, 0) ** 2',
  '__return__ == START + x * (x - 1) // 2',
  '__return__ == START + max(x, 0) * (max(x, 0) - 1) // 2',
  '__return__ - START <= 2 * max(x, 0)',
  '__return__ - START >= x',
  '(__return__ - START) % 2 == 0',
  '__return__ != START + 700',
  'implies(x > 0, __return__ != START)',
];

/** A function with one loop of at most a thousand rounds, which is more than are unrolled. */
export function randomLoopContract(random: Random): ContractCase {
  const start = random.pick(['0', '1', '-4', 'y']);
  const step = random.pick(STEPS);
  const postcondition = random
    .pick(POSTCONDITIONS)
    .replaceAll('START', start)
    .replaceAll('STEP', `(${random.pick(['1', '2', '-3'])})`);
  const stop =
    random.below(4) === 0
      ? ['        if r > 600:', `            ${random.pick(['break', 'continue', 'return r'])}`]
      : [];
  const loops: readonly (readonly string[])[] = [
    ['    for i in range(x):', ...stop, `        r += ${step}`],
    ['    i = 0', '    while i < x:', `        r += ${step}`, '        i += 1'],
    ['    i = 0', '    while i < x:', '        i += 1', ...stop, `        r += ${step}`],
    ['    for i in range(0, x, 1):', `        r = r + ${step}`, ...stop],
  ];
  const header = [
    'def f(x: int, y: int) -> int:',
    "    '''",
    '    pre: x <= 1000',
    `    post: ${postcondition}`,
    "    '''",
  ];
  const code = [...header, `    r = ${start}`, ...random.pick(loops), '    return r', ''].join('\n');
  return {
    code,
    parameters: [
      { name: 'x', annotation: 'int' },
      { name: 'y', annotation: 'int' },
    ],
  };
}
