/** Random calls of the methods of strings and bytes, on texts that depend on the inputs. */
import type { Random } from '../../../src/lib/random.ts';
import type { SampleParameter } from './samples.ts';

/** The parameters that the expressions mention. */
export const TEXT_PARAMETERS: readonly SampleParameter[] = [
  { name: 's', annotation: 'str' },
  { name: 't', annotation: 'str' },
  { name: 'n', annotation: 'int' },
];

const STRINGS = [
  "''",
  "'a'",
  "'ab'",
  "'b'",
  "' '",
  "'-7'",
  "','",
  "'aXb'",
  "'0'",
  "'\\xe9'",
  "'A b'",
  "'a,b,,c'",
  "'+12 '",
];
const COUNTS = ['0', '1', '2', '3', '-1', '-2', '7', 'n'];
const PREDICATES = ['isdigit', 'isalpha', 'isalnum', 'isspace', 'islower', 'isupper', 'istitle', 'isascii'];
const ONLY_OF_STRINGS = ['isdecimal', 'isnumeric', 'isidentifier', 'isprintable'];
const CONVERSIONS = ['upper', 'lower', 'title', 'capitalize', 'swapcase'];
const SPECIFICATIONS = [
  '',
  '5',
  '<4',
  '>6',
  '^5',
  '*^7',
  '.2',
  '08',
  '+',
  '=+6',
  'd',
  'x',
  '05d',
  ',',
  '-^9',
  's',
  '.1f',
  '06.2f',
];
const PERCENT = ['%s', '%5s', '%-4s|', '%r', '%d', '%05d', '%+d', '%i%%', '%.2f', '%x', '%s-%s', '%%'];

/** Makes expressions over the parameters {@link TEXT_PARAMETERS}. */
export class RandomTexts {
  readonly #random: Random;
  /** Whether literals and methods are those of bytes. */
  readonly #ofBytes: boolean;

  constructor(random: Random, ofBytes: boolean) {
    this.#random = random;
    this.#ofBytes = ofBytes;
  }

  /** Any expression. */
  any(depth: number): string {
    return this.#random.pick([() => this.text(depth), () => this.#integer(depth), () => this.#other(depth)])();
  }

