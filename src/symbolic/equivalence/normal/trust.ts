/** Which annotations are true of every call: those of a comparison's inputs, if the functions call themselves alike. */
import { bindingsOf } from '../../execute/bindings.ts';
import type { Module, Parameter, Parameters } from '../../syntax/ast.ts';
import type { Pair } from '../pair.ts';
import { annotatedShape } from './annotations.ts';
import { calls } from './calls.ts';
import { Facts } from './facts.ts';
import type { Shape } from './shapes.ts';
import { occurrences } from './traverse.ts';

/** The parameter with nothing said of its type. */
export function withoutAnnotation({ annotation: _, ...parameter }: Parameter): Parameter {
  return parameter;
}

/** The parameters of a pair, with their annotations if no call of either function within the module breaks one. */
export function trustedParameters(
  module: Module,
  { left, right, parameters }: Pair,
  moduleNames: ReadonlySet<string>,
): Parameters {
  const keeps = [left, right].every((definition) => {
    const typed = definition.parameters.map((one, index) => {
      const annotation = parameters[index]?.annotation;
      return { ...withoutAnnotation(one), ...(annotation !== undefined && { annotation }) };
    });
    const own = occurrences(definition.body, definition.name);
    // the definition itself is one more
    if (occurrences(module.body, definition.name) > own + 1) return false;
    if (own === 0) return true;
    const { shapes } = new Facts({
      parameters: typed,
      body: definition.body,
      bindings: bindingsOf(definition.body),
      moduleNames,
    });
    const made = calls(definition.body, definition.name);
    return (
      made.length === own &&
      made.every(
        ({ args, keywords }) =>
          keywords.length === 0 &&
          args.every((arg, index) => {
            const annotation = typed[index]?.annotation;
            return annotation === undefined || isWithin(shapes.of(arg), annotatedShape(annotation));
          }),
      )
    );
  });
  return keeps ? parameters : parameters.map(withoutAnnotation);
}

/** Whether every value of a shape is also one of the other. */
function isWithin(shape: Shape, outer: Shape): boolean {
  if (outer.kinds.has('other')) return true;
  if (![...shape.kinds].every((kind) => outer.kinds.has(kind))) return false;
  const areItems =
    outer.items === undefined ||
    !shape.kinds.has('tuple') ||
    (shape.items?.length === outer.items.length && shape.items.every((one, at) => areWithin(one, outer.items?.[at])));
  return areItems && areWithin(shape.element, outer.element) && areWithin(shape.value, outer.value);
}

function areWithin(shape: Shape | undefined, outer: Shape | undefined): boolean {
  return shape === undefined || outer === undefined ? shape === outer : isWithin(shape, outer);
}
