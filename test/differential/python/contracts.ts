/** Random functions with a postcondition that is true of them by rewriting, or nearly true. */
import type { Random } from '../../../src/lib/random.ts';
import { type SampleParameter, sample } from './samples.ts';

export interface ContractCase {
  readonly code: string;
  readonly parameters: readonly SampleParameter[];
}

/** An expression in two forms of the same value. */
interface Twin {
  readonly text: string;
  readonly rewritten: string;
}

/** A function over integers, bools and short strings, with a contract that Z3 has a chance to decide. */
export function randomContract(random: Random): ContractCase {
  return new ContractWriter(random).write();
}

const CONSTANTS = ['0', '1', '2', '3', '7', '10', '-1', '-5', '100', '1000', '65536', '(10**20)'];

class ContractWriter {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  write(): ContractCase {
    const isText = this.#random.below(4) === 0;
    const parameters: SampleParameter[] = [
      { name: 'x', annotation: 'int' },
      { name: 'y', annotation: isText ? 'str' : 'int' },
    ];
    const [test, first, second] = [this.#condition(1), this.#value(2, isText), this.#value(2, isText)];
    const guard = this.#condition(1);
    const precondition = this.#random.below(3) === 0 ? [`    pre: ${guard.text}`] : [];
    const postcondition = this.#postcondition(test, first, second);
    const body = [`    r = ${first.text}`, `    if not ${test.text}:`, `        r = ${second.text}`, '    return r'];
    const raised =
      this.#random.below(6) === 0
        ? [`    if ${this.#condition(1).text} and x > 5000:`, '        raise KeyError(x)']
        : [];
    const signature = parameters.map(({ name, annotation }) => `${name}: ${annotation}`).join(', ');
    const header = [`def f(${signature}):`, "    '''", ...precondition, `    post: ${postcondition}`, "    '''"];
    return { code: [...header, ...raised, ...body, ''].join('\n'), parameters };
  }

  #postcondition(test: Twin, first: Twin, second: Twin): string {
    const exact = `__return__ == (${first.rewritten} if ${test.rewritten} else ${second.rewritten})`;
    const implied = `implies(${test.rewritten}, __return__ == ${first.rewritten})`;
    switch (this.#random.below(8)) {
      case 0:
        return `__return__ == (${first.rewritten} if ${this.#nearly(test.rewritten)} else ${second.rewritten})`;
      case 1:
        return `__return__ != ${this.#random.pick(CONSTANTS)}`;
      case 2:
        return `__return__ == ${first.rewritten} or not ${this.#nearly(test.rewritten)}`;
      case 3:
        return `${first.rewritten} <= __return__ or ${this.#condition(1).rewritten}`;
      case 4:
      case 5:
        return implied;
      default:
        return exact;
    }
  }

  /** The condition with one comparison moved to its edge. */
  #nearly(condition: string): string {
    const swaps: readonly (readonly [string, string])[] = [
      [' < ', ' <= '],
      [' <= ', ' < '],
      [' == ', ' <= '],
      [' % 3', ' % 6'],
      ['7', '8'],
    ];
    for (const [from, to] of swaps) if (condition.includes(from)) return condition.replace(from, to);
    return `(${condition} and x != 1234)`;
  }

  #condition(depth: number): Twin {
    const [a, b] = [this.#int(depth), this.#int(depth)];
    switch (this.#random.below(6)) {
      case 0:
        return { text: `(${a.text} < ${b.text})`, rewritten: `(${b.rewritten} > ${a.rewritten})` };
      case 1:
        return { text: `(${a.text} <= ${b.text})`, rewritten: `(not ${b.rewritten} < ${a.rewritten})` };
      case 2:
        return { text: `(${a.text} == ${b.text})`, rewritten: `(${a.rewritten} - ${b.rewritten} == 0)` };
      case 3: {
        const twin = this.#condition(0);
        const other = this.#condition(0);
        return {
          text: `(${twin.text} and ${other.text})`,
          rewritten: `(not (not ${twin.rewritten} or not ${other.rewritten}))`,
        };
      }
      case 4:
        return { text: `(${a.text} % 3 == 1)`, rewritten: `((${a.rewritten} + 3) % 3 == 1)` };
      default:
        return { text: `(-10 < ${a.text} < 500)`, rewritten: `(${a.rewritten} < 500 and ${a.rewritten} > -10)` };
    }
  }

  #value(depth: number, isText: boolean): Twin {
    return isText && this.#random.below(2) === 0 ? this.#length() : this.#int(depth);
  }

  #length(): Twin {
    const text = this.#random.pick(["y + 'ab'", 'y[1:]', 'y[:-1]', "y.replace('a', 'b')"]);
    const lengths: Readonly<Record<string, string>> = {
      "y + 'ab'": '(2 + len(y))',
      'y[1:]': 'max(len(y) - 1, 0)',
      'y[:-1]': '(len(y) - (1 if y else 0))',
      "y.replace('a', 'b')": 'len(y)',
    };
    return { text: `len(${text})`, rewritten: lengths[text] ?? `len(${text})` };
  }

  #int(depth: number): Twin {
    if (depth <= 0) {
      const leaf = this.#random.pick(['x', 'x', 'y_int', this.#random.pick(CONSTANTS)]);
      const text = leaf === 'y_int' ? '(y if isinstance(y, int) else len(y))' : leaf;
      return { text, rewritten: text };
    }
    const [a, b] = [this.#int(depth - 1), this.#int(depth - 1)];
    const k = this.#random.pick(['2', '3', '7', '-3', '10']);
    switch (this.#random.below(8)) {
      case 0:
        return { text: `(${a.text} + ${b.text})`, rewritten: `(${b.rewritten} + ${a.rewritten})` };
      case 1:
        return { text: `(${a.text} - ${b.text})`, rewritten: `(-${b.rewritten} + ${a.rewritten})` };
      case 2:
        return { text: `(${a.text} * ${k})`, rewritten: `(${k} * ${a.rewritten})` };
      case 3:
        return { text: `(${a.text} // ${k})`, rewritten: `((${a.rewritten} - ${a.rewritten} % ${k}) // ${k})` };
      case 4:
        return { text: `(${a.text} % ${k})`, rewritten: `(${a.rewritten} - ${k} * (${a.rewritten} // ${k}))` };
      case 5:
        return { text: `abs(${a.text})`, rewritten: `max(${a.rewritten}, -${a.rewritten})` };
      case 6:
        return {
          text: `min(${a.text}, ${b.text})`,
          rewritten: `(${a.rewritten} if ${a.rewritten} < ${b.rewritten} else ${b.rewritten})`,
        };
      default:
        return {
          text: `(${a.text} + (${a.text} > ${b.text}))`,
          rewritten: `(${a.rewritten} + int(${b.rewritten} < ${a.rewritten}))`,
        };
    }
  }
}

/** Argument tuples that look for a violation: edges, and numbers of every size, close to each other and not. */
export function attackRows(random: Random, parameters: readonly SampleParameter[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    if (index % 2 === 0) return `(${sample(random, parameters).sources.join(', ')},)`;
    const size = random.pick([4, 20, 120, 700, 2000, 10_000, 70_000, 10_000_000]);
    const row = parameters.map(({ annotation }) =>
      annotation === 'int'
        ? String(random.below(2 * size) - size)
        : sample(random, [{ name: 'y', annotation }]).sources,
    );
    return `(${row.join(', ')},)`;
  });
}
