/** What rules know of calls to built-in functions and methods. */
import type { Expression } from '../../syntax/ast.ts';
import type { Shapes } from './infer.ts';
import {
  ANYTHING,
  dictShape,
  eitherShape,
  isOf,
  type Kind,
  NOTHING,
  NUMBERS,
  type Shape,
  shapeOf,
  tupleShape,
} from './shapes.ts';

type Call = Extract<Expression, { kind: 'call' }>;

/** Built-in functions with a result of one type, whatever they are given. */
const RESULTS: ReadonlyMap<string, Kind> = new Map([
  ['len', 'int'],
  ['ord', 'int'],
  ['str', 'str'],
  ['repr', 'str'],
  ['chr', 'str'],
  ['isinstance', 'bool'],
  ['any', 'bool'],
  ['all', 'bool'],
  ['bool', 'bool'],
  ['callable', 'bool'],
  ['float', 'float'],
  ['range', 'range'],
]);

/** Methods of str and the types of their results. */
export const STRING_METHODS: ReadonlyMap<string, Kind> = new Map([
  ...['lower', 'upper', 'strip', 'lstrip', 'rstrip', 'replace', 'join', 'title', 'capitalize', 'swapcase', 'zfill'].map(
    (name) => [name, 'str'] as const,
  ),
  ...['isdigit', 'isalpha', 'isalnum', 'isupper', 'islower', 'isspace', 'startswith', 'endswith'].map(
    (name) => [name, 'bool'] as const,
  ),
  ...['count', 'find', 'index', 'rfind', 'rindex'].map((name) => [name, 'int'] as const),
]);

/** The shape of what a call returns. */
export function callShape(call: Call, shapes: Shapes): Shape {
  const { callee, args } = call;
  if (callee.kind === 'attribute') return methodShape(callee.name, shapes.of(callee.object), args, shapes);
  if (callee.kind !== 'name' || !shapes.isBuiltin(callee.id)) return ANYTHING;
  const [first] = args;
  const given = first === undefined ? NOTHING : shapes.of(first);
  const result = RESULTS.get(callee.id);
  if (result !== undefined) return result === 'range' ? shapeOf('range', shapeOf('int')) : shapeOf(result);
  if (first !== undefined && given.kinds.size === 0) return NOTHING;
  switch (callee.id) {
    case 'int':
      return shapeOf('int');
    case 'abs':
      return isOf(given, 'int', 'bool') ? shapeOf('int') : isOf(given, 'float') ? given : ANYTHING;
    case 'sum': {
      if (first === undefined) return ANYTHING;
      const element = shapes.element(given);
      if (element.kinds.size === 0) return NOTHING;
      const start = args[1] === undefined ? shapeOf('int') : shapes.of(args[1]);
      if (isOf(element, 'int', 'bool') && isOf(start, 'int')) return shapeOf('int');
      return isOf(element, ...NUMBERS) && isOf(start, ...NUMBERS)
        ? eitherShape(shapeOf('float'), shapeOf('int'))
        : ANYTHING;
    }
    case 'min':
    case 'max': {
      if (args.some((arg) => arg.kind === 'starred')) return ANYTHING;
      const choices = args.length > 1 ? shapes.any(args) : shapes.element(given);
      const fallback = call.keywords.flatMap(({ name, value }) => (name === 'default' ? [value] : []));
      return eitherShape(choices, shapes.any(fallback));
    }
    case 'sorted':
    case 'list':
      return shapeOf('list', first === undefined ? NOTHING : shapes.element(given));
    case 'set':
    case 'tuple':
      return shapeOf(callee.id, first === undefined ? NOTHING : shapes.element(given));
    case 'reversed':
      return shapeOf('iterator', shapes.element(given));
    case 'dict':
      if (args.length + call.keywords.length === 0) return dictShape(NOTHING, NOTHING);
      return args.length === 1 && call.keywords.length === 0 && isOf(given, 'dict') ? given : ANYTHING;
    default:
      return ANYTHING;
  }
}

