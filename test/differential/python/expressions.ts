/** Random Python expressions over what the engine models. */
import type { Random } from '../../../src/lib/random.ts';
import type { PyType } from './samples.ts';

/** A function that expressions may call. */
export interface Callable {
  readonly name: string;
  /** Names of its parameters; those from `required` on have defaults. */
  readonly parameters: readonly string[];
  readonly required: number;
  /** Calls take a small count first, which bounds the recursion. */
  readonly isRecursive: boolean;
}

/** What expressions may mention. */
export interface Names {
  readonly variables: Map<string, PyType>;
  readonly callables: Callable[];
  /** Names that statements may bind. */
  readonly targets: readonly string[];
  /** Names of variables that hold exceptions. */
  readonly exceptions: readonly string[];
}

const INTS = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '-2',
  '5',
  '7',
  '10',
  '-13',
  '255',
  '(2**31)',
  '(10**20)',
  '(-(2**64))',
  '(10**309)',
];
const FLOATS = ['0.0', '-0.0', '1.0', '0.5', '-2.5', '1e308', '5e-324', "float('nan')", "float('inf')", '1e16'];
const STRINGS = ["''", "'a'", "'b'", "'ab'", "'ba'", "'0'", "'12'", "' 3 '", "'é'", "'\\U0001F600'", "'x\\n'"];
const CLASSES = [
  'int',
  'bool',
  'float',
  'str',
  'tuple',
  '(int, str)',
  'object',
  'ValueError',
  '(tuple, (float, bool))',
];

export class RandomExpressions {
  readonly random: Random;
  /** Off where code is repeated, so that values cannot grow without bounds. */
  mayGrow = true;
  #lambdas = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** An expression that is mostly of this type. */
  of(type: PyType, names: Names, most: number): string {
    const depth = this.random.below(3) === 0 ? most - 1 : most;
    if (this.random.below(150) === 0) return this.any(names, depth);
    if (depth > 0 && this.random.below(9) === 0) return this.#ofAnyType(type, names, depth - 1);
    switch (type) {
      case 'int':
        return this.#int(names, depth);
      case 'bool':
        return this.condition(names, depth);
      case 'float':
        return this.#float(names, depth);
      case 'str':
        return this.#str(names, depth);
      case 'tuple':
        return this.#tuple(names, depth);
      case 'list':
        return this.#list(names, depth);
      case 'none':
        return 'None';
    }
  }

  any(names: Names, depth: number): string {
    return this.of(this.type(), names, depth);
  }

  type(): PyType {
    return this.random.pick<PyType>([
      'int',
      'int',
      'int',
      'bool',
      'float',
      'str',
      'str',
      'tuple',
      'list',
      'list',
      'none',
    ]);
  }

