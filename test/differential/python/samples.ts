/** Parameter types of random functions and arguments at the edges of each. */

import type { Random } from '../../../src/lib/random.ts';
import { pythonSource } from '../../../src/symbolic/replay/scalars.ts';
import type { Model } from '../../../src/symbolic/terms/evaluate.ts';
import type { Value } from '../../../src/symbolic/terms/operations.ts';
import { aliasName } from '../../../src/symbolic/verify/variables.ts';

/** The type of a variable as the generator sees it. */
export type PyType = 'int' | 'bool' | 'float' | 'str' | 'tuple' | 'list' | 'none';

export type Annotation =
  | 'int'
  | 'bool'
  | 'float'
  | 'str'
  | 'tuple[int, str]'
  | 'int | None'
  | 'int | str'
  | 'list[int]'
  | 'list[str]'
  | 'tuple[int, ...]';

export interface SampleParameter {
  readonly name: string;
  readonly annotation: Annotation;
}

/** One call's arguments, as Python source and as the model that describes them to the engine. */
export interface Sample {
  readonly sources: readonly string[];
  readonly model: Model;
}

/** What the generator takes a parameter of the type for. */
export const TYPE_OF: Readonly<Record<Annotation, PyType>> = {
  int: 'int',
  bool: 'bool',
  float: 'float',
  str: 'str',
  'tuple[int, str]': 'tuple',
  'int | None': 'int',
  'int | str': 'int',
  'list[int]': 'list',
  'list[str]': 'list',
  'tuple[int, ...]': 'tuple',
};

const SMALL = [0n, 1n, -1n, 2n, -2n, 3n, 4n, 5n, 7n, -7n, 10n, -13n, 100n, 255n] as const;
const LARGE = [
  2n ** 31n,
  -(2n ** 31n) - 1n,
  2n ** 53n + 1n,
  -(2n ** 63n),
  2n ** 64n - 1n,
  10n ** 25n + 7n,
  -(10n ** 40n),
  2n ** 1024n - 2n ** 970n - 1n,
  2n ** 1024n - 2n ** 970n,
  -(10n ** 320n),
] as const;
const FLOATS = [
  0,
  -0,
  1,
  -1,
  0.5,
  -2.5,
  3,
  0.1,
  1e16,
  9007199254740992,
  -1e300,
  Number.MAX_VALUE,
  5e-324,
  -2.2250738585072014e-308,
  Infinity,
  -Infinity,
  Number.NaN,
] as const;
const STRINGS = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'abab',
  'x',
  'A b',
  ' a\tB ',
  'a,b,,c',
  '-5',
  '+07',
  '0',
  '7',
  '-12',
  ' 3 ',
  '1_0',
  'é',
  '😀',
  'a😀b',
  '\u0000',
  'ß',
] as const;

/** A random or boundary argument for every parameter. */
export function sample(random: Random, parameters: readonly SampleParameter[]): Sample {
  const model = new Map<string, Value>();
  const sources = parameters.map(({ name, annotation }) => argument(random, name, annotation, model));
  for (const { name } of parameters) for (const other of parameters) model.set(aliasName(name, other.name), false);
  return { sources, model };
}

function argument(random: Random, name: string, annotation: Annotation, model: Map<string, Value>): string {
  const set = (key: string, value: Value): string => {
    model.set(key, value);
    return pythonSource(value);
  };
  switch (annotation) {
    case 'int':
      return set(name, integer(random));
    case 'bool':
      return set(name, random.below(2) === 1);
    case 'float':
      return set(name, random.pick(FLOATS));
    case 'str':
      return set(name, random.pick(STRINGS));
    case 'tuple[int, str]':
      return `(${set(`${name}[0]`, integer(random))}, ${set(`${name}[1]`, random.pick(STRINGS))})`;
    case 'list[int]':
    case 'list[str]':
      return `[${items(random, name, annotation === 'list[int]' ? 'int' : 'str', model).join(', ')}]`;
    case 'tuple[int, ...]':
      return `(${items(random, name, 'int', model)
        .map((item) => `${item}, `)
        .join('')})`;
    case 'int | None':
    case 'int | str': {
      const isFirst = random.below(3) > 0;
      model.set(`${name} is option 0`, isFirst);
      if (isFirst) return set(`${name}|0`, integer(random));
      return annotation === 'int | None' ? 'None' : set(`${name}|1`, random.pick(STRINGS));
    }
  }
}

/** Items of a container, now and then more of them than the engine has variables for. */
function items(random: Random, name: string, type: 'int' | 'str', model: Map<string, Value>): readonly string[] {
  const size = random.below(random.below(8) === 0 ? 8 : 5);
  model.set(`len(${name})`, BigInt(size));
  return Array.from({ length: size }, (_, index) => argument(random, `${name}[${index}]`, type, model));
}

function integer(random: Random): bigint {
  const kind = random.below(10);
  if (kind < 6) return random.pick(SMALL);
  return kind < 8 ? random.pick(LARGE) : BigInt(random.below(4000) - 2000);
}
