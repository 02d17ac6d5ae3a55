/** From an input's source text to the model that describes it: the way back of `SymbolicArgument.source`. */
import type { Input } from '../replay/trial.ts';
import type { Expression, FunctionDef } from '../syntax/ast.ts';
import { parseExpression, type TreeParser } from '../syntax/parse.ts';
import type { Model } from '../terms/evaluate.ts';
import { sortOf, type Value } from '../terms/operations.ts';
import { literalArgument } from './guide.ts';
import { optionName, type ParameterType, selectorName, typeOfParameter } from './parameters.ts';

/** The input as a model of the parameters' variables; undefined where an argument is left out or not of its type. */
export function modelOfInput(parser: TreeParser, definition: FunctionDef, input: Input): Model | undefined {
  const model = new Map<string, Value>();
  for (const parameter of definition.parameters) {
    const [type, source] = [typeOfParameter(parameter), input[parameter.name]];
    if (type === undefined || source === undefined) return undefined;
    if (!describe(model, type, parameter.name, parseExpression(source, parser, 1))) return undefined;
  }
  return model;
}

/** Adds the variables of an argument of this type; false where the argument is not of it. */
function describe(model: Map<string, Value>, type: ParameterType, name: string, argument: Expression): boolean {
  switch (type.kind) {
    case 'scalar': {
      const value = literalArgument(argument);
      if (value === undefined || sortOf(value) !== type.sort) return false;
      model.set(name, value);
      return true;
    }
    case 'none':
      return argument.kind === 'constant' && argument.value.type === 'none';
    case 'literal':
      return type.value.type === 'none'
        ? argument.kind === 'constant' && argument.value.type === 'none'
        : literalArgument(argument) === type.value.value;
    case 'tuple':
      return (
        argument.kind === 'tuple' &&
        argument.items.length === type.items.length &&
        type.items.every((item, index) => {
          const part = argument.items[index];
          return part !== undefined && describe(model, item, `${name}[${index}]`, part);
        })
      );
    case 'choice':
      return type.options.some((option, index) => {
        const isLast = index === type.options.length - 1;
        const fits = describe(model, option, optionName(name, index), argument);
        if (!isLast) model.set(selectorName(name, index), fits);
        return fits;
      });
  }
}
