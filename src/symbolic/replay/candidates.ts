/** Telling arguments for an annotated type, as source text; the most ordinary first. */
import type { ClassDef, Expression, Parameter } from '../syntax/ast.ts';
import {
  dictCandidates,
  frozensetCandidates,
  listCandidates,
  rows,
  setCandidates,
  tupleCandidates,
  tupleSource,
} from './containers.ts';
import {
  BYTES_CANDIDATES,
  distinct,
  floatCandidates,
  floatSource,
  intCandidates,
  intSource,
  strCandidates,
  strSource,
} from './scalars.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Nesting of types beyond which only what needs no further nesting is offered, so that recursive classes end. */
const MAX_DEPTH = 3;

/** Candidates, or undefined when the annotation says nothing that inputs can be made from. */
export type Candidates = readonly string[] | undefined;

/** The name by which an annotation goes, without its module: `typing.List` is `List`. */
function typeName(annotation: Expression): string | undefined {
  if (annotation.kind === 'name') return annotation.id;
  return annotation.kind === 'attribute' ? annotation.name : undefined;
}

/** Candidates of the type that `annotation` denotes. */
export function candidatesFor(annotation: Expression, vocabulary: Vocabulary, depth = 0): Candidates {
  if (depth > MAX_DEPTH) return undefined;
  switch (annotation.kind) {
    case 'constant':
      if (annotation.value.type === 'none') return ['None'];
      // A forward reference; only plain names are read out of the string.
      return annotation.value.type === 'str' ? named(annotation.value.value.trim(), vocabulary, depth) : undefined;
    case 'name':
    case 'attribute':
      return named(typeName(annotation) ?? '', vocabulary, depth);
    case 'binary':
      return annotation.operator === '|' ? union([annotation.left, annotation.right], vocabulary, depth) : undefined;
    case 'subscript':
      return generic(annotation.object, annotation.index, vocabulary, depth);
    default:
      return undefined;
  }
}

function named(name: string, vocabulary: Vocabulary, depth: number): Candidates {
  const { constants, classes, aliases } = vocabulary;
  const definition = classes.get(name);
  if (definition !== undefined) return instances(definition, vocabulary, depth);
  const alias = aliases.get(name);
  if (alias !== undefined) return candidatesFor(alias, vocabulary, depth + 1);
  switch (name) {
    case 'None':
      return ['None'];
    case 'bool':
      return ['True', 'False'];
    case 'int':
      return intCandidates(constants);
    case 'float':
      return floatCandidates(constants);
    case 'str':
      return strCandidates(constants);
    case 'bytes':
      return BYTES_CANDIDATES;
    default:
      return container(name, [], vocabulary, depth);
  }
}

function generic(object: Expression, index: Expression, vocabulary: Vocabulary, depth: number): Candidates {
  const args = index.kind === 'tuple' ? index.items : [index];
  const [first] = args;
  switch (typeName(object)) {
    case 'Optional':
      return first && orNone(candidatesFor(first, vocabulary, depth));
    case 'Union':
      return union(args, vocabulary, depth);
    case 'Literal': {
      const texts = args.map(literalSource);
      return texts.every((text) => text !== undefined) ? texts : undefined;
    }
    case 'Annotated':
    case 'Final':
      return first && candidatesFor(first, vocabulary, depth);
    case undefined:
      return undefined;
    case 'tuple':
    case 'Tuple':
      return tuples(args, vocabulary, depth);
    default:
      return container(typeName(object) ?? '', args, vocabulary, depth);
  }
}

/** Containers by their name; without arguments their elements are taken to be ints, and keys to be strings. */
function container(name: string, args: readonly Expression[], vocabulary: Vocabulary, depth: number): Candidates {
  const [first, second] = args;
  const ints = intCandidates(vocabulary.constants);
  const elements = first === undefined ? ints : candidatesFor(first, vocabulary, depth + 1);
  switch (name) {
    case 'list':
    case 'List':
    case 'Sequence':
    case 'MutableSequence':
    case 'Iterable':
    case 'Collection':
      return listCandidates(elements ?? []);
    case 'tuple':
    case 'Tuple':
      return tupleCandidates(elements ?? []);
    case 'set':
    case 'Set':
    case 'AbstractSet':
    case 'MutableSet':
      return setCandidates(elements ?? []);
    case 'frozenset':
    case 'FrozenSet':
      return frozensetCandidates(elements ?? []);
    case 'dict':
    case 'Dict':
    case 'Mapping':
    case 'MutableMapping': {
      const keys = first === undefined ? strCandidates(vocabulary.constants) : elements;
      const values = second === undefined ? ints : candidatesFor(second, vocabulary, depth + 1);
      return keys === undefined || values === undefined ? ['{}'] : dictCandidates(keys, values);
    }
    default:
      return undefined;
  }
}

