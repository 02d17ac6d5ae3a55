/** How objects of a class of the module are made: what its constructor takes, with types. */
import type { ClassDef, Expression } from '../syntax/ast.ts';
import { fieldsOf } from './class-fields.ts';
import { type InputType, type InstanceType, scalarType } from './input-type.ts';
import { fieldType } from './read-annotation.ts';
import type { TypeScope } from './type-scope.ts';

/** An argument of a constructor. */
export interface ConstructorArgument {
  readonly name: string;
  /** Undefined where nothing can be made for it. */
  readonly type: InputType | undefined;
  readonly default?: Expression;
  readonly isKeyword: boolean;
  /** Whether nothing but the engine says of which type it is. */
  readonly isGuessed: boolean;
}

/** The arguments of the constructor of a class that is no enumeration. Without annotation they are taken to be like their default, or ints. */
export function constructorOf(made: InstanceType, scope: TypeScope): readonly ConstructorArgument[] {
  return fieldsOf(made.definition, scope).map((field) => {
    const { name, annotation, default: value, isKeyword } = field;
    const type = annotation === undefined ? defaultType(value) : fieldType(annotation, field, made, scope);
    const isGuessed = annotation === undefined;
    return { name, type, isKeyword, isGuessed, ...(value !== undefined && { default: value }) };
  });
}

function defaultType(value: Expression | undefined): InputType | undefined {
  if (value === undefined) return scalarType('int');
  if (value.kind !== 'constant') return undefined;
  const { type } = value.value;
  return type === 'bool' || type === 'int' || type === 'float' || type === 'str' ? scalarType(type) : undefined;
}

/** Source text of a call of the constructor; an undefined argument is left to its default. */
export function construction(
  definition: ClassDef,
  taken: readonly ConstructorArgument[],
  sources: readonly (string | undefined)[],
): string {
  const texts = taken.flatMap(({ name, isKeyword }, index) => {
    const source = sources[index];
    if (source === undefined) return [];
    return [isKeyword ? `${name}=${source}` : source];
  });
  return `${definition.name}(${texts.join(', ')})`;
}
