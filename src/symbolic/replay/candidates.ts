/** Telling arguments of a type, as source text; the most ordinary first. */
import { alternate } from '../../lib/alternate.ts';
import { blankInstance, enumMembers } from '../inputs/class-fields.ts';
import { construction, constructorOf } from '../inputs/constructors.ts';
import { ANYTHING, type InputType, type InstanceType, scalarType } from '../inputs/input-type.ts';
import { unfolded } from '../inputs/read-annotation.ts';
import type { Expression } from '../syntax/ast.ts';
import {
  type Arrangements,
  dictCandidates,
  frozensetCandidates,
  listCandidates,
  rows,
  setCandidates,
  tupleCandidates,
  tupleSource,
} from './containers.ts';
import { displayedItems } from './displays.ts';
import { callableCandidates, classCandidates, libraryCandidates, wrapped } from './library-values.ts';
import {
  bytesCandidates,
  constantSource,
  distinct,
  floatCandidates,
  intCandidates,
  intSource,
  strCandidates,
  strSource,
} from './scalars.ts';
import { withSharedItems } from './sharing.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Nesting of types beyond which only what needs no further nesting is offered, so that recursive classes end. */
const MAX_DEPTH = 3;

/** Candidates of a type; none where nothing of it can be made. */
export function candidatesOf(type: InputType, vocabulary: Vocabulary, depth = 0): readonly string[] {
  const { constants, scope } = vocabulary;
  if (depth > MAX_DEPTH) return [];
  const inner = (nested: InputType): readonly string[] => candidatesOf(nested, vocabulary, depth + 1);
  const own = (element: InputType): Arrangements => displayedItems(element, vocabulary.displays);
  switch (type.kind) {
    case 'none':
      return ['None'];
    case 'scalar':
      return scalars(type.sort, vocabulary);
    case 'bytes': {
      const texts = bytesCandidates(constants, vocabulary.derived.bytes);
      return type.constructor === 'bytes' ? texts : texts.map((text) => `bytearray(${text})`);
    }
    case 'literal':
      return [constantSource(type.value) ?? 'None'];
    case 'tuple': {
      const items = type.items.map(inner);
      return items.every((candidates) => candidates.length > 0) ? rows(items).map(tupleSource) : [];
    }
    case 'list': {
      const elements = elementsOf(type.element, inner);
      return withSharedItems(
        listCandidates(elements, own(type.element)),
        type.element,
        elements,
        (one, other) => `[${one}, ${other}]`,
      );
    }
    case 'tuples': {
      const elements = elementsOf(type.element, inner);
      return withSharedItems(
        tupleCandidates(elements, own(type.element)),
        type.element,
        elements,
        (one, other) => `(${one}, ${other})`,
      );
    }
    case 'set':
      return setCandidates(elementsOf(type.element, inner), own(type.element));
    case 'frozenset':
      return frozensetCandidates(elementsOf(type.element, inner), own(type.element));
    case 'dict': {
      const keys = type.key.kind === 'anything' ? inner(scalarType('str')) : inner(type.key);
      return dictCandidates(keys, elementsOf(type.value, inner));
    }
    case 'typeddict': {
      const names = [...type.fields.keys()];
      const fields = [...type.fields.values()].map(inner);
      if (fields.some((candidates) => candidates.length === 0)) return [];
      const display = (row: readonly string[]): string =>
        `{${row.map((value, index) => `${strSource(names[index] ?? '')}: ${value}`).join(', ')}}`;
      return distinct(rows(fields).map(display));
    }
    case 'instance':
      if (type.isBlank === true) return [blankInstance(type.definition)];
      if (type.member !== undefined) return [`${type.definition.name}.${type.member}`];
      return instances(type, vocabulary, depth);
    case 'wrapped':
      return inner(type.content).map((plain) => wrapped(type, plain, scope));
    case 'callable':
      return callableCandidates(type, inner(type.result), constants);
    case 'type':
      return classCandidates(type.bounds, scope);
    case 'library':
      return libraryCandidates(type.name, vocabulary);
    case 'anything':
      return anything(vocabulary);
    case 'recursive': {
      const whole = unfolded(type, scope);
      return whole === undefined ? [] : inner(whole);
    }
    case 'choice':
      return inTurns(type.options.map((option) => candidatesOf(option, vocabulary, depth)));
  }
}

function scalars(sort: 'bool' | 'int' | 'float' | 'str', { constants, derived }: Vocabulary): readonly string[] {
  switch (sort) {
    case 'bool':
      return ['True', 'False'];
    case 'int':
      return intCandidates(constants);
    case 'float':
      return floatCandidates(constants);
    case 'str':
      return strCandidates(constants, derived.strings);
  }
}

/** Elements of any type are taken to be ints: mixed ones rarely can be computed with. */
function elementsOf(element: InputType, inner: (type: InputType) => readonly string[]): readonly string[] {
  return element === ANYTHING ? inner(scalarType('int')) : inner(element);
}

/** Values of many types. */
function anything({ constants }: Vocabulary): readonly string[] {
  const own = [...constants.ints.map(intSource), ...constants.strings.map(strSource)].slice(0, 8);
  return distinct(['0', '""', 'None', '[]', '1', 'True', '"a"', '0.5', ...own, '()', '{}', '[1]', 'int', 'object()']);
}

/** Candidates of several types in turn. */
function inTurns(each: readonly (readonly string[])[]): readonly string[] {
  return distinct(alternate(each));
}

/** Source text of a literal expression: a constant, or a negative number. */
export function literalSource(node: Expression): string | undefined {
  if (node.kind === 'unary' && node.operator === '-') {
    const text = literalSource(node.operand);
    return text && `-${text}`;
  }
  return node.kind === 'constant' ? constantSource(node.value) : undefined;
}

/** Instances of a class of the module: the members of an enumeration, or calls of the constructor. */
function instances(type: InstanceType, vocabulary: Vocabulary, depth: number): readonly string[] {
  const { scope } = vocabulary;
  const { definition } = type;
  const members = enumMembers(definition, scope);
  if (members !== undefined) return members.map((member) => `${definition.name}.${member}`);
  const taken = constructorOf(type, scope);
  const components = taken.map(({ type: taking, default: value }): readonly string[] => {
    const candidates = taking === undefined ? [] : candidatesOf(taking, vocabulary, depth + 1);
    return value === undefined ? candidates : [DEFAULT, ...candidates];
  });
  if (components.some((component) => component.length === 0)) return [];
  const given = rows(components).map((row) => row.map((source) => (source === DEFAULT ? undefined : source)));
  return distinct(given.map((sources) => construction(definition, taken, sources)));
}

/** Stands for an argument that is left out. */
const DEFAULT = '';