  /** An expression that is mostly a text. */
  text(depth: number): string {
    if (depth <= 0) return this.#leaf();
    const [below, pick] = [depth - 1, <T>(values: readonly T[]): T => this.#random.pick(values)];
    const a = (): string => this.text(below);
    const i = (): string => pick(COUNTS);
    const bound = (): string => pick(['', ...COUNTS]);
    const fill = (): string => pick(["'*'", "'0'", "'ab'", "''"].map((literal) => this.#literal(literal)));
    const forms: readonly (() => string)[] = [
      () => `(${a()} + ${a()})`,
      () => `(${a()} * ${pick(['0', '2', '-1', 'min(n, 5)'])})`,
      () => `(${a()})[${bound()}:${bound()}]`,
      () => `(${a()})[${bound()}:${bound()}:${pick(['-1', '2', '-2', '3', '1'])}]`,
      () => `(${a()}).replace(${a()}, ${a()})`,
      () => `(${a()}).replace(${a()}, ${a()}, ${pick(['0', '1', '2', '3', '-1'])})`,
      () =>
        `(${a()}).${pick(['strip', 'lstrip', 'rstrip'])}(${pick(['', '', 'None', this.#literal("' a'"), this.#literal("'-0'")])})`,
      () => `(${a()}).${pick(['removeprefix', 'removesuffix'])}(${a()})`,
      () =>
        `(${a()}).${pick(['ljust', 'rjust', 'center'])}(${pick(['0', '5', '8', 'min(n, 9)'])}${pick(['', `, ${fill()}`])})`,
      () => `(${a()}).zfill(${pick(['0', '5', 'min(n, 9)'])})`,
      () => `(${a()}).${pick(CONVERSIONS)}()`,
      () => `(${a()}).expandtabs()`,
      () => `(${a()}).${pick(['partition', 'rpartition'])}(${a()})[${pick(['0', '1', '2'])}]`,
      () => `(${a()}).${pick(['split', 'rsplit'])}(${this.#splitArguments(below)})[${pick(['0', '-1', '1'])}]`,
      () => `(${a()}).join([${a()}, ${a()}])`,
      () => `(${a()}).join((${a()}).split())`,
      () => `max(${a()}, ${a()})`,
      () => `(${a()} if ${this.#condition(below)} else ${a()})`,
      ...(this.#ofBytes ? [() => `bytes([${i()}, 65])`, () => `bytes(${i()})`] : this.#stringForms(a, i)),
    ];
    return pick(forms)();
  }

  #stringForms(a: () => string, i: () => string): readonly (() => string)[] {
    const pick = <T>(values: readonly T[]): T => this.#random.pick(values);
    const value = (): string =>
      pick([a(), i(), 'n', 's', `(${i()}, ${a()})`, `[${a()}]`, 'None', 'n > 0', '1.5', "{'k': n}"]);
    return [
      () => `str(${value()})`,
      () => `repr(${value()})`,
      () => `chr(${pick([i(), '65 + n % 26', '-1', '0x110000', `ord(${a()})`])})`,
      () => `(${a()})[${i()}]`,
      () => `f"{${value().replaceAll('"', "'")}}${pick(['', ':', '{n}', '-'])}"`,
      () => `f"{n:${pick(SPECIFICATIONS)}}|{s:${pick(SPECIFICATIONS)}}"`,
      () => `f"{n=}{s!r:>5}{t=!s}"`,
      () => `format(${value()}, '${pick(SPECIFICATIONS)}')`,
      () =>
        `'${pick(['{}', '{0}{1}', '{1}-{0:>4}', '{a}', '{{}}{!r}', '{:d}', '{', '{0}{}'])}'.format(${value()}, ${a()})`,
      () => `('${pick(PERCENT)}' % ${pick([value(), `(${value()},)`, `(${a()}, ${value()})`])})`,
      () =>
        `(${a()}).encode(${pick(['', "'ascii'", "'latin-1'", "'utf-8'"])}).decode(${pick(['', "'latin-1'", "'ascii'"])})`,
      () => `(${a()}).casefold()`,
    ];
  }

  #splitArguments(below: number): string {
    const separator = this.#random.pick(['', 'None', this.text(below), this.#literal("','")]);
    return separator === '' ? '' : `${separator}${this.#random.pick(['', '', ', 1', ', 2', ', -1', ', maxsplit=1'])}`;
  }

  #integer(depth: number): string {
    const below = depth - 1;
    const pick = <T>(values: readonly T[]): T => this.#random.pick(values);
    const a = (): string => this.text(below);
    const window = (): string => pick(['', '', `, ${pick(COUNTS)}`, `, ${pick(COUNTS)}, ${pick(COUNTS)}`, ', None, 2']);
    const forms: readonly (() => string)[] = [
      () => `len(${a()})`,
      () => `(${a()}).${pick(['find', 'rfind', 'index', 'rindex', 'count'])}(${a()}${window()})`,
      () => `int(${a()}${pick(['', '', ', 10', ', 16'])})`,
      () => `ord(${a()})`,
      ...(this.#ofBytes ? [() => `(${a()})[${pick(COUNTS)}]`, () => `(${a()}).find(${pick(COUNTS)})`] : []),
    ];
    return pick(forms)();
  }

  #condition(depth: number): string {
    if (depth < 0) return '(n > 0)';
    const below = depth - 1;
    const pick = <T>(values: readonly T[]): T => this.#random.pick(values);
    const a = (): string => this.text(below);
    const window = (): string => pick(['', '', `, ${pick(COUNTS)}`, `, ${pick(COUNTS)}, ${pick(COUNTS)}`]);
    const forms: readonly (() => string)[] = [
      () => `(${a()} ${pick(['<', '<=', '==', '!=', '>', '>='])} ${a()})`,
      () => `(${a()} ${pick(['in', 'not in'])} ${a()})`,
      () => `(${a()}).${pick(['startswith', 'endswith'])}(${pick([a(), `(${a()}, ${a()})`, '()'])}${window()})`,
      () => `(${a()}).${pick(this.#ofBytes ? PREDICATES : [...PREDICATES, ...ONLY_OF_STRINGS])}()`,
      () => `bool(${a()})`,
    ];
    return pick(forms)();
  }

  #other(depth: number): string {
    const below = depth - 1;
    const pick = <T>(values: readonly T[]): T => this.#random.pick(values);
    const a = (): string => this.text(below);
    const forms: readonly (() => string)[] = [
      () => this.#condition(below),
      () => this.#condition(below),
      () => `(${a()}).${pick(['split', 'rsplit'])}(${this.#splitArguments(below)})`,
      () => `(${a()}).${pick(['partition', 'rpartition'])}(${a()})`,
      () => `(${a()}).splitlines()`,
      () => `[x for x in (${a()})[:4]]`,
      () => `float(${a()})`,
      () => `sorted([${a()}, ${a()}])`,
      () => `(${a()} == 'a', 'a' == ${a()})`,
      () => `(${a()}).encode()`,
    ];
    return pick(forms)();
  }

  #leaf(): string {
    if (this.#random.below(2) === 0) return this.#literal(this.#random.pick(STRINGS));
    const parameter = this.#random.pick(['s', 't']);
    return this.#ofBytes ? `${parameter}.encode('latin-1')` : parameter;
  }

  #literal(text: string): string {
    return this.#ofBytes ? `b${text}` : text;
  }
}
