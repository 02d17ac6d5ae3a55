/** Built-in functions: https://docs.python.org/3/library/functions.html */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import type { IntTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass, isSubclass } from '../../values/classes.ts';
import { type RangeValue, rangeLength } from '../../values/ranges.ts';
import { boolValue, floatValue, intValue, NONE, type PlainValue, strValue, type Value } from '../../values/value.ts';
import { COLLECTION_CONSTRUCTORS } from '../containers/collections.ts';
import { hashOf } from '../containers/hashing.ts';
import { foldElements } from '../containers/iteration.ts';
import { FLOAT_FUNCTIONS } from '../numbers/math-floats.ts';
import { INTEGER_FUNCTIONS } from '../numbers/math-integers.ts';
import { absolute, integerTerm, isInteger } from '../numbers/numbers.ts';
import { modularPower } from '../numbers/powers.ts';
import { round } from '../numbers/rounding.ts';
import { isEnumeration, membersOf } from '../objects/enumerations.ts';
import { lengthOf, plainLength } from '../objects/held-items.ts';
import { isCallable } from '../objects/lookup.ts';
import { callSpecial, specialLength } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { use } from '../objects/unmodelled.ts';
import { binary } from '../operators/arithmetic.ts';
import { holdsItems } from '../sequences/sequences.ts';
import { isText } from '../sequences/texts.ts';
import { raiseUnlessPrintable, toBool, toFloat, toInt, toIntOfBase, toStr } from '../texts/conversions.ts';
import { TEXT_FUNCTIONS } from '../texts/text-functions.ts';
import { BISECTION, BISECTION_KEYWORDS } from './bisection.ts';
import { COPYING } from './copying.ts';
import { FUNCTIONAL } from './functional.ts';
import { HEAP_FUNCTIONS, HEAP_KEYWORDS } from './heaps.ts';
import { ITERABLE_FUNCTIONS, ITERABLE_KEYWORDS } from './iterable-functions.ts';
import { ITERTOOLS, ITERTOOLS_KEYWORDS } from './itertools.ts';
import { classOf, OBJECT_FUNCTIONS } from './objects.ts';
import { OPERATOR_FUNCTIONS } from './operator-functions.ts';
import { RANDOM_FUNCTIONS } from './random.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** Keyword arguments by built-in function; all other functions are called by position here. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  ...ITERABLE_KEYWORDS,
  ...ITERTOOLS_KEYWORDS,
  ...HEAP_KEYWORDS,
  ...BISECTION_KEYWORDS,
  'dataclasses.field': ['default', 'default_factory', 'init', 'repr', 'compare', 'hash', 'kw_only', 'metadata'],
  'math.isclose': ['rel_tol', 'abs_tol'],
  'math.prod': ['start'],
};

/** Types whose constructors take any keyword arguments. */
const ANY_KEYWORDS = new Set([
  'dict',
  ...Object.keys(COLLECTION_CONSTRUCTORS),
  'functools.partial',
  'functools.partial()',
  'functools.lru_cache',
]);

