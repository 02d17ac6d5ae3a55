/** Telling values of library types as source text: functions, classes, dates, numbers, and containers made of others. */
import { lineage } from '../inputs/class-fields.ts';
import type { InputType, LibraryName } from '../inputs/input-type.ts';
import { spelling, type TypeScope } from '../inputs/type-scope.ts';
import type { Constants } from './constants.ts';
import { distinct, intSource } from './scalars.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Results and constants that functions are made of. */
const PARTS = 5;

/** Seeds of generators of random numbers. */
const SEEDS = 24;

/** Functions: constant ones, the identity and its neighbours, and those that treat one argument differently. */
export function callableCandidates(
  { arity, result }: Extract<InputType, { kind: 'callable' }>,
  results: readonly string[],
  { ints }: Constants,
): readonly string[] {
  const names = ['x', 'y', 'z', 'u', 'v', 'w'].slice(0, arity ?? 0);
  const parameters = arity === undefined || arity > names.length ? '*args' : names.join(', ');
  const head = parameters === '' ? 'lambda:' : `lambda ${parameters}:`;
  const [usual, ...others] = results.slice(0, PARTS);
  if (usual === undefined) return [];
  const constant = [usual, ...others].map((value) => `${head} ${value}`);
  if (names.length === 0) return constant;
  const isNumeric = result.kind === 'scalar' && (result.sort === 'int' || result.sort === 'float');
  const computed = isNumeric || result.kind === 'anything' ? [`${head} x`] : [];
  const numeric = isNumeric ? [`${head} x + 1`, `${head} -x`, `${head} x * x`] : [];
  const keys = distinct([...ints.slice(0, PARTS).map(intSource), '0', '1']);
  const special = keys.flatMap((key) =>
    distinct([...others, ...ints.slice(0, PARTS).map(intSource)])
      .slice(0, isNumeric ? 2 * PARTS : 0)
      .map((value) => `${head} ${value} if x == ${key} else ${usual}`),
  );
  const truths = result.kind === 'scalar' && result.sort === 'bool' ? keys.map((key) => `${head} x == ${key}`) : [];
  return distinct([...computed, ...constant, ...numeric, ...truths, ...special]);
}

/** Classes: those of the module, and built-in ones. */
export function classCandidates(bounds: readonly InputType[], { classes }: TypeScope): readonly string[] {
  const own = [...classes.values()];
  const of = (bound: InputType): readonly string[] => {
    switch (bound.kind) {
      case 'instance':
        return own.filter((one) => lineage(one, { classes }).includes(bound.definition)).map(({ name }) => name);
      case 'scalar':
        return bound.sort === 'int' ? ['int', 'bool'] : [bound.sort];
      case 'bytes':
        return [bound.constructor];
      case 'list':
      case 'set':
      case 'frozenset':
      case 'dict':
        return [bound.kind];
      default:
        return [];
    }
  };
  if (bounds.length > 0) return distinct(bounds.flatMap(of));
  return ['int', 'str', 'bool', 'object', ...own.map(({ name }) => name), 'float', 'list', 'type', 'tuple', 'dict'];
}

/** Source text of a container of the library around a plain one. */
export function wrapped({ name, content }: WrappedType, plain: string, scope: TypeScope): string {
  if (name === 'iter') return `iter(${plain})`;
  const factory = name === 'defaultdict' ? `${factoryOf(content)}, ` : '';
  return `${spelling(scope, 'collections', name)}(${factory}${plain})`;
}

type WrappedType = Extract<InputType, { kind: 'wrapped' }>;

/** The class that makes what a defaultdict with this content has for a key that is not there. */
export function factoryOf(content: InputType): 'bool' | 'int' | 'float' | 'str' | 'list' | 'set' | 'dict' {
  const value = content.kind === 'dict' ? content.value : content;
  switch (value.kind) {
    case 'scalar':
      return value.sort;
    case 'list':
    case 'set':
    case 'dict':
      return value.kind;
    case 'wrapped':
      return 'list';
    default:
      return 'int';
  }
}

/** Values of a library type that is made by its constructor. */
export function libraryCandidates(name: LibraryName, { constants, scope }: Vocabulary): readonly string[] {
  const call = (module: string, argumentLists: readonly string[]): readonly string[] =>
    distinct(argumentLists).map((text) => `${spelling(scope, module, name)}(${text})`);
  const ints = constants.ints.filter((value) => value > -10_000n && value < 10_000n).slice(0, 8);
  const years = ints.filter((value) => value > 0n).map(String);
  switch (name) {
    case 'complex':
      return ['1j', '0j', '1 + 2j', '-1j', "complex('nan')", "complex('inf')", '2 + 0j', '-0.5j'];
    case 'range':
      return distinct(['3', '0', '1, 5', '5, 1', '0, 10, 3', '5, 0, -1', ...ints.map(String)]).map(
        (text) => `range(${text})`,
      );
    case 'date': {
      const own = years.flatMap((year) => [`${year}, 1, 1`, `${year}, 12, 31`]);
      return call('datetime', [
        '2000, 1, 1',
        '1, 1, 1',
        '9999, 12, 31',
        '2020, 2, 29',
        '1900, 3, 1',
        '2023, 12, 31',
        '2020, 12, 31',
        ...Array.from({ length: 12 }, (_, month) => `2021, ${month + 1}, ${2 * month + 1}`),
        ...own,
      ]);
    }
    case 'time': {
      const below = (limit: bigint): readonly string[] =>
        ints.filter((value) => value >= 0n && value < limit).map(String);
      const own = [
        ...below(24n),
        ...below(60n).flatMap((value) => [`0, ${value}`, `0, 0, ${value}`]),
        ...below(1_000_000n).map((value) => `0, 0, 0, ${value}`),
      ];
      return call('datetime', ['0', '12, 30', '23, 59, 59, 999999', '0, 0, 0, 1', ...own]);
    }
    case 'datetime': {
      const own = years.map((year) => `${year}, 1, 1`);
      return call('datetime', ['2000, 1, 1', '1, 1, 1', '9999, 12, 31, 23, 59, 59, 999999', '2020, 2, 29, 12', ...own]);
    }
    case 'timedelta': {
      const own = ints.flatMap((value) => [`${value}`, `0, ${value}`]);
      return call('datetime', ['1', '0', '-1', '0, 1', '0, 0, 1', '30', '365', '-999999999', '999999999', ...own]);
    }
    case 'Decimal': {
      const own = ints.map((value) => `'${value}'`);
      return call('decimal', ["'1'", "'0'", "'-1'", "'0.1'", "'NaN'", "'Infinity'", "'-0'", "'1E+100'", ...own]);
    }
    case 'Fraction': {
      const own = ints.flatMap((value) => [
        `${value}`,
        ...years.filter((one) => one !== '1').map((one) => `${value}, ${one}`),
      ]);
      return call('fractions', ['1', '0', '-1', '1, 2', '-1, 3', '22, 7', ...own]);
    }
    case 'Random':
      return call(
        'random',
        Array.from({ length: SEEDS }, (_, seed) => `${seed}`),
      );
    case 'Pattern':
      return ["'a'", "''", "'a*'", "'[0-9]+'", "'(a)|b'"].map((text) => `${spelling(scope, 're', 'compile')}(${text})`);
  }
}
