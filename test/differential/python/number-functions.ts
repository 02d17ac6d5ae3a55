/** Random Python functions of numbers: operators, conversions, methods of numbers and the module math. */
import type { Random } from '../../../src/lib/random.ts';
import type { RandomModule } from './functions.ts';

type NumberType = 'int' | 'float' | 'bool';

const INTS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '-3',
  '7',
  '8',
  '10',
  '15',
  '-16',
  '100',
  '255',
  '(2**53 + 1)',
  '(-(2**64))',
  '(10**25)',
];
const SMALL = ['0', '1', '2', '3', '5', '7', '-1', '-2', '12'];
const FLOATS = [
  '0.0',
  '-0.0',
  '1.0',
  '-1.0',
  '0.5',
  '1.5',
  '2.5',
  '-3.75',
  '0.1',
  '1e16',
  '1e308',
  '5e-324',
  '4503599627370497.5',
  'math.inf',
  '-math.inf',
  'math.nan',
  'math.pi',
];

/** A function `f` of two integers, a bool and two floats that returns one expression, or takes the way one condition says. */
export function randomNumberFunction(random: Random): RandomModule {
  const numbers = new NumberExpressions(random);
  const type = random.pick<NumberType>(['int', 'int', 'float', 'float', 'bool']);
  const result = (): string => numbers.of(type, 3);
  const lines = [
    'import math',
    'def f(a: int, b: int, p: bool, x: float, y: float):',
    ...(random.below(3) === 0 ? [`    if ${numbers.of('bool', 2)}:`, `        return ${result()}`] : []),
    ...(random.below(3) === 0 ? [`    a = ${numbers.of('int', 2)}`] : []),
    `    return ${result()}`,
  ];
  const parameters = [
    { name: 'a', annotation: 'int' },
    { name: 'b', annotation: 'int' },
    { name: 'p', annotation: 'bool' },
    { name: 'x', annotation: 'float' },
    { name: 'y', annotation: 'float' },
  ] as const;
  return { code: `${lines.join('\n')}\n`, parameters };
}

class NumberExpressions {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  of(type: NumberType, depth: number): string {
    const literals = { int: INTS, float: FLOATS, bool: ['True', 'False'] }[type];
    const variables = { int: ['a', 'b'], float: ['x', 'y'], bool: ['p'] }[type];
    if (depth === 0) return this.#random.pick(this.#random.below(3) === 0 ? literals : variables);
    if (this.#random.below(12) === 0) {
      return `(${this.of(type, depth - 1)} if ${this.of('bool', depth - 1)} else ${this.of(type, depth - 1)})`;
    }
    return this.#random.pick(this.#forms(type, depth - 1))();
  }

