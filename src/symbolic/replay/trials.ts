/** Boundary inputs to run on CPython before anything is proved. */
import type { ClassDef, Expression, FunctionDef, Parameter } from '../syntax/ast.ts';
import { candidatesFor, instances, literalSource } from './candidates.ts';
import { combine } from './combine.ts';
import { listCandidates, tupleCandidates } from './containers.ts';
import { distinct, floatCandidates, intCandidates, strCandidates } from './scalars.ts';
import type { Input } from './trial.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Inputs tried for one hypothesis when the caller does not say. */
export const TRIAL_LIMIT = 60;

/** Inputs that are of the parameters' types only if the assumptions are right. */
export interface Hypothesis {
  readonly inputs: readonly Input[];
  /** Sentences about the types of unannotated parameters; empty when every parameter says its type. */
  readonly assumptions: readonly string[];
}

/** Types that unannotated parameters may have, the likeliest first. */
const ASSUMED_TYPES = ['int', 'str', 'float', 'list of int'] as const;
type AssumedType = (typeof ASSUMED_TYPES)[number];

function assumed(type: AssumedType, { constants }: Vocabulary): readonly string[] {
  switch (type) {
    case 'int':
      return intCandidates(constants);
    case 'str':
      return strCandidates(constants);
    case 'float':
      return floatCandidates(constants);
    case 'list of int':
      return listCandidates(intCandidates(constants));
  }
}

/** The type of a default value, for a parameter that tells no other. */
function defaultType(value: Expression | undefined): AssumedType | 'bool' | undefined {
  if (value?.kind !== 'constant') return undefined;
  const { type } = value.value;
  return type === 'int' || type === 'str' || type === 'float' || type === 'bool' ? type : undefined;
}

function saysNothing(annotation: Expression | undefined): boolean {
  if (annotation === undefined) return true;
  const name = annotation.kind === 'attribute' ? annotation.name : annotation.kind === 'name' ? annotation.id : '';
  return name === 'Any' || name === 'object';
}

/** What is tried for a parameter: its candidates, and whether its type had to be assumed. */
interface Choice {
  readonly name: string;
  readonly candidates: readonly string[];
  readonly assumedType?: string;
}

/** Undefined when nothing can be made for the parameter. */
function choose(parameter: Parameter, type: AssumedType, vocabulary: Vocabulary): Choice | undefined {
  const { name, annotation, kind, default: value } = parameter;
  if (kind === 'kwarg') return { name, candidates: ['{}'] };
  const ofDefault = defaultType(value);
  const literal = value && literalSource(value);
  const own = literal === undefined ? [] : [literal];
  if (annotation === undefined || saysNothing(annotation)) {
    const likely = ofDefault ?? type;
    const candidates = likely === 'bool' ? ['True', 'False'] : assumed(likely, vocabulary);
    return kind === 'vararg'
      ? { name, candidates: tupleCandidates(candidates), assumedType: `tuple of ${likely}` }
      : { name, candidates: distinct([...own, ...candidates]), assumedType: likely };
  }
  const candidates = candidatesFor(annotation, vocabulary);
  if (candidates === undefined || candidates.length === 0) return undefined;
  return { name, candidates: kind === 'vararg' ? tupleCandidates(candidates) : distinct([...candidates, ...own]) };
}

function isClassMethod({ decorators }: FunctionDef): boolean {
  return decorators.some((decorator) => decorator.kind === 'name' && decorator.id === 'classmethod');
}

/** Assumes one type for everything unannotated; undefined when some parameter cannot be given a value. */
function hypothesis(
  definition: FunctionDef,
  owner: ClassDef | undefined,
  type: AssumedType,
  vocabulary: Vocabulary,
  limit: number,
): Hypothesis | undefined {
  const parameters = owner && isClassMethod(definition) ? definition.parameters.slice(1) : definition.parameters;
  const choices: Choice[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const isReceiver = index === 0 && owner !== undefined && parameter.name === 'self';
    const receivers = isReceiver ? instances(owner, vocabulary, 0) : undefined;
    const choice = isReceiver
      ? receivers && { name: parameter.name, candidates: receivers }
      : choose(parameter, type, vocabulary);
    if (choice !== undefined) choices.push(choice);
    else if (parameter.default === undefined) return undefined;
  }
  const rows = combine(
    choices.map(({ candidates }) => candidates),
    limit,
  );
  return {
    inputs: rows.map((row) => Object.fromEntries(choices.map(({ name }, index) => [name, row[index] ?? '']))),
    assumptions: choices.flatMap(({ name, assumedType }) =>
      assumedType === undefined ? [] : [`${name} has no annotation and is taken to be ${assumedType}`],
    ),
  };
}

/**
 * Inputs for a function, or for a method of `owner`: one hypothesis when all types are known, else one for each type
 * that unannotated parameters may have, the likeliest first; none when some parameter's type cannot be built.
 */
export function trialHypotheses(
  definition: FunctionDef,
  vocabulary: Vocabulary,
  owner?: ClassDef,
  limit = TRIAL_LIMIT,
): readonly Hypothesis[] {
  const all = ASSUMED_TYPES.flatMap((type) => hypothesis(definition, owner, type, vocabulary, limit) ?? []);
  const seen = new Set<string>();
  return all.filter(({ inputs }) => {
    const identity = JSON.stringify(inputs);
    return !seen.has(identity) && seen.add(identity);
  });
}