function methodShape(name: string, receiver: Shape, args: Call['args'], shapes: Shapes): Shape {
  if (receiver.kinds.size === 0) return NOTHING;
  if (isOf(receiver, 'str')) {
    if (name === 'split' || name === 'splitlines' || name === 'rsplit') return shapeOf('list', shapeOf('str'));
    const kind = STRING_METHODS.get(name);
    return kind === undefined ? ANYTHING : shapeOf(kind);
  }
  if (isOf(receiver, 'list', 'tuple')) {
    if (name === 'count' || name === 'index') return shapeOf('int');
    if (name === 'copy') return receiver;
    if (name === 'pop') return shapes.element(receiver);
    return ['append', 'extend', 'insert', 'remove', 'sort', 'reverse', 'clear'].includes(name)
      ? shapeOf('none')
      : ANYTHING;
  }
  if (isOf(receiver, 'dict')) return dictMethodShape(name, receiver, args, shapes);
  if (isOf(receiver, 'set')) {
    if (name === 'copy') return receiver;
    return ['add', 'discard', 'remove', 'clear', 'update'].includes(name) ? shapeOf('none') : ANYTHING;
  }
  return ANYTHING;
}

function dictMethodShape(name: string, receiver: Shape, args: Call['args'], shapes: Shapes): Shape {
  const [key, value] = [shapes.element(receiver), shapes.value(receiver)];
  switch (name) {
    case 'copy':
      return receiver;
    case 'keys':
      return shapeOf('iterator', key);
    case 'values':
      return shapeOf('iterator', value);
    case 'items':
      return shapeOf('iterator', tupleShape([key, value]));
    case 'get':
    case 'setdefault':
      return eitherShape(value, args.length > 1 ? shapes.any(args.slice(1)) : shapeOf('none'));
    default:
      return ANYTHING;
  }
}

/** Built-in functions that store nothing in what they are given. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...RESULTS.keys(),
  ...['int', 'abs', 'sum', 'min', 'max', 'sorted', 'list', 'set', 'tuple', 'reversed', 'dict', 'enumerate', 'zip'],
  ...['print', 'round', 'divmod', 'pow', 'hash', 'type', 'id', 'frozenset', 'bin', 'hex', 'oct', 'format'],
]);

/** Names that rules know to be built in, unless the module binds them. */
export const BUILTIN_NAMES: ReadonlySet<string> = new Set([...HARMLESS, 'next', 'iter', 'map', 'filter']);

/** Methods that put their argument, or its elements, into their receiver. */
const STORING: ReadonlySet<string> = new Set(['append', 'add', 'insert', 'extend', 'update', 'setdefault']);

/** Methods of built-in types that put nothing into a container. */
const READING: ReadonlySet<string> = new Set([
  ...STRING_METHODS.keys(),
  ...[
    'split',
    'splitlines',
    'rsplit',
    'pop',
    'remove',
    'discard',
    'clear',
    'sort',
    'reverse',
    'copy',
    'keys',
    'values',
  ],
  ...['items', 'get', 'count', 'index', 'format', 'union', 'intersection', 'difference', 'issubset', 'issuperset'],
]);

/** What is stored in containers: items of lists and sets and values of dicts, and the keys of dicts. */
export interface Stored {
  readonly items: Shape;
  readonly keys: Shape;
}

/** What a call may store in some container that the function handles. */
export function storedShapes({ callee, args, keywords }: Call, shapes: Shapes): Stored {
  const nothing: Stored = { items: NOTHING, keys: NOTHING };
  const anything: Stored = { items: ANYTHING, keys: ANYTHING };
  if (callee.kind === 'name' && shapes.isBuiltin(callee.id) && HARMLESS.has(callee.id) && keywords.every(isHarmless))
    return nothing;
  if (callee.kind !== 'attribute') return anything;
  const receiver = shapes.of(callee.object);
  if (receiver.kinds.has('other')) return anything;
  if (READING.has(callee.name) && keywords.every(isHarmless)) return nothing;
  if (receiver.kinds.size === 0) return nothing;
  if (!STORING.has(callee.name) || keywords.length > 0) return anything;
  const given = args.map((arg) => shapes.of(arg));
  const [first, second] = given;
  if (callee.name === 'setdefault') return { items: second ?? shapeOf('none'), keys: first ?? NOTHING };
  if (callee.name !== 'extend' && callee.name !== 'update') return { ...nothing, items: shapes.any(args) };
  if (isOf(receiver, 'list', 'set'))
    return { ...nothing, items: given.reduce<Shape>((all, one) => eitherShape(all, shapes.element(one)), NOTHING) };
  if (first === undefined || first.kinds.size === 0) return nothing;
  return isOf(receiver, 'dict') && isOf(first, 'dict') && second === undefined
    ? { items: shapes.value(first), keys: shapes.element(first) }
    : anything;
}

/** A `key=` function runs, and may store what it likes, unless it is a lambda without calls, which walking sees. */
function isHarmless({ name, value }: Call['keywords'][number]): boolean {
  return name !== 'key' || value.kind === 'lambda';
}