function tuples(args: readonly Expression[], vocabulary: Vocabulary, depth: number): Candidates {
  const [first, second] = args;
  if (second?.kind === 'constant' && second.value.type === 'ellipsis') {
    return tupleCandidates((first && candidatesFor(first, vocabulary, depth + 1)) ?? []);
  }
  const components = args.map((arg) => candidatesFor(arg, vocabulary, depth + 1));
  if (!components.every((component) => component !== undefined)) return undefined;
  return rows(components).map(tupleSource);
}

function orNone(candidates: Candidates): Candidates {
  return candidates === undefined ? ['None'] : distinct([...candidates.slice(0, 1), 'None', ...candidates.slice(1)]);
}

/** Candidates of several types in turn. */
function union(types: readonly Expression[], vocabulary: Vocabulary, depth: number): Candidates {
  const each = types.map((type) => candidatesFor(type, vocabulary, depth) ?? []);
  const longest = Math.max(...each.map((candidates) => candidates.length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    each.flatMap((candidates) => candidates.slice(turn, turn + 1)),
  );
  return longest === 0 ? undefined : distinct(turns.flat());
}

/** Source text of a literal expression: a constant, or a negative number. */
export function literalSource(node: Expression): string | undefined {
  if (node.kind === 'unary' && node.operator === '-') {
    const text = literalSource(node.operand);
    return text && `-${text}`;
  }
  if (node.kind !== 'constant') return undefined;
  const { value } = node;
  switch (value.type) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return intSource(value.value);
    case 'float':
      return floatSource(value.value);
    case 'str':
      return strSource(value.value);
    default:
      return undefined;
  }
}

/**
 * Instances of a class of the module: the members of an enumeration, or calls of the constructor. None for a class with
 * an invariant (`inv:`), which these instances might not satisfy.
 */
export function instances(definition: ClassDef, vocabulary: Vocabulary, depth: number): Candidates {
  if (/^\s*inv:/m.test(definition.docstring?.text ?? '')) return undefined;
  const bases = definition.bases.map((base) => typeName(base) ?? '');
  if (bases.some((base) => /^(Int|Str)?(Enum|Flag)$/.test(base))) {
    const members = definition.body.flatMap((statement) =>
      statement.kind === 'assign'
        ? statement.targets.flatMap((target) => (target.kind === 'name' ? [target.id] : []))
        : [],
    );
    return members.length === 0 ? undefined : members.map((member) => `${definition.name}.${member}`);
  }
  const components = fieldsOf(definition, vocabulary).map(({ annotation }) =>
    annotation === undefined ? intCandidates(vocabulary.constants) : candidatesFor(annotation, vocabulary, depth + 1),
  );
  if (!components.every((component) => component !== undefined)) return undefined;
  return distinct(rows(components).map((row) => `${definition.name}(${row.join(', ')})`));
}

type Field = Pick<Parameter, 'annotation'>;

/** What the constructor takes: the parameters of `__init__`, else the annotated names of the class and its bases. */
function fieldsOf(definition: ClassDef, vocabulary: Vocabulary, seen: readonly ClassDef[] = []): readonly Field[] {
  for (const statement of definition.body) {
    if (statement.kind === 'function' && statement.name === '__init__') {
      return statement.parameters
        .slice(1)
        .filter(({ kind, default: value }) => kind.startsWith('positional') && !value);
    }
  }
  const inherited = definition.bases.flatMap((base) => {
    const parent = vocabulary.classes.get(typeName(base) ?? '');
    return parent === undefined || seen.includes(parent) ? [] : fieldsOf(parent, vocabulary, [...seen, definition]);
  });
  if (!isRecord(definition)) return inherited;
  const own = definition.body.flatMap((statement) => (statement.kind === 'annassign' ? [statement] : []));
  return [...inherited, ...own.filter(({ annotation }) => !/^(ClassVar|InitVar)$/.test(subject(annotation)))];
}

function subject(annotation: Expression): string {
  return typeName(annotation.kind === 'subscript' ? annotation.object : annotation) ?? '';
}

/** A dataclass or a NamedTuple, whose annotated names are the constructor's parameters. */
function isRecord({ bases, decorators }: ClassDef): boolean {
  const names = decorators.map((decorator) => typeName(decorator.kind === 'call' ? decorator.callee : decorator));
  return names.includes('dataclass') || bases.some((base) => typeName(base) === 'NamedTuple');
}
