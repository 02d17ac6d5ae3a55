/** What handlers of exceptions take, as far as names and known classes tell. */
import type { Language } from '../../syntax/api.ts';

/** Classes of CPython 3.13 with the one that each derives from. */
const PYTHON = `
  BaseException: BaseExceptionGroup Exception GeneratorExit KeyboardInterrupt SystemExit
  Exception: ArithmeticError AssertionError AttributeError BufferError EOFError ExceptionGroup ImportError LookupError MemoryError NameError
    OSError ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning
  ArithmeticError: FloatingPointError OverflowError ZeroDivisionError
  ImportError: ModuleNotFoundError
  LookupError: IndexError KeyError
  NameError: UnboundLocalError
  OSError: BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError
    NotADirectoryError PermissionError ProcessLookupError TimeoutError
  ConnectionError: BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError
  RuntimeError: NotImplementedError PythonFinalizationError RecursionError
  SyntaxError: IndentationError
  IndentationError: TabError
  ValueError: UnicodeError
  UnicodeError: UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError
  Warning: BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning ResourceWarning
    RuntimeWarning SyntaxWarning UnicodeWarning UserWarning`;

const JVM = `
  Throwable: Error Exception
  Exception: CloneNotSupportedException InterruptedException IOException ReflectiveOperationException RuntimeException SQLException
    TimeoutException ExecutionException
  IOException: EOFException FileNotFoundException UncheckedIOException MalformedURLException SocketException
  ReflectiveOperationException: ClassNotFoundException NoSuchFieldException NoSuchMethodException
  RuntimeException: ArithmeticException ArrayStoreException ClassCastException ConcurrentModificationException IllegalArgumentException
    IllegalMonitorStateException IllegalStateException IndexOutOfBoundsException NegativeArraySizeException NoSuchElementException
    NullPointerException UnsupportedOperationException
  IllegalArgumentException: NumberFormatException
  IndexOutOfBoundsException: ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException
  Error: AssertionError OutOfMemoryError StackOverflowError`;

const CSHARP = `
  Exception: AggregateException ApplicationException ArgumentException ArithmeticException FormatException IOException
    IndexOutOfRangeException InvalidCastException InvalidOperationException KeyNotFoundException NotImplementedException
    NotSupportedException NullReferenceException OperationCanceledException OutOfMemoryException TimeoutException
    UnauthorizedAccessException
  ArgumentException: ArgumentNullException ArgumentOutOfRangeException
  ArithmeticException: DivideByZeroException OverflowException
  IOException: DirectoryNotFoundException EndOfStreamException FileNotFoundException PathTooLongException
  InvalidOperationException: ObjectDisposedException
  OperationCanceledException: TaskCanceledException`;

const RUBY = `
  Exception: NoMemoryError ScriptError SecurityError SignalException StandardError SystemExit SystemStackError
  ScriptError: LoadError NotImplementedError SyntaxError
  SignalException: Interrupt
  StandardError: ArgumentError EncodingError FiberError IOError IndexError LocalJumpError NameError RangeError RegexpError RuntimeError
    ThreadError TypeError ZeroDivisionError
  IOError: EOFError
  IndexError: KeyError StopIteration
  NameError: NoMethodError
  RangeError: FloatDomainError
  RuntimeError: FrozenError`;

const PHP = `
  Throwable: Error Exception
  Exception: ErrorException JsonException LogicException RuntimeException
  LogicException: BadFunctionCallException DomainException InvalidArgumentException LengthException OutOfRangeException
  BadFunctionCallException: BadMethodCallException
  RuntimeException: OutOfBoundsException OverflowException RangeException UnderflowException UnexpectedValueException PDOException
  Error: ArithmeticError AssertionError TypeError ValueError
  ArithmeticError: DivisionByZeroError
  TypeError: ArgumentCountError`;

const TABLES: Readonly<Partial<Record<Language | 'text', ReadonlyMap<string, string>>>> = {
  python: derived(PYTHON),
  java: derived(JVM),
  kotlin: derived(JVM),
  csharp: derived(CSHARP),
  ruby: derived(RUBY),
  php: derived(PHP),
};
/** Other names of the same classes. */
const ALIASES: Readonly<Record<string, string>> = { IOError: 'OSError', EnvironmentError: 'OSError' };

