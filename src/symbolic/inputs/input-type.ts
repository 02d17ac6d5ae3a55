/** Types of inputs: what annotations say, read once for the inputs that are tried and for those that are symbolic. */
import type { ClassDef, ConstantValue } from '../syntax/ast.ts';
import type { Sort } from '../terms/term.ts';

/** Constants that `Literal` may list. */
export type ChoosableConstant = Extract<ConstantValue, { readonly type: 'none' | 'bool' | 'int' | 'str' | 'bytes' }>;

/** A type an argument can have. */
export type InputType =
  | { readonly kind: 'scalar'; readonly sort: Sort }
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly constructor: 'bytes' | 'bytearray' }
  | { readonly kind: 'literal'; readonly value: ChoosableConstant }
  | { readonly kind: 'tuple'; readonly items: readonly InputType[] }
  /** Any number of elements. `protocol`: the annotation allows other classes, too, as `Sequence` does. */
  | { readonly kind: 'list' | 'tuples'; readonly element: InputType; readonly protocol?: string }
  | { readonly kind: 'set' | 'frozenset'; readonly element: InputType; readonly protocol?: string }
  | { readonly kind: 'dict'; readonly key: InputType; readonly value: InputType; readonly protocol?: string }
  /** A dictionary with these keys. */
  | { readonly kind: 'typeddict'; readonly fields: ReadonlyMap<string, InputType> }
  | InstanceType
  /** A container of the library, made by calling it with a plain one: `deque([1])`. */
  | { readonly kind: 'wrapped'; readonly name: WrapperName; readonly content: InputType }
  | { readonly kind: 'callable'; readonly arity: number | undefined; readonly result: InputType }
  /** A class that derives from one of these; any class where there are none. */
  | { readonly kind: 'type'; readonly bounds: readonly InputType[] }
  /** A value of the standard library that is made by its constructor. */
  | { readonly kind: 'library'; readonly name: LibraryName }
  /** What the alias of this name means, of which this is a part. */
  | { readonly kind: 'recursive'; readonly alias: string }
  /** A value of any type. */
  | { readonly kind: 'anything' }
  /** One of these; of arguments with the same `variable`, a type variable, all are of the same one. */
  | { readonly kind: 'choice'; readonly options: readonly InputType[]; readonly variable?: string };

/** An instance of a class of the module; a blank one is what `__init__` is given, `member` is one of an enumeration. */
export interface InstanceType {
  readonly kind: 'instance';
  readonly definition: ClassDef;
  readonly isBlank?: boolean;
  readonly member?: string;
  /** What its type parameters are, where the annotation says it. */
  readonly typeArguments?: TypeArguments;
  /** The protocol that the annotation names, which other classes may keep as well. */
  readonly protocol?: string;
}

/** What type parameters are, by name; undefined where no inputs of it can be made. */
export type TypeArguments = ReadonlyMap<string, InputType | undefined>;

/** Containers that are made from a plain one. */
export type WrapperName = 'deque' | 'defaultdict' | 'Counter' | 'OrderedDict' | 'iter';

/** Types whose values are made by a constructor of the standard library. */
export type LibraryName =
  | 'complex'
  | 'range'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timedelta'
  | 'Decimal'
  | 'Fraction'
  | 'Pattern'
  | 'Random';

export const ANYTHING: InputType = { kind: 'anything' };
export const NONE_TYPE: InputType = { kind: 'none' };

/** The type of a scalar. */
export function scalarType(sort: Sort): InputType {
  return { kind: 'scalar', sort };
}

/** The type of one option, or the choice between several, in which there are no further choices; undefined where one of them is. */
export function choiceOf(options: readonly (InputType | undefined)[]): InputType | undefined {
  const some = options.filter((option) => option !== undefined);
  const [only, second] = some;
  if (only === undefined || some.length < options.length) return undefined;
  if (second === undefined) return only;
  return { kind: 'choice', options: some.flatMap((option) => (option.kind === 'choice' ? option.options : [option])) };
}
