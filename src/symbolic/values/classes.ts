/** The classes the engine knows: Python's built-in types and its exception hierarchy. */
import type { PyClass } from './value.ts';

/**
 * Makes a class with the method resolution order of C3 (https://docs.python.org/3/howto/mro.html).
 * Throws {@link NoResolutionOrder} where the bases have none.
 */
export function makeClass(
  name: string,
  bases: readonly PyClass[],
  traits: Omit<PyClass, 'name' | 'mro'> = {},
): PyClass {
  const mro: PyClass[] = [];
  const made: PyClass = { ...traits, name, mro };
  mro.push(made, ...linearise([...bases.map((base) => base.mro), bases]));
  return made;
}

/** The bases of a class stand in orders that contradict each other. */
export class NoResolutionOrder extends Error {
  override readonly name = 'NoResolutionOrder';
}

/** The merge of C3. Throws {@link NoResolutionOrder}. */
export function linearise<Class>(sequences: readonly (readonly Class[])[]): readonly Class[] {
  const open = sequences.filter((sequence) => sequence.length > 0);
  if (open.length === 0) return [];
  const next = open
    .map(([head]) => head)
    .find((head) => open.every((sequence) => head !== undefined && sequence.lastIndexOf(head) <= 0));
  if (next === undefined) throw new NoResolutionOrder('the bases have no consistent order');
  return [next, ...linearise(open.map((sequence) => (sequence[0] === next ? sequence.slice(1) : sequence)))];
}

/** Whether `candidate` is `parent` or derives from it. */
export function isSubclass(candidate: PyClass, parent: PyClass): boolean {
  return candidate.mro.includes(parent);
}

export const OBJECT: PyClass = makeClass('object', [], { isPlain: true });

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

/** The built-in type of this name. Throws TypeError for a name that is none: the engine's own mistake. */
export function builtinClass(name: string): PyClass {
  const found = TYPES.get(name);
  if (found === undefined) throw new TypeError(`${name} is no built-in type`);
  return found;
}

/** The built-in types the engine has values of, by name. */
export function builtinTypes(): ReadonlyMap<string, PyClass> {
  return TYPES;
}

const PLAIN = { isPlain: true } as const;
const ENUM = makeClass('Enum', [OBJECT], PLAIN);
const STR = TYPES.get('str') ?? OBJECT;
const DICT = TYPES.get('dict') ?? OBJECT;
const FLAG = makeClass('Flag', [ENUM], PLAIN);

/** Classes of the library that classes of the module derive from. */
const LIBRARY = {
  'abc.ABC': makeClass('ABC', [OBJECT], PLAIN),
  'enum.Enum': ENUM,
  'enum.IntEnum': makeClass('IntEnum', [INT, ENUM], PLAIN),
  'enum.StrEnum': makeClass('StrEnum', [STR, ENUM], PLAIN),
  'enum.Flag': FLAG,
  'enum.IntFlag': makeClass('IntFlag', [INT, FLAG], PLAIN),
  'typing.Generic': makeClass('Generic', [OBJECT], PLAIN),
  'typing.Protocol': makeClass('Protocol', [OBJECT], PLAIN),
  'typing.NamedTuple': makeClass('NamedTuple', [OBJECT], PLAIN),
  'typing.TypedDict': makeClass('TypedDict', [OBJECT], PLAIN),
  'collections.defaultdict': makeClass('defaultdict', [DICT]),
  'collections.Counter': makeClass('Counter', [DICT]),
  'collections.OrderedDict': makeClass('OrderedDict', [DICT]),
  'collections.deque': makeClass('deque', [OBJECT]),
  'dataclasses.FrozenInstanceError': makeClass('FrozenInstanceError', [exceptionClass('AttributeError')]),
} as const satisfies Readonly<Record<string, PyClass>>;

/** The name of a class in {@link libraryClass}. */
export type LibraryClassName = keyof typeof LIBRARY;

/** A class of the library, by its dotted name. */
export function libraryClass(name: LibraryClassName): PyClass {
  return LIBRARY[name];
}

/** Whether the engine knows a class of the library by this dotted name. */
export function isLibraryClass(name: string): name is LibraryClassName {
  return Object.hasOwn(LIBRARY, name);
}