  #forms(type: NumberType, below: number): readonly (() => string)[] {
    const pick = (...choices: readonly string[]): string => this.#random.pick(choices);
    const i = (): string => this.of(this.#random.below(8) === 0 ? 'bool' : 'int', below);
    const f = (): string => this.of('float', below);
    const n = (): string => (this.#random.below(3) === 0 ? i() : f());
    const small = (): string => pick(...SMALL);
    // powers of powers would take CPython too long
    const leaf = (): string => this.of('int', 0);
    const short = (): string => `(${i()} % ${pick('3', '6', '20', '40')})`;
    switch (type) {
      case 'int':
        return [
          () => `(${i()} ${pick('+', '-', '*')} ${i()})`,
          () => `(${i()} ${pick('//', '%')} ${i()})`,
          () => `(${i()} ${pick('&', '|', '^')} ${i()})`,
          () => `(${i()} ${pick('&', '|', '^')} ${small()})`,
          () => `(${leaf()} ${pick('<<', '>>')} ${pick(short(), small())})`,
          () => `(${pick('-', '~', '+')}${i()})`,
          () => `(${pick(small(), leaf())} ** ${pick('0', '1', '2', '3', short())})`,
          () => `abs(${i()})`,
          () => `divmod(${i()}, ${i()})[${pick('0', '1')}]`,
          () => `pow(${i()}, ${short()}, ${i()})`,
          () => `round(${i()}, ${pick('None', '0', '-1', '-2', '-3', '2')})`,
          () => `${pick('round', 'int', 'math.floor', 'math.ceil', 'math.trunc')}(${n()})`,
          () =>
            `(${i()}).${pick('bit_length()', 'bit_count()', 'conjugate()', 'real', 'imag', 'numerator', 'denominator')}`,
          () => `math.isqrt(${i()})`,
          () => `math.${pick('gcd', 'lcm')}(${pick(i(), `${i()}, ${i()}`, `${i()}, ${i()}, ${i()}`)})`,
          () => `math.factorial(${short()})`,
          () => `math.${pick('comb', 'perm')}(${leaf()}, ${pick(short(), small())})`,
          () => `math.prod((${i()}, ${i()}))`,
          () => `hash(${leaf()})`,
          () => `${pick('min', 'max')}(${i()}, ${i()})`,
          () => `len(range(${i()} % 50, ${i()} % 50, ${pick('1', '2', '-1', '-3')}))`,
          () => `sum((${i()}, ${i()}, ${i()}))`,
          () => `${this.#range(i, pick)}[${i()}]`,
        ];
      case 'float':
        return [
          () => `(${n()} ${pick('+', '-', '*', '/')} ${f()})`,
          () => `(${f()} ${pick('+', '-', '*', '/')} ${n()})`,
          () => `(${i()} / ${i()})`,
          () => `(${f()} ${pick('//', '%')} ${n()})`,
          () => `(${n()} ${pick('//', '%')} ${f()})`,
          () => `(${pick('-', '+')}${f()})`,
          () => `(${f()} ** ${pick('0', '1', '1.0', n())})`,
          () => `${pick('abs', 'math.fabs', 'float')}(${n()})`,
          () => `math.sqrt(${n()})`,
          () => `math.${pick('fmod', 'copysign', 'pow')}(${n()}, ${n()})`,
          () => `math.modf(${n()})[${pick('0', '1')}]`,
          () => `divmod(${f()}, ${n()})[${pick('0', '1')}]`,
          () => `math.${pick('degrees', 'radians', 'sin', 'log', 'exp', 'asin')}(${n()})`,
          () => `${pick('min', 'max')}(${f()}, ${n()})`,
          () => `sum((${f()}, ${f()}, ${f()}))`,
          () => `sum([${f()}, ${f()}, ${f()}, ${f()}], ${pick('0.0', '0', f())})`,
          () => `sum([${n()}, ${n()}, ${n()}, ${n()}])`,
          () => `(${f()}).${pick('real', 'imag', 'conjugate()')}`,
          () => `round(${f()}, ${pick('0', '1', '2')})`,
        ];
      case 'bool':
        return [
          () => `(${n()} ${pick('<', '<=', '==', '!=', '>', '>=')} ${n()})`,
          () => `(${i()} ${pick('<', '<=', '==', '!=')} ${i()})`,
          () => `(${this.of('bool', below)} ${pick('and', 'or', '&', '|', '^')} ${this.of('bool', below)})`,
          () => `math.${pick('isnan', 'isinf', 'isfinite')}(${n()})`,
          () => `math.isclose(${n()}, ${n()}${pick('', ', rel_tol=0.5', ', abs_tol=1.0')})`,
          () => `(${f()}).is_integer()`,
          () => `(math.${pick('floor', 'ceil', 'trunc')}(x) ${pick('<', '<=', '==', '>')} x)`,
          () => `(math.floor(x) + ${small()} ${pick('<', '<=', '==', '>')} x)`,
          () => `(${i()} in range(${i()}, ${i()}, ${pick('1', '2', '-3')}))`,
          () => `(${this.#range(i, pick)} == ${this.#range(i, pick)})`,
          () => `(${i()} in ${this.#range(i, pick)})`,
          () => `isinstance(${pick(i(), f(), `(a ** (b % 5 - 2))`)}, ${pick('int', 'float', 'bool')})`,
        ];
    }
  }

  /** A range, or a slice of one. */
  #range(i: () => string, pick: (...choices: readonly string[]) => string): string {
    const range = `range(${i()} % 30, ${i()} % 30, ${pick('1', '2', '-1', '-3')})`;
    const [lower, upper, step] = [pick('', '1', '-2', i()), pick('', '3', '-1', i()), pick('1', '2', '-1', '-2')];
    return pick(range, `${range}[${lower}:${upper}:${step}]`);
  }
}
