/** Classes of the library whose objects CPython makes for the engine, and the exceptions that its functions raise. */
import { builtinTypes, exceptionClass, isSubclass, makeClass, OBJECT } from '../values/classes.ts';
import type { PyClass } from '../values/value.ts';

/** Dotted name and bases of each, bases first. */
const CLASSES: readonly (readonly [dotted: string, ...bases: string[]])[] = [
  ['complex'],
  ['decimal.Decimal'],
  ['decimal.DecimalTuple'],
  ['fractions.Fraction'],
  ['datetime.date'],
  ['datetime.datetime', 'datetime.date'],
  ['datetime.time'],
  ['datetime.timedelta'],
  ['datetime.timezone'],
  ['datetime.IsoCalendarDate'],
  ['calendar.Day', 'int'],
  ['calendar.Month', 'int'],
  ['re.Pattern'],
  ['re.Match'],
  ['re.RegexFlag'],
  ['hashlib.hash'],
  ['string.Template'],
  ['statistics.LinearRegression'],
  ['urllib.parse.ParseResult'],
  ['urllib.parse.SplitResult'],
  ['urllib.parse.DefragResult'],
  ['json.JSONDecodeError', 'ValueError'],
  ['re.PatternError', 'Exception'],
  ['struct.error', 'Exception'],
  ['binascii.Error', 'ValueError'],
  ['binascii.Incomplete', 'Exception'],
  ['statistics.StatisticsError', 'ValueError'],
  ['calendar.IllegalMonthError', 'ValueError', 'IndexError'],
  ['calendar.IllegalWeekdayError', 'ValueError'],
  ['decimal.DecimalException', 'ArithmeticError'],
  ['decimal.Clamped', 'decimal.DecimalException'],
  ['decimal.InvalidOperation', 'decimal.DecimalException'],
  ['decimal.ConversionSyntax', 'decimal.InvalidOperation'],
  ['decimal.DivisionByZero', 'decimal.DecimalException', 'ZeroDivisionError'],
  ['decimal.DivisionImpossible', 'decimal.InvalidOperation'],
  ['decimal.DivisionUndefined', 'decimal.InvalidOperation', 'ZeroDivisionError'],
  ['decimal.Inexact', 'decimal.DecimalException'],
  ['decimal.InvalidContext', 'decimal.InvalidOperation'],
  ['decimal.Rounded', 'decimal.DecimalException'],
  ['decimal.Subnormal', 'decimal.DecimalException'],
  ['decimal.Overflow', 'decimal.Inexact', 'decimal.Rounded'],
  ['decimal.Underflow', 'decimal.Inexact', 'decimal.Rounded', 'decimal.Subnormal'],
  ['decimal.FloatOperation', 'decimal.DecimalException', 'TypeError'],
];

/** Where CPython keeps a class under another name than programs use. */
const ALIASES: Readonly<Record<string, string>> = {
  'json.decoder.JSONDecodeError': 'json.JSONDecodeError',
  're.error': 're.PatternError',
  're._constants.error': 're.PatternError',
  're._constants.PatternError': 're.PatternError',
};

const BY_NAME: ReadonlyMap<string, PyClass> = build();

function build(): ReadonlyMap<string, PyClass> {
  const made = new Map<string, PyClass>();
  for (const [dotted, ...bases] of CLASSES) {
    const name = dotted.split('.').at(-1) ?? dotted;
    const parents = bases.map((base) => made.get(base) ?? builtinTypes().get(base) ?? exceptionClass(base));
    made.set(dotted, makeClass(name, parents.length === 0 ? [OBJECT] : parents));
  }
  return made;
}

const DOTTED: ReadonlyMap<PyClass, string> = new Map([...BY_NAME].map(([dotted, made]) => [made, dotted]));

/** The class of this dotted name; undefined where the engine does not know it. */
export function foreignClass(dotted: string): PyClass | undefined {
  return BY_NAME.get(Object.hasOwn(ALIASES, dotted) ? (ALIASES[dotted] ?? dotted) : dotted);
}

/** The dotted name of a class of the library whose objects CPython makes; undefined for other classes. */
export function foreignName(candidate: PyClass): string | undefined {
  return DOTTED.get(candidate);
}

/** The class of an exception that CPython has raised; undefined where the engine does not know it. */
export function raisedClass(name: string): PyClass | undefined {
  const known = foreignClass(name);
  if (known !== undefined || name.includes('.')) return known;
  const builtIn = exceptionClass(name);
  return isSubclass(builtIn, exceptionClass('Exception')) ? builtIn : undefined;
}
