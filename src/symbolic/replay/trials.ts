/** Boundary inputs to run on CPython before anything is proved. */
import { alternate } from '../../lib/alternate.ts';
import type { ArgumentType } from '../inputs/arguments.ts';
import type { InputType } from '../inputs/input-type.ts';
import { candidatesOf, literalSource } from './candidates.ts';
import { type Candidates, combine } from './combine.ts';
import type { Constants } from './constants.ts';
import { RandomInputs } from './random-inputs.ts';
import { distinct, floatSource, intSource, strSource } from './scalars.ts';
import { aliasedInputs } from './sharing.ts';
import type { Input } from './trial.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Inputs tried for one hypothesis when the caller does not say. */
export const TRIAL_LIMIT = 600;
/** Inputs tried where preconditions reject most of them. */
export const FURTHER_LIMIT = 2000;
/** Inputs that come before those in which arguments are one object. */
const ORDINARY_FIRST = 20;
/** Special candidates of a parameter. */
const MOST_SPECIAL = 24;

/** Inputs that are of the parameters' types only if the assumptions about unannotated ones are right. */
export interface Hypothesis {
  readonly types: readonly ArgumentType[];
  readonly inputs: readonly Input[];
  /** Makes more of them, for when preconditions reject most. */
  readonly further?: () => readonly Input[];
}

/** What is tried for a parameter. */
interface Choice extends Candidates {
  readonly name: string;
  readonly type: InputType;
}

/** Undefined when nothing can be made for the parameter. */
function choose({ name, type, default: value }: ArgumentType, vocabulary: Vocabulary): Choice | undefined {
  if (type === undefined) return undefined;
  const literal = value && literalSource(value);
  const own = literal === undefined ? [] : [literal];
  const candidates = candidatesOf(type, vocabulary);
  if (candidates.length === 0) return undefined;
  const constants = vocabulary.associated.get(name) ?? vocabulary.constants;
  const special = constantsOfType(type, constants).slice(0, MOST_SPECIAL);
  return { name, type, values: distinct([...own, ...candidates, ...valuesBetween(type, constants)]), special };
}

/** Ranges of integers that are tried whole. */
const MOST_BETWEEN = 128n;

/** All integers between neighbouring constants that are not far apart. */
function valuesBetween(type: InputType, { ints }: Constants): readonly string[] {
  if (type.kind !== 'scalar' || type.sort !== 'int') return [];
  const bounds = [...ints, 0n].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return bounds.slice(1).flatMap((high, index) => {
    const low = bounds[index] ?? high;
    if (high - low > MOST_BETWEEN) return [];
    return Array.from({ length: Number(high - low) }, (_, by) => intSource(low + BigInt(by)));
  });
}

/** The constants that are values of a type, and what lies next to them. */
function constantsOfType(type: InputType, constants: Constants): readonly string[] {
  switch (type.kind) {
    case 'scalar':
      switch (type.sort) {
        case 'int':
          return distinct([0n, 1n, -1n].flatMap((by) => constants.ints.map((value) => intSource(value + by))));
        case 'float':
          return [...constants.floats, ...constants.ints.map(Number)].map(floatSource);
        case 'str':
          return constants.strings.filter((text) => text.isWellFormed()).map(strSource);
        case 'bool':
          return ['True', 'False'];
      }
      break;
    case 'choice':
      return type.options.flatMap((option) => constantsOfType(option, constants));
    default:
      return [];
  }
}

/** Inputs of these types; none when some parameter that needs an argument is of a type of which nothing can be made. */
export function trialInputs(
  types: readonly ArgumentType[],
  vocabulary: Vocabulary,
  limit = TRIAL_LIMIT,
): readonly Input[] {
  const cases = variableCases(types);
  return alternate(cases.map((one) => inputsOfCase(one, vocabulary, Math.ceil(limit / cases.length)))).slice(0, limit);
}

/** The types for each of those that a type variable may be; of several variables, all take their first type, all their second one, and so on. */
function variableCases(types: readonly ArgumentType[]): readonly (readonly ArgumentType[])[] {
  const most = Math.max(1, ...types.map(({ type }) => variableOptions(type).length));
  return Array.from({ length: most }, (_, index) =>
    types.map((argument) => {
      const options = variableOptions(argument.type);
      return options.length === 0 ? argument : { ...argument, type: options[index % options.length] };
    }),
  );
}

function variableOptions(type: InputType | undefined): readonly InputType[] {
  return type?.kind === 'choice' && type.variable !== undefined ? type.options : [];
}

function inputsOfCase(types: readonly ArgumentType[], vocabulary: Vocabulary, limit: number): readonly Input[] {
  const choices: Choice[] = [];
  for (const type of types) {
    const choice = choose(type, vocabulary);
    if (choice !== undefined) choices.push(choice);
    else if (type.default === undefined) return [];
  }
  const random = new RandomInputs(vocabulary);
  const rows = combine(choices, limit, () => random.row(choices.map(({ type }) => type)));
  const inputs = rows.map((row) => Object.fromEntries(choices.map(({ name }, index) => [name, row[index] ?? ''])));
  // early enough to be among the first that run
  return [...inputs.slice(0, ORDINARY_FIRST), ...aliasedInputs(choices, inputs), ...inputs.slice(ORDINARY_FIRST)].slice(
    0,
    limit,
  );
}