/** Bases of the classes of a program, by their names. */
export type Bases = ReadonlyMap<string, readonly string[]>;

/** Bases of the classes of several files that derive from others; of a name that two of them define none are known. */
export function knownBases(files: readonly Bases[]): Bases {
  const all = new Map<string, readonly string[]>();
  for (const file of files) {
    for (const [name, above] of file) if (above.length > 0) all.set(name, all.has(name) ? [] : above);
  }
  return all;
}

/** Whether a handler takes an exception: `maybe` where a class is not known. */
export type Taken = 'yes' | 'no' | 'maybe';

/** What a handler that is written with `condition` does to an exception of `type`; either may be unknown. */
export function takes(
  condition: string | undefined,
  type: string | undefined,
  language: Language,
  bases: Bases,
): Taken {
  // What handlers of these languages take has no types: they take all.
  if (language === 'javascript' || language === 'typescript' || language === 'tsx') return 'yes';
  if (condition === undefined) return takesWithoutType(language, type, bases);
  const wanted = namesOf(condition, language);
  if (wanted.length === 0) return 'maybe';
  const found = wanted.map((name) => isDerived(type, name, language, bases));
  return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no';
}

/** The last part of a class's name in `new a.B("…")`, `B(1)` or `B`; undefined for other expressions. */
export function classNamed(text: string): string | undefined {
  const { name } = /^(?:new\s+)?\\?(?:[\p{L}_]\w*(?:\.|::|\\))*(?<name>\p{Lu}\w*)\b(?!\.)/u.exec(text)?.groups ?? {};
  return name;
}

function takesWithoutType(language: Language, type: string | undefined, bases: Bases): Taken {
  if (language === 'ruby') return isDerived(type, 'StandardError', language, bases);
  return 'yes';
}

function namesOf(condition: string, language: Language): readonly string[] {
  const plain = language === 'python' ? condition.replace(/^\((.*)\)$/s, '$1') : condition;
  const written = plain.split(/[,|]/).map((each) => each.trim().replace(/^\*/, ''));
  const names = written.map((each) => /^\\?(?:[\w$]+(?:\.|::|\\))*(?<name>[\p{L}_]\w*)/u.exec(each)?.groups?.['name']);
  return names.flatMap((name) => (name === undefined ? [] : [plainName(name, language)]));
}

function isDerived(type: string | undefined, wanted: string, language: Language, bases: Bases): Taken {
  const table = TABLES[language];
  if (isRoot(wanted, language)) return 'yes';
  if (type === undefined || table === undefined) return 'maybe';
  // Of a name that a file defines and the language has, too, it is not clear which is meant.
  if ([wanted, type].some((name) => bases.has(name) && table.has(plainName(name, language)))) return 'maybe';
  const isKnown = bases.has(wanted) || table.has(wanted) || [...table.values()].includes(wanted);
  let sure = true;
  const seen = new Set([plainName(type, language)]);
  for (const name of seen) {
    if (name === wanted) return 'yes';
    if (isRoot(name, language)) continue;
    const above = bases.get(name)?.map(lastPart) ?? (table.has(name) ? [table.get(name) ?? ''] : undefined);
    if (above === undefined || above.length === 0) sure = false;
    for (const each of above ?? []) seen.add(plainName(each, language));
  }
  return sure && isKnown ? 'no' : 'maybe';
}

/** Classes that everything that can be thrown derives from. */
function isRoot(name: string, language: Language): boolean {
  switch (language) {
    case 'python':
      return name === 'BaseException';
    case 'java':
    case 'kotlin':
    case 'php':
      return name === 'Throwable';
    case 'csharp':
    case 'ruby':
      return name === 'Exception';
    default:
      return false;
  }
}

function plainName(name: string, language: Language): string {
  return language === 'python' ? (ALIASES[name] ?? name) : name;
}

function lastPart(name: string): string {
  return name.split(/\.|::|\\/).at(-1) ?? name;
}

function derived(text: string): ReadonlyMap<string, string> {
  const above = new Map<string, string>();
  let base = '';
  for (const word of text.trim().split(/\s+/)) {
    if (word.endsWith(':')) base = word.slice(0, -1);
    else above.set(word, base);
  }
  return above;
}
