/** Random functions of the kind that people rewrite: they count, collect, search, add up and branch. */
import type { Random } from '../../../src/lib/random.ts';

/** Parameters of every function. */
const PARAMETERS = 'n: int, xs: list[int], s: str, r: float, q';

/** A function `f` whose loops end. */
export function loopFunction(random: Random): string {
  return new LoopWriter(random).write();
}

class LoopWriter {
  readonly #random: Random;
  #count = 0;
  /** Variables that hold an int, and those of other types. */
  readonly #ints = ['n', 'a', 'b'];

  constructor(random: Random) {
    this.#random = random;
  }

  write(): string {
    const setUp = [`a = ${this.#int(0)}`, `b = ${this.#int(0)}`, 'acc = []', 'seen = {}', 'kept = set()'];
    const body = [...setUp.filter(() => this.#random.below(8) > 0), ...this.#block(2, false, 4), this.#return()];
    return `def f(${PARAMETERS}):\n${body.map((line) => `    ${line}`).join('\n')}\n`;
  }

  #fresh(prefix: string): string {
    return `${prefix}${++this.#count}`;
  }

  #return(): string {
    const { pick } = { pick: (choices: readonly string[]) => this.#random.pick(choices) };
    return `return ${pick([this.#int(1), this.#test(1), 'acc', 'a, b, acc', `sorted(acc)`, 'seen', 'kept', 'len(acc)', `a if ${this.#test(0)} else b`, 'a', 'b'])}`;
  }

  #int(depth: number): string {
    const random = this.#random;
    const inner = (): string => this.#int(depth - 1);
    const leaf = random.pick([...this.#ints, ...this.#ints, '0', '1', '2', '-1', '3', 'len(xs)', 'len(s)']);
    if (depth <= 0) return leaf;
    return random.pick([
      leaf,
      `${inner()} + ${inner()}`,
      `${inner()} - ${inner()}`,
      `(${inner()}) * ${leaf}`,
      `(${inner()}) % ${random.pick(['2', '3', leaf])}`,
      `max(${inner()}, ${inner()})`,
      `min(${inner()}, ${inner()})`,
      `xs[${inner()}]`,
      `abs(${inner()})`,
      'sum(xs)',
      `sum([x * 2 for x in xs])`,
      `xs.count(${leaf})`,
      `len([c for c in s if c != 'a'])`,
    ]);
  }

  #test(depth: number): string {
    const random = this.#random;
    const comparison = `${this.#int(1)} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${this.#int(depth)}`;
    if (depth <= 0) return comparison;
    const inner = (): string => this.#test(depth - 1);
    return random.pick([
      comparison,
      comparison,
      `not (${inner()})`,
      `${inner()} and ${inner()}`,
      `${inner()} or ${inner()}`,
      `0 <= ${this.#int(0)} < ${this.#int(0)}`,
      'not xs',
      'len(s) == 0',
      'len(xs) > 0',
      "s == ''",
      `${this.#int(0)} in xs`,
      `${this.#int(0)} not in acc`,
      `r ${random.pick(['<', '>=', '!='])} ${this.#int(0)}`,
      `not r > ${this.#int(0)}`,
      `any(x > ${this.#int(0)} for x in xs)`,
      `all(x != ${this.#int(0)} for x in xs)`,
      `not all(x ${random.pick(['<', '==', '>='])} ${this.#int(0)} for x in xs if x)`,
      `q == ${this.#int(0)}`,
      'not q',
      `${this.#int(0)} % 2`,
    ]);
  }

  #block(depth: number, inLoop: boolean, size: number): string[] {
    return Array.from({ length: 1 + this.#random.below(size) }, () => this.#statement(depth, inLoop)).flat();
  }

  #inner(depth: number, inLoop: boolean): string[] {
    return this.#block(depth - 1, inLoop, 2).map((line) => `    ${line}`);
  }

  #statement(depth: number, inLoop: boolean): string[] {
    const random = this.#random;
    const jumps = inLoop ? [['break'], ['continue']] : [];
    const simple = (): string[] =>
      random.pick([
        [`a = ${this.#int(1)}`],
        [`b = ${this.#int(1)}`],
        [`a += ${this.#int(1)}`],
        [`b = b + ${this.#int(0)}`],
        [`a, b = ${this.#int(0)}, ${this.#int(0)}`],
        [`acc.append(${this.#int(1)})`],
        [`kept.add(${this.#int(0)})`],
        [`seen[${this.#int(0)}] = ${this.#int(0)}`],
        [`xs[0] = ${this.#int(0)}`],
        [`t = ${this.#int(1)}`, 'acc.append(t)'],
        [`a = ${this.#int(0)} if ${this.#test(0)} else ${this.#int(0)}`],
        [`if ${this.#test(1)}:`, `    ${this.#return()}`],
        ...jumps.map((jump) => [`if ${this.#test(0)}:`, ...jump.map((line) => `    ${line}`)]),
      ]);
    if (depth <= 0 || random.below(3) === 0) return simple();
    switch (random.below(8)) {
      case 0:
        return [`if ${this.#test(1)}:`, ...this.#inner(depth, inLoop)];
      case 1:
        return [`if ${this.#test(1)}:`, ...this.#inner(depth, inLoop), 'else:', ...this.#inner(depth, inLoop)];
      case 2:
        return this.#counting(depth);
      case 3:
      case 4:
        return this.#collecting();
      case 5:
        return this.#searching();
      case 6:
        return [
          'while True:',
          `    if ${this.#test(0)} or len(acc) > 5:`,
          '        break',
          '    acc.append(a)',
          ...this.#inner(depth, false),
        ];
      default: {
        const item = this.#fresh('v');
        this.#ints.push(item);
        const loop = [
          `for ${item} in ${random.pick(['xs', 'range(3)', 'range(len(xs))', 'list(xs)'])}:`,
          ...this.#inner(depth, true),
        ];
        if (random.below(3) > 0) this.#ints.pop();
        return random.below(4) === 0 ? [...loop, 'else:', ...this.#inner(depth, inLoop)] : loop;
      }
    }
  }

  /** `while` with a counter, perhaps with a jump that leaves out its step. */
  #counting(depth: number): string[] {
    const random = this.#random;
    const counter = this.#fresh('k');
    const end = random.pick(['3', 'len(xs)', 'len(s)', 'min(n, 4)', this.#fresh('e')]);
    const ends = end.startsWith('e') ? [`${end} = ${random.pick(['len(xs)', 'min(n, 5)', '2'])}`] : [];
    const copy = this.#fresh('i');
    const isCopied = random.below(2) === 0;
    this.#ints.push(isCopied ? copy : counter);
    const body = this.#inner(depth, false);
    const skip =
      random.below(6) === 0
        ? [
            `    if ${this.#test(0)}:`,
            `        ${random.pick([`${counter} += 1; continue`, 'break', `${counter} += 1`])}`,
          ]
        : [];
    if (random.below(4) > 0) this.#ints.pop();
    return [
      ...ends,
      `${counter} = ${random.pick(['0', '0', '1', 'len(acc)'])}`,
      `while ${random.pick([`${counter} < ${end}`, `${counter} <= ${end}`, `${end} > ${counter}`])}:`,
      ...(isCopied ? [`    ${copy} = ${counter}`] : []),
      ...body,
      ...skip,
      `    ${counter} += ${random.pick(['1', '1', '2'])}`,
    ];
  }

  #collecting(): string[] {
    const random = this.#random;
    const item = this.#fresh('x');
    this.#ints.push(item);
    const value = this.#int(1);
    const test = this.#test(0);
    this.#ints.pop();
    const [start, step] = random.pick([
      ['acc = []', `acc.append(${value})`],
      ['kept = set()', `kept.add(${value})`],
      ['seen = {}', `seen[${item}] = ${value}`],
      ['a = 0', `a += ${value}`],
      ['b = n', `b = ${item} + b`],
    ] as const);
    const body = random.below(2) === 0 ? [`    ${step}`] : [`    if ${test}:`, `        ${step}`];
    const between = random.below(3) === 0 ? [`b = ${this.#int(1)}`] : [];
    return [start, ...between, `for ${item} in ${random.pick(['xs', 'range(n % 4)', 'sorted(xs)'])}:`, ...body];
  }

  #searching(): string[] {
    const random = this.#random;
    const item = this.#fresh('y');
    this.#ints.push(item);
    const test = this.#test(1);
    if (random.below(4) > 0) this.#ints.pop();
    return [
      `for ${item} in xs:`,
      `    if ${test}:`,
      `        ${random.pick(['return True', 'return False', 'return a', `return ${item}`])}`,
    ];
  }
}
