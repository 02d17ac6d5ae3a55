/** The classes the engine knows: Python's built-in types and its exception hierarchy. */
import type { PyClass } from './value.ts';

/** Makes a class; its bases' order decides the method resolution order, as in a hierarchy without diamonds. */
export function makeClass(name: string, bases: readonly PyClass[]): PyClass {
  const mro: PyClass[] = [];
  const made: PyClass = { name, mro };
  mro.push(made);
  const inherited = bases.flatMap((base) => base.mro);
  // a class that several bases share comes after all of them: keep its last occurrence
  mro.push(...inherited.filter((one, index) => inherited.lastIndexOf(one) === index));
  return made;
}

/** Whether `candidate` is `parent` or derives from it. */
export function isSubclass(candidate: PyClass, parent: PyClass): boolean {
  return candidate.mro.includes(parent);
}

export const OBJECT = makeClass('object', []);

/** Children by parent, from https://docs.python.org/3.14/library/exceptions.html#exception-hierarchy */
const EXCEPTION_TREE: readonly (readonly [parent: string, children: string])[] = [
  ['BaseException', 'BaseExceptionGroup Exception GeneratorExit KeyboardInterrupt SystemExit'],
  [
    'Exception',
    'ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError MemoryError NameError OSError ' +
      'ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning',
  ],
  ['ArithmeticError', 'FloatingPointError OverflowError ZeroDivisionError'],
  ['ImportError', 'ModuleNotFoundError'],
  ['LookupError', 'IndexError KeyError'],
  ['NameError', 'UnboundLocalError'],
  [
    'OSError',
    'BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError ' +
      'NotADirectoryError PermissionError ProcessLookupError TimeoutError',
  ],
  ['ConnectionError', 'BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError'],
  ['RuntimeError', 'NotImplementedError PythonFinalizationError RecursionError'],
  ['SyntaxError', 'IndentationError'],
  ['IndentationError', 'TabError'],
  ['ValueError', 'UnicodeError'],
  ['UnicodeError', 'UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError'],
  [
    'Warning',
    'BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning ResourceWarning ' +
      'RuntimeWarning SyntaxWarning UnicodeWarning UserWarning',
  ],
];

const EXCEPTIONS: ReadonlyMap<string, PyClass> = buildExceptions();

function buildExceptions(): ReadonlyMap<string, PyClass> {
  const classes = new Map<string, PyClass>([['BaseException', makeClass('BaseException', [OBJECT])]]);
  for (const [parent, children] of EXCEPTION_TREE) {
    const base = classes.get(parent) ?? OBJECT;
    for (const child of children.split(' ')) classes.set(child, makeClass(child, [base]));
  }
  const groupBases = ['BaseExceptionGroup', 'Exception'].map((name) => classes.get(name) ?? OBJECT);
  classes.set('ExceptionGroup', makeClass('ExceptionGroup', groupBases));
  const osError = classes.get('OSError') ?? OBJECT;
  classes.set('EnvironmentError', osError).set('IOError', osError);
  return classes;
}

/** The built-in exception class of this name. Throws TypeError for a name that is none: the engine's own mistake. */
export function exceptionClass(name: string): PyClass {
  const found = EXCEPTIONS.get(name);
  if (found === undefined) throw new TypeError(`${name} is no built-in exception class`);
  return found;
}

/** The built-in exception classes by name, aliases included. */
export function builtinExceptions(): ReadonlyMap<string, PyClass> {
  return EXCEPTIONS;
}

const INT = makeClass('int', [OBJECT]);

const TYPES: ReadonlyMap<string, PyClass> = new Map(
  [
    OBJECT,
    INT,
    makeClass('bool', [INT]),
    makeClass('float', [OBJECT]),
    makeClass('str', [OBJECT]),
    makeClass('tuple', [OBJECT]),
    makeClass('list', [OBJECT]),
    makeClass('dict', [OBJECT]),
    makeClass('set', [OBJECT]),
    makeClass('frozenset', [OBJECT]),
    makeClass('bytes', [OBJECT]),
    makeClass('range', [OBJECT]),
    makeClass('slice', [OBJECT]),
    makeClass('type', [OBJECT]),
    makeClass('function', [OBJECT]),
    makeClass('method', [OBJECT]),
    makeClass('builtin_function_or_method', [OBJECT]),
    makeClass('module', [OBJECT]),
    makeClass('NoneType', [OBJECT]),
  ].map((one) => [one.name, one]),
);

/** The built-in types the engine has values of, by name. */
export function builtinTypes(): ReadonlyMap<string, PyClass> {
  return TYPES;
}
