/** Type expressions as values: https://docs.python.org/3/library/typing.html. They say nothing at run time. */
import type { Machine } from '../../machine/machine.ts';
import { boolValue, type PlainValue, type Value } from '../../values/value.ts';

/** What every type expression evaluates to: it can be combined with others, and nothing else. */
export const TYPE_EXPRESSION: PlainValue = { kind: 'foreign', type: 'type expression', source: '' };

/** `typing.ClassVar`, which says something of the fields of a dataclass. */
const CLASS_VARIABLE: PlainValue = { kind: 'foreign', type: 'type expression', source: 'ClassVar' };

/** Whether the value is a type expression other than a class. */
export function isTypeExpression(value: Value): boolean {
  return value === TYPE_EXPRESSION || value === CLASS_VARIABLE;
}

/** Names of typing that code uses in annotations, or calls to make names for them. */
const TYPES = new Set(
  (
    'Annotated Any AnyStr AsyncGenerator AsyncIterable AsyncIterator Awaitable BinaryIO ByteString Callable ChainMap ClassVar ' +
    'Collection Concatenate Container Coroutine Counter DefaultDict Deque Dict Final ForwardRef FrozenSet Generator Hashable ' +
    'IO ItemsView Iterable Iterator KeysView List Literal LiteralString Mapping MappingView Match MutableMapping ' +
    'MutableSequence MutableSet Never NoReturn NotRequired Optional OrderedDict ParamSpec Pattern ReadOnly Required Reversible ' +
    'Self Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound ' +
    'Text TextIO Tuple Type TypeAlias TypeAliasType TypeGuard TypeIs TypeVar TypeVarTuple Union Unpack ValuesView'
  ).split(' '),
);

/** Names of typing that have a meaning at run time. */
const MEANINGFUL = [
  'Generic',
  'NamedTuple',
  'NewType',
  'Protocol',
  'TYPE_CHECKING',
  'TypedDict',
  'cast',
  'final',
  'override',
];

/** What `from typing import *` binds, as far as the engine has values for it. */
export const TYPING_NAMES: readonly string[] = [...TYPES, ...MEANINGFUL];

/** `typing.name` for what is there for annotations only; undefined for everything else. */
export function typingAttribute({ terms }: Machine, name: string): PlainValue | undefined {
  if (name === 'TYPE_CHECKING') return boolValue(terms.false);
  if (name === 'NewType') return { kind: 'builtin', name: 'typing.NewType' };
  if (name === 'ClassVar') return CLASS_VARIABLE;
  return TYPES.has(name) ? TYPE_EXPRESSION : undefined;
}
