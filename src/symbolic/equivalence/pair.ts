/** The two functions of a comparison, and the arguments that both are given. */
import type { Condition, Contract } from '../contracts/contract.ts';
import type { Expression, FunctionDef, Module, Parameter, Parameters } from '../syntax/ast.ts';
import { unparse } from '../syntax/unparse.ts';
import { findDefinition } from '../verify/find-definition.ts';
import { faulty } from '../verify/run.ts';

/** Two functions whose parameters match by position. */
export interface Pair {
  readonly left: FunctionDef;
  readonly right: FunctionDef;
  /** The parameters of `left`, with what the annotations and defaults of either function say of them. */
  readonly parameters: Parameters;
}

/** Pairs two functions. Throws Faulty where `name` is not defined or its parameters do not match those of `left`. */
export function pairWith(module: Module, left: FunctionDef, name: string): Pair {
  const right = findDefinition(module, name)?.definition;
  if (right === undefined) {
    const message = `${name} is not defined by a def statement at the top of the module, which is what can be analysed.`;
    throw faulty('ValueError', message);
  }
  const parameters = left.parameters.map((parameter, index) => shared(parameter, right.parameters[index]));
  const isMatch =
    left.parameters.length === right.parameters.length &&
    left.parameters.every((parameter, index) => matches(parameter, right.parameters[index]));
  if (!isMatch) {
    const message =
      `The signatures are incompatible: ${signature(left)} and ${signature(right)}. ` +
      'Both functions need the same number of parameters, of the same kinds in the same order; their names may differ.';
    throw faulty('ValueError', message, right.span.line);
  }
  return { left, right, parameters };
}

/** Positional parameters are passed by position, whether or not they have a name for callers. */
function matches(left: Parameter, right: Parameter | undefined): boolean {
  const kindOf = ({ kind }: Parameter): string => (kind === 'positional-only' ? 'positional' : kind);
  return right !== undefined && kindOf(left) === kindOf(right);
}

function shared(left: Parameter, right: Parameter | undefined): Parameter {
  const { annotation, default: value, ...rest } = left;
  const known = annotation ?? right?.annotation;
  return {
    ...rest,
    ...(known !== undefined && { annotation: known }),
    ...(value !== undefined && right?.default !== undefined && { default: value }),
  };
}

const MARKS: Readonly<Record<Parameter['kind'], string>> = {
  'positional-only': '',
  positional: '',
  vararg: '*',
  'keyword-only': 'keyword-only ',
  kwarg: '**',
};

function signature({ name, parameters }: FunctionDef): string {
  return `${name}(${parameters.map((one) => MARKS[one.kind] + one.name).join(', ')})`;
}

/** The names of the right function's parameters by those of the left. */
export function namesOnRight({ left, right }: Pair): ReadonlyMap<string, string> {
  return new Map(left.parameters.map(({ name }, index) => [name, right.parameters[index]?.name ?? name]));
}

/** What a comparison rests on without having proved it. */
export function assumptionsOfPair({ left, right }: Pair): readonly string[] {
  return left.parameters.flatMap((parameter, index) => {
    const { name, annotation } = parameter;
    const other = right.parameters[index];
    const isRetyped =
      annotation !== undefined && other?.annotation !== undefined && !isAlike(annotation, other.annotation);
    return [
      ...(isRetyped ? [`${name} is of the type that ${left.name} declares (${right.name} declares another)`] : []),
      ...(isAlike(parameter.default, other?.default) ? [] : [`${name} is passed in every call (its defaults differ)`]),
    ];
  });
}

function isAlike(one: Expression | undefined, other: Expression | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && unparse(one) === unparse(other));
}

/** The contract of a comparison: nothing but which inputs count. */
export function contractOf(precondition: Condition | undefined): Contract {
  return {
    style: 'none',
    preconditions: precondition === undefined ? [] : [precondition],
    postconditions: [],
    snapshots: [],
    invariants: [],
    kept: [],
    raises: [],
    documented: [],
    assertLines: [],
    obligations: [],
  };
}