  /** Forms that have whatever type their parts have. */
  #ofAnyType(type: PyType, names: Names, below: number): string {
    const part = (): string => this.of(type, names, below);
    switch (this.random.below(7)) {
      case 0:
        return `(${part()} if ${this.condition(names, below)} else ${part()})`;
      case 1:
        return `(${part()} ${this.random.pick(['and', 'or'])} ${part()})`;
      case 2: {
        const name = this.random.pick(['w0', 'w1']);
        const text = `(${name} := ${part()})`;
        if (this.random.below(4) === 0) names.variables.set(name, type);
        return text;
      }
      case 3:
        return this.#lambda(type, names, below);
      case 4:
        return `${this.#call(names, below) ?? part()}`;
      case 5:
        return `(${part()}, ${this.any(names, below)})[${this.random.pick(['0', '0', '0', '-2', '-2', '1', 'False', '2'])}]`;
      default:
        return `${this.random.pick(['min', 'max'])}(${part()}, ${part()})`;
    }
  }

  #lambda(type: PyType, names: Names, below: number): string {
    const name = `p${this.#lambdas++}`;
    const inner: Names = { ...names, variables: new Map(names.variables).set(name, type) };
    const value = this.of(type, names, below);
    if (this.random.below(2) === 0) return `(lambda ${name}: ${this.of(type, inner, below)})(${value})`;
    const second = `p${this.#lambdas++}`;
    inner.variables.set(second, type);
    return `(lambda ${name}: lambda ${second}=${name}: ${this.of(type, inner, below)})(${value})()`;
  }

  #call({ callables, ...rest }: Names, below: number): string | undefined {
    if (callables.length === 0) return undefined;
    const names: Names = { ...rest, callables };
    const { name, parameters, required, isRecursive } = this.random.pick(callables);
    const count = this.random.pick(['0', '2', '3', `(${this.of('int', names, 0)} if False else 1)`]);
    const values = parameters.map((_, index) => (isRecursive && index === 0 ? count : this.any(names, below)));
    const given =
      this.random.below(8) === 0
        ? this.random.below(4)
        : required + this.random.below(parameters.length - required + 1);
    const named = this.random.below(given + 1);
    const args = values.slice(0, given).map((value, index) => {
      const parameter = parameters[index];
      return index < named || parameter === undefined ? value : `${parameter}=${value}`;
    });
    return `${name}(${args.join(', ')})`;
  }

  #variable(type: PyType, { variables }: Names): string | undefined {
    const fitting = [...variables].filter(([, one]) => one === type);
    return fitting.length === 0 ? undefined : this.random.pick(fitting)[0];
  }

  #leaf(type: PyType, names: Names, literals: readonly string[]): string {
    const variable = this.random.below(4) > 0 ? this.#variable(type, names) : undefined;
    return variable ?? this.random.pick(literals);
  }

  #int(names: Names, depth: number): string {
    if (depth <= 0) return this.#leaf('int', names, INTS);
    const a = (): string => this.of('int', names, depth - 1);
    const number = (): string => this.of(this.random.pick<PyType>(['int', 'int', 'int', 'bool']), names, depth - 1);
    const s = (): string => this.of('str', names, depth - 1);
    const small = this.random.pick(['1', '2', '3', '7', '8', '10', '-1', '-4', '0']);
    const growing: readonly (() => string)[] = [
      () => `(${this.#leaf('int', names, INTS)} ** ${this.random.pick(['0', '1', '2', '3'])})`,
      () => `(${a()} << ${this.random.pick(['0', '1', '5', '70', 'True', '-1'])})`,
      () => `(${number()} * ${this.#leaf('int', names, INTS)})`,
    ];
    const forms: readonly (() => string)[] = [
      ...(this.mayGrow ? growing : []),
      () => `(${number()} ${this.random.pick(['+', '-'])} ${number()})`,
      () => `(${number()} ${this.random.pick(['//', '%'])} ${this.random.below(4) ? small : a()})`,
      () => `(${number()} ${this.random.pick(['&', '|', '^'])} ${this.random.below(2) ? small : number()})`,
      () => `(${a()} >> ${this.random.pick(['0', '1', '5', '70', 'False', '-3'])})`,
      () => `(${this.random.pick(['-', '+', '~'])}${number()})`,
      () => `abs(${number()})`,
      () => `${this.random.pick(['int', 'round', 'bool', 'int'])}(${number()})`,
      () => `int(${this.of(this.random.pick<PyType>(['float', 'float', 'float', 'str']), names, depth - 1)})`,
      () => `len(${this.random.below(3) ? s() : this.of('tuple', names, depth - 1)})`,
      () => `(${s()}).${this.random.pick(['find', 'find', 'find', 'index'])}(${s()})`,
      () => `sum((${number()}, ${number()}, ${number()}))`,
      () => `${this.random.pick(['len', 'sum', 'max', 'min'])}(${this.of('list', names, depth - 1)})`,
      () => `(${this.of('list', names, depth - 1)} or [1, 2])[${this.random.pick(['0', '-1', '1', '-2', a()])}]`,
      () => `(${this.of('list', names, 0)}).${this.random.pick(['index', 'count'])}(${a()})`,
      () => `(${this.of('list', names, 0)} or [5]).pop(${this.random.pick(['', '0', '-1'])})`,
      () => `divmod(${a()}, ${number()})[${this.random.below(2)}]`,
      () => `len(range(${a()}, ${small}, ${small}))`,
    ];
    return this.random.pick(forms)();
  }

  /** A condition: a bool mostly. */
  condition(names: Names, depth: number): string {
    if (depth <= 0) return this.#leaf('bool', names, ['True', 'False']);
    const below = depth - 1;
    const operator = (): string => this.random.pick(['<', '<=', '>', '>=', '==', '!=', '==', '<']);
    const type = this.random.pick<PyType>(['int', 'int', 'int', 'str', 'str', 'bool', 'float', 'tuple']);
    const a = (): string => this.of(type, names, below);
    const itself = this.of('float', names, 0);
    const forms: readonly (() => string)[] = [
      () => `(${itself} ${operator()} ${itself})`,
      () => `(${a()} ${operator()} ${a()})`,
      () => `(${a()} ${operator()} ${a()})`,
      () => `(${a()} ${operator()} ${a()} ${operator()} ${a()})`,
      () => `(${this.of('int', names, below)} ${operator()} ${this.of('float', names, below)})`,
      () => `(${this.of('float', names, below)} ${operator()} ${this.of('int', names, below)})`,
      () => `(${this.any(names, below)} ${this.random.pick(['==', '!='])} ${this.any(names, below)})`,
      () => `(not ${this.any(names, below)})`,
      () => `(${this.condition(names, below)} ${this.random.pick(['and', 'or'])} ${this.condition(names, below)})`,
      () => `(${this.of('str', names, below)} ${this.random.pick(['in', 'not in'])} ${this.of('str', names, below)})`,
      () => `(${this.any(names, below)} in ${this.of('tuple', names, below)})`,
      // anything but an int would be searched for element by element
      () =>
        `(int(${this.of('int', names, below)}) in range(${a()}, ${this.of('int', names, 0)}, ${this.random.pick(['1', '2', '-3'])}))`,
      () => `(${this.any(names, below)} ${this.random.pick(['is', 'is not'])} ${this.random.pick(['None', 'True'])})`,
      () => `isinstance(${this.any(names, below)}, ${this.random.pick(CLASSES)})`,
      () =>
        `(${this.of('str', names, below)}).${this.random.pick(['startswith', 'endswith'])}(${this.of('str', names, below)})`,
      () => `bool(${this.any(names, below)})`,
      () => `(${this.of('int', names, below)} in ${this.of('list', names, below)})`,
      () =>
        `${this.random.pick(['any', 'all'])}(${this.#element(names, below, 'bool')} for q in ${this.of('list', names, 0)})`,
      () => `(${this.condition(names, below)} ${this.random.pick(['&', '|', '^'])} ${this.condition(names, below)})`,
    ];
    return this.random.pick(forms)();
  }

  #float(names: Names, depth: number): string {
    if (depth <= 0) return this.#leaf('float', names, FLOATS);
    const below = depth - 1;
    const a = (): string => this.of('float', names, below);
    const number = (): string => this.of(this.random.pick<PyType>(['int', 'float', 'float', 'bool']), names, below);
    const forms: readonly (() => string)[] = [
      () => `(${a()} ${this.random.pick(['+', '-', '*'])} ${number()})`,
      () => `(${number()} / ${this.random.below(2) ? number() : '3'})`,
      () => `(${number()} ${this.random.pick(['+', '-', '*'])} ${a()})`,
      () => `(${this.random.pick(['-', '+'])}${a()})`,
      () => `abs(${a()})`,
      () => `float(${number()})`,
      () => `(${this.of('int', names, below)} / ${this.of('int', names, below)})`,
      () => `sum((${number()}, ${a()}))`,
      () => `float(${this.random.pick(["'nan'", "'-Infinity'", "' inf'", "'\\ufeffinf'", "'1.5'"])})`,
    ];
    return this.random.pick(forms)();
  }

  #str(names: Names, depth: number): string {
    if (depth <= 0) return this.#leaf('str', names, STRINGS);
    const below = depth - 1;
    const a = (): string => this.of('str', names, below);
    const i = (): string =>
      this.random.below(2) ? this.random.pick(['0', '1', '-1', '2', '-3']) : this.of('int', names, below);
    const bound = (): string => (this.random.below(3) === 0 ? '' : i());
    const growing: readonly (() => string)[] = [
      () => `(${a()} + ${a()})`,
      () => `(${a()} * ${this.random.pick(['0', '2', '-1', 'True'])})`,
      () => `f"{${a()}}-{${this.of(this.random.pick<PyType>(['int', 'bool', 'str', 'none']), names, below)}}"`,
      () => `(${a()}).replace(${this.random.pick(["'a'", "'ab'"])}, ${a()})`,
    ];
    const forms: readonly (() => string)[] = [
      ...(this.mayGrow ? growing : []),
      () => `${a()}[${i()}]`,
      () => `${a()}[${bound()}:${bound()}]`,
      () => `${a()}[${bound()}:${bound()}]`,
      () => `(${a()} or 'q')[0]`,
      () => `str(${this.of(this.random.pick<PyType>(['int', 'bool', 'str', 'none']), names, below)})`,
      () => `(${a()}).${this.random.pick(['removeprefix', 'removesuffix'])}(${a()})`,
      () => `str(${names.exceptions.length === 0 ? a() : this.random.pick(names.exceptions)})`,
    ];
    return this.random.pick(forms)();
  }

  /** An expression over the element `q` of a list of integers. */
  #element(names: Names, depth: number, type: PyType): string {
    return this.of(type, { ...names, variables: new Map(names.variables).set('q', 'int') }, depth);
  }

  #list(names: Names, depth: number): string {
    if (depth <= 0) return this.#leaf('list', names, ['[]', '[3]', '[2, 1]', '[1, 0, 1]']);
    const below = depth - 1;
    const l = (): string => this.of('list', names, below);
    const i = (): string => this.of('int', names, below);
    const bound = (): string => this.random.pick(['', '0', '1', '-1', '-9', '9']);
    const forms: readonly (() => string)[] = [
      () => `[${i()}, ${i()}]`,
      () => `[${i()}, *${l()}]`,
      () => `${l()}[${bound()}:${bound()}]`,
      () => `list(${this.random.pick(['range(3)', '(1, True)', l()])})`,
      () => `sorted(${l()})`,
      () => `[${this.#element(names, below, 'int')} for q in ${this.of('list', names, 0)}]`,
      () => `[q for q in ${this.of('list', names, 0)} if ${this.#element(names, below, 'bool')}]`,
      ...(this.mayGrow ? [() => `(${l()} + ${l()})`, () => `(${l()} * ${this.random.pick(['0', '1', '2'])})`] : []),
    ];
    return this.random.pick(forms)();
  }

  #tuple(names: Names, depth: number): string {
    const item = (): string =>
      this.of(this.random.pick<PyType>(['int', 'int', 'str', 'bool', 'float']), names, depth - 1);
    if (depth <= 0) return this.#leaf('tuple', names, ['()', '(1,)', "(1, 'a')", '(0, 1.0, True)']);
    const t = (): string => this.of('tuple', names, depth - 1);
    const bound = (): string => this.random.pick(['', '0', '1', '-1', '-9', '9']);
    const forms: readonly (() => string)[] = [
      () => `(${item()}, ${item()})`,
      () => `(${item()},)`,
      () => `${t()}[${bound()}:${bound()}]`,
      ...(this.mayGrow ? [() => `(${t()} + ${t()})`, () => `(${t()} * ${this.random.pick(['0', '1', '2'])})`] : []),
      () => (names.exceptions.length === 0 ? t() : `${this.random.pick(names.exceptions)}.args`),
    ];
    return this.random.pick(forms)();
  }
}