const BUILTINS: Readonly<Record<string, Builtin>> = {
  abs: (machine, [value, ...more]) => {
    if (value === undefined || more.length > 0) return undefined;
    if (isInteger(value)) return intValue(absolute(machine, integerTerm(machine, value)));
    if (value.kind === 'float') return floatValue(machine.terms.floatAbs(value.term));
    if (value.kind === 'instance') return callSpecial(machine, value, '__abs__') ?? raiseNamed(machine, 'TypeError');
    return raiseNamed(machine, 'TypeError');
  },
  bool: (machine, [value]) => (value === undefined ? boolValue(machine.terms.false) : toBool(machine, value)),
  callable: (machine, [value]) => {
    const { terms } = machine;
    if (value === undefined) return undefined;
    return boolValue(terms.bool(isCallable(machine, value)));
  },
  divmod: (machine, [left, right]) => {
    if (left === undefined || right === undefined) return undefined;
    return { kind: 'tuple', items: [binary(machine, '//', left, right), binary(machine, '%', left, right)] };
  },
  hash: (machine, [value, ...more]) => (value === undefined || more.length > 0 ? undefined : hashOf(machine, value)),
  float: (machine, [value]) => (value === undefined ? floatValue(machine.terms.float(0)) : toFloat(machine, value)),
  int: (machine, [value, base]) => {
    if (base !== undefined) return value && toIntOfBase(machine, value, base);
    return value === undefined ? intValue(machine.terms.zero) : toInt(machine, value);
  },
  isinstance: (machine, [value, type]) => {
    if (value === undefined || type === undefined) return undefined;
    return boolValue(machine.terms.bool(isInstance(machine, value, type)));
  },
  len: (machine, [value]) => {
    const { terms } = machine;
    if (value !== undefined && isText(value)) return intValue(terms.length(value.term));
    if (value?.kind === 'view') return intValue(lengthOf(machine, value.dict));
    if (value !== undefined && holdsItems(value)) return intValue(lengthOf(machine, value));
    if (value?.kind === 'unmodelled') return intValue(plainLength(machine, value));
    if (value?.kind === 'range') return intValue(lengthOfRange(machine, value));
    if (value?.kind === 'instance') return specialLength(machine, value) ?? raiseNamed(machine, 'TypeError');
    if (value?.kind === 'class' && isEnumeration(value.class))
      return intValue(terms.int(membersOf(machine, value.class).size));
    return value === undefined ? undefined : raiseNamed(machine, 'TypeError');
  },
  pow: (machine, [base, exponent, modulus]) => {
    if (base === undefined || exponent === undefined) return undefined;
    if (modulus === undefined || modulus.kind === 'none') return binary(machine, '**', base, exponent);
    if (base.kind === 'instance') return machine.cut('pow()', '__pow__ with a modulus is not modelled');
    if (!isInteger(base) || !isInteger(exponent) || !isInteger(modulus)) return raiseNamed(machine, 'TypeError');
    const [b, e, m] = [base, exponent, modulus].map((one) => integerTerm(machine, one));
    return b && e && m && intValue(modularPower(machine, b, e, m));
  },
  print: (machine, args) => {
    for (const arg of args) raiseUnlessPrintable(machine, arg);
    machine.notePrint();
    return NONE;
  },
  range: (machine, args) => makeRange(machine, args),
  round: (machine, [value, digits]) => {
    return value && round(machine, value, digits);
  },
  str: (machine, [value, ...more]) => {
    if (more.length > 0) return undefined;
    return value === undefined ? strValue(machine.terms.empty) : toStr(machine, value);
  },
  ...ITERABLE_FUNCTIONS,
  ...COLLECTION_CONSTRUCTORS,
  ...FUNCTIONAL,
  ...ITERTOOLS,
  ...HEAP_FUNCTIONS,
  ...BISECTION,
  ...COPYING,
  ...OPERATOR_FUNCTIONS,
  ...OBJECT_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  // available in contracts: both operands are evaluated, as the arguments of any call
  implies: (machine, [premise, conclusion]) => {
    if (premise === undefined || conclusion === undefined) return undefined;
    return boolValue(machine.terms.implies(truth(machine, premise), truth(machine, conclusion)));
  },
  ...RANDOM_FUNCTIONS,
  ...FLOAT_FUNCTIONS,
  ...INTEGER_FUNCTIONS,
  'math.prod': (machine, [values, ...more], named) => {
    if (values === undefined || more.length > 0) return undefined;
    const start: Value = named.get('start') ?? intValue(machine.terms.one);
    return foldElements(machine, values, start, (product, item) => binary(machine, '*', product, item));
  },
  // names for annotations and casts that do nothing at run time
  'typing.cast': (_machine, [, value]) => value,
  // a new type is a function that gives its argument back
  'typing.NewType': () => ({ kind: 'builtin', name: 'typing.NewType()' }),
  'typing.NewType()': (_machine, [value]) => value,
};

/** Whether a name is a built-in function the engine has; `implies` is one in contracts only. */
export function isBuiltinFunction(name: string): boolean {
  return Object.hasOwn(BUILTINS, name) && name !== 'implies';
}

/** Calls a built-in function or type with arguments none of which is a union. */
export function callBuiltin(machine: Machine, name: string, args: readonly PlainValue[], named: NamedArguments): Value {
  for (const arg of [...args, ...named.values()]) {
    const isMeasured = (name === 'len' || name === 'bool') && arg.kind === 'unmodelled';
    if ((arg.kind === 'unmodelled' && !isMeasured) || arg.kind === 'unbound') use(machine, arg);
  }
  const isCalledWell =
    ANY_KEYWORDS.has(name) || [...named.keys()].every((keyword) => KEYWORDS[name]?.includes(keyword));
  const result = isCalledWell && Object.hasOwn(BUILTINS, name) ? BUILTINS[name]?.(machine, args, named) : undefined;
  return result ?? machine.cut(`${name}()`, `${name}() with these arguments is not modelled`);
}

/** `len` of a range fails above the platform's largest index, which is not the same everywhere. */
function lengthOfRange(machine: Machine, range: RangeValue): IntTerm {
  const length = rangeLength(machine.terms, range);
  const isPortable = machine.terms.le(length, machine.terms.int(SMALLEST_MAXSIZE));
  return machine.branch(
    isPortable,
    () => length,
    () => machine.cut('len()', 'the length of a range beyond 2**31 - 1 depends on the platform'),
    (_guard, left) => left,
  );
}

/** `sys.maxsize` on 32-bit platforms. */
const SMALLEST_MAXSIZE = 2n ** 31n - 1n;

function makeRange(machine: Machine, args: readonly PlainValue[]): Value | undefined {
  const { terms } = machine;
  const bounds = args.map((arg) => (isInteger(arg) ? integerTerm(machine, arg) : raiseNamed(machine, 'TypeError')));
  const [first, second, step = terms.one] = bounds;
  if (first === undefined || bounds.length > 3) return raiseNamed(machine, 'TypeError');
  machine.raiseIf(terms.eq(step, terms.zero), exceptionClass('ValueError'));
  return second === undefined
    ? { kind: 'range', start: terms.zero, stop: first, step }
    : { kind: 'range', start: first, stop: second, step };
}

function isInstance(machine: Machine, value: PlainValue, type: PlainValue): boolean {
  if (type.kind === 'tuple') {
    return type.items.some((item) => {
      if (item.kind === 'union') return machine.cut('isinstance()', 'the class depends on the inputs');
      return isInstance(machine, value, item);
    });
  }
  if (type.kind !== 'class') return machine.cut('isinstance()', 'the second argument is no class the engine knows');
  return isSubclass(classOf(machine, value), type.class);
}
