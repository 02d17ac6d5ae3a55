/** The shape that an annotation promises. */
import type { Expression } from '../../syntax/ast.ts';
import { ANYTHING, dictShape, eitherShape, type Kind, NOTHING, type Shape, shapeOf, tupleShape } from './shapes.ts';

const PLAIN: ReadonlyMap<string, Kind> = new Map([
  ['int', 'int'],
  ['bool', 'bool'],
  ['float', 'float'],
  ['str', 'str'],
  ['bytes', 'bytes'],
  ['None', 'none'],
]);

const CONTAINERS: ReadonlyMap<string, Kind> = new Map([
  ['list', 'list'],
  ['List', 'list'],
  ['set', 'set'],
  ['Set', 'set'],
  ['dict', 'dict'],
  ['Dict', 'dict'],
  ['tuple', 'tuple'],
  ['Tuple', 'tuple'],
]);

/** The shape of an argument; anything where the annotation is not of built-in types alone. */
export function annotatedShape(annotation: Expression): Shape {
  switch (annotation.kind) {
    case 'name': {
      const kind = PLAIN.get(annotation.id);
      if (kind !== undefined) return shapeOf(kind);
      const container = CONTAINERS.get(annotation.id);
      if (container === 'dict') return dictShape(ANYTHING, ANYTHING);
      return container === undefined ? ANYTHING : shapeOf(container, ANYTHING);
    }
    case 'constant':
      return annotation.value.type === 'none' ? shapeOf('none') : ANYTHING;
    case 'binary':
      return annotation.operator === '|' ? either([annotation.left, annotation.right]) : ANYTHING;
    case 'subscript': {
      const { object, index } = annotation;
      const name = object.kind === 'name' ? object.id : object.kind === 'attribute' ? object.name : '';
      const parts = index.kind === 'tuple' ? index.items : [index];
      if (name === 'Optional') return eitherShape(annotatedShape(index), shapeOf('none'));
      if (name === 'Union') return either(parts);
      const container = CONTAINERS.get(name);
      const elements = parts.filter((part) => !(part.kind === 'constant' && part.value.type === 'ellipsis'));
      const [key, value, ...more] = parts.map(annotatedShape);
      if (container === 'dict')
        return key && value && more.length === 0 ? dictShape(key, value) : dictShape(ANYTHING, ANYTHING);
      if (container === 'tuple' && elements.length === parts.length) return tupleShape(parts.map(annotatedShape));
      return container === undefined ? ANYTHING : shapeOf(container, either(elements));
    }
    default:
      return ANYTHING;
  }
}

function either(annotations: readonly Expression[]): Shape {
  return annotations.reduce<Shape>((shape, one) => eitherShape(shape, annotatedShape(one)), NOTHING);
}
