import { describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import type { ClassDef, FunctionDef } from '../syntax/ast.ts';
import { parseModule } from '../syntax/parse.ts';
import { argumentHypotheses } from './arguments.ts';
import { constructorOf } from './constructors.ts';
import { type InputType, scalarType } from './input-type.ts';
import { typeScopeOf } from './type-scope.ts';

const parser = await loadPythonParser();
const [INT, STR] = [scalarType('int'), scalarType('str')];

function read(annotation: string, prelude = '', head = 'f') {
  const module = parseModule(`${prelude}\ndef ${head}(x: ${annotation}): pass\n`, parser);
  const definition = module.body.find((one): one is FunctionDef => one.kind === 'function');
  if (definition === undefined) throw new Error('no function');
  const [types] = argumentHypotheses(definition, undefined, typeScopeOf(module, definition, undefined, parser));
  return types?.[0]?.type;
}

describe('annotations', () => {
  test.each<[string, InputType | undefined]>([
    ['int', INT],
    ['"list[int]"', { kind: 'list', element: INT }],
    ['typing.List["int"]', { kind: 'list', element: INT }],
    ['Sequence[int]', { kind: 'list', element: INT, protocol: 'Sequence' }],
    ['Tuple[int, ...]', { kind: 'tuples', element: INT }],
    ['tuple[()]', { kind: 'tuple', items: [] }],
    ['tuple[int, str]', { kind: 'tuple', items: [INT, STR] }],
    ['dict[str, set[int]]', { kind: 'dict', key: STR, value: { kind: 'set', element: INT } }],
    ['int | str | None', { kind: 'choice', options: [INT, STR, { kind: 'none' }] }],
    ['Optional[int | str]', { kind: 'choice', options: [INT, STR, { kind: 'none' }] }],
    ['Literal["a", -1]', { kind: 'choice', options: [literal('a'), literal(-1n)] }],
    ['Annotated[int, "positive"]', INT],
    ['Callable[[int], str]', { kind: 'callable', arity: 1, result: STR }],
    ['Type[int]', { kind: 'type', bounds: [INT] }],
    ['deque[int]', { kind: 'wrapped', name: 'deque', content: { kind: 'list', element: INT } }],
    ['datetime.date', { kind: 'library', name: 'date' }],
    ['object', { kind: 'anything' }],
    ['list', { kind: 'list', element: { kind: 'anything' } }],
    ['numpy.ndarray', undefined],
    ['list[numpy.ndarray]', undefined],
    ['"not an annotation("', undefined],
  ])('%s', (annotation, expected) => {
    expect(read(annotation)).toEqual(expected);
  });

  test('names of the module: aliases, type variables, new types, type parameters', () => {
    expect(read('Row', 'Row = list[int]')).toEqual({ kind: 'list', element: INT });
    expect(read('Row', 'type Row = "tuple[int]"')).toEqual({ kind: 'tuple', items: [INT] });
    expect(read('T', 'T = TypeVar("T", bound=int)')).toEqual(INT);
    expect(read('T', 'T = TypeVar("T", int, str)')).toEqual({ kind: 'choice', options: [INT, STR], variable: 'T' });
    expect(read('T', 'T = TypeVar("T")')).toEqual({ kind: 'anything' });
    expect(read('Id', 'Id = NewType("Id", int)')).toEqual(INT);
    expect(read('T', '', 'f[T]')).toEqual({ kind: 'anything' });
    expect(read('T', '', 'f[T: str]')).toEqual(STR);
    expect(read('Loop', 'Loop = "Loop"')).toEqual({ kind: 'recursive', alias: 'Loop' });
  });

  test('dictionaries with known keys', () => {
    const fields = new Map<string, InputType>([
      ['a', INT],
      ['b', STR],
    ]);
    expect(read('D', 'class D(TypedDict):\n    a: int\n    b: Required[str]')).toEqual({ kind: 'typeddict', fields });
  });

  test.each([
    ['class D(TypedDict, total=False):\n    a: int\n    b: Required[str]', ['ab', 'b']],
    ['class D(TypedDict):\n    a: NotRequired[int]\n    b: NotRequired[int]', ['ab', 'b', 'a', '']],
    ['class C(TypedDict, total=False):\n    a: int\nclass D(C):\n    b: int', ['ab', 'b']],
  ])('dictionaries whose keys may be missing: %s', (prelude, keys) => {
    const type = read('D', prelude);
    const options = type?.kind === 'choice' ? type.options : [];
    expect(options.map((one) => (one.kind === 'typeddict' ? [...one.fields.keys()].join('') : one.kind))).toEqual(keys);
  });

  test('a class stands for those that derive from it, unless they are abstract', () => {
    const prelude = `
class A(ABC):
    @abstractmethod
    def f(self): ...
class B(A):
    def f(self): ...
class C(B): pass
class D(A): pass
`;
    const type = read('A', prelude);
    const options = type?.kind === 'choice' ? type.options : [];
    expect(options.map((one) => one.kind === 'instance' && one.definition.name)).toEqual(['B', 'C']);
  });
});

test('what constructors take, by position or by name', () => {
  const code = `
@dataclass
class A:
    n: int
    c: ClassVar[int] = 1
    s: str = "a"
    t: int = field(init=False)
class B(A):
    def __init__(self, a, /, b: int = 1, *args, c: str): pass
def f(): pass
`;
  const module = parseModule(code, parser);
  const definition = module.body.find((one): one is FunctionDef => one.kind === 'function');
  const classes = module.body.filter((one): one is ClassDef => one.kind === 'class');
  if (definition === undefined) throw new Error('no function');
  const scope = typeScopeOf(module, definition, undefined, parser);
  const taken = classes.map((one) =>
    constructorOf({ kind: 'instance', definition: one }, scope).map(({ name, type, isKeyword }) => [
      name,
      type,
      isKeyword,
    ]),
  );
  expect(taken).toEqual([
    [
      ['n', INT, false],
      ['s', STR, true],
    ],
    [
      ['a', INT, false],
      ['b', INT, true],
      ['c', STR, true],
    ],
  ]);
});

function literal(value: string | bigint): InputType {
  return typeof value === 'string'
    ? { kind: 'literal', value: { type: 'str', value } }
    : { kind: 'literal', value: { type: 'int', value } };
}
