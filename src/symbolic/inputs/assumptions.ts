/** What verdicts rest on that the annotations of a function do not say. */
import type { Expression } from '../syntax/ast.ts';
import type { ArgumentType } from './arguments.ts';
import { enumMembers } from './class-fields.ts';
import { constructorOf } from './constructors.ts';
import type { InputType, InstanceType } from './input-type.ts';
import { literalType } from './literal-type.ts';
import type { TypeScope } from './type-scope.ts';

/** The assumptions that these types rest on, each once. */
export function assumptionsAbout(types: readonly ArgumentType[], scope: TypeScope): readonly string[] {
  const all = types.flatMap((argument) => [
    ...(argument.assumption === undefined ? choicesAbout(argument, scope) : [argument.assumption]),
    ...madeIn(argument.type, scope).flatMap((made) => [
      `objects of ${made.definition.name} in ${argument.name} are as the constructor of ${made.definition.name} makes them`,
      ...guessesAbout(made, scope),
    ]),
  ]);
  return [...new Set(all)];
}

/** What a failing input rests on that only the uses of parameters suggest; the beginning of a sentence, or nothing. */
export function guessText(types: readonly ArgumentType[]): string {
  const guesses = types.flatMap(({ name, guess }) => (guess === undefined ? [] : [`${name} is ${guess}`]));
  return guesses.length === 0 ? '' : `If ${guesses.join(' and ')}, a guess from the uses in the body: `;
}

function choicesAbout({ name, kind, type, default: value }: ArgumentType, scope: TypeScope): readonly string[] {
  const isLeftOut = value !== undefined && type !== undefined && !isOfType(value, type, scope);
  return [
    ...(kind === 'kwarg' ? [`${name} is taken to be empty`] : []),
    ...choicesMade(name, type),
    ...(isLeftOut ? [`${name} is passed in every call (its default is not looked at)`] : []),
  ];
}

/** Whether the arguments of a type include what a default evaluates to; literals always are among them. */
function isOfType(value: Expression, type: InputType, scope: TypeScope): boolean {
  if (literalType(value) !== undefined || type.kind === 'anything') return true;
  if (type.kind === 'choice') return type.options.some((option) => isOfType(value, option, scope));
  switch (value.kind) {
    case 'unary':
      return value.operator === '-' && isOfType(value.operand, type, scope);
    case 'constant':
      return type.kind === 'scalar' && type.sort === value.value.type;
    case 'list':
      return type.kind === 'list' && value.items.length === 0;
    case 'dict':
      return type.kind === 'dict' && value.entries.length === 0;
    case 'tuple':
      return value.items.length === 0 && (type.kind === 'tuples' || (type.kind === 'tuple' && type.items.length === 0));
    case 'call': {
      const isEmpty = value.args.length + value.keywords.length === 0;
      return isEmpty && value.callee.kind === 'name' && value.callee.id === type.kind;
    }
    case 'attribute': {
      const isMember =
        type.kind === 'instance' &&
        enumMembers(type.definition, scope)?.includes(value.name) === true &&
        (type.member ?? value.name) === value.name;
      return isMember && value.object.kind === 'name' && value.object.id === type.definition.name;
    }
    default:
      return false;
  }
}

/** What an argument of any type is taken to be. */
const ANY_TYPES = 'None, a bool, int, float, str, list, dict or short tuple, or an object without attributes';

/** Says which of the classes that an annotation allows an argument, and what it holds, is taken to be of. */
function choicesMade(name: string, type: InputType | undefined): readonly string[] {
  switch (type?.kind) {
    case 'anything':
      return [`${name} is taken to be ${ANY_TYPES}`];
    case 'choice':
      return type.options.flatMap((option) => choicesMade(name, option));
    case 'instance':
      return type.protocol === undefined
        ? []
        : [`${name} is taken to be a ${type.definition.name}, which is one kind of ${type.protocol}`];
    case 'list':
    case 'tuples':
    case 'set':
    case 'frozenset':
      return [...protocolChoice(name, type), ...choicesWithin(name, [type.element])];
    case 'dict':
      return [...protocolChoice(name, type), ...choicesWithin(name, [type.key, type.value])];
    case 'tuple':
      return choicesWithin(name, type.items);
    case 'recursive':
      return [`${name} is taken to be a tree: none of it holds itself`];
    case 'callable':
      return [`${name} is taken to be a function that answers, equally to equal arguments, and changes nothing`];
    case 'wrapped':
      return type.name === 'defaultdict' ? [`${name} makes values by the class that its annotation names`] : [];
    default:
      return [];
  }
}

/** Items of any type are not looked into, so nothing is assumed of them. */
function choicesWithin(name: string, items: readonly InputType[]): readonly string[] {
  return items.filter(({ kind }) => kind !== 'anything').flatMap((item) => choicesMade(`what ${name} holds`, item));
}

type ContainerType = Extract<InputType, { readonly protocol?: string }>;

function protocolChoice(name: string, { kind, protocol }: ContainerType): readonly string[] {
  return protocol === undefined ? [] : [`${name} is taken to be a ${kind}, which is one kind of ${protocol}`];
}

/** What is taken of arguments of the constructor that nothing says the type of. */
function guessesAbout(made: InstanceType, scope: TypeScope): readonly string[] {
  return constructorOf(made, scope).flatMap(({ name, type, isGuessed }) =>
    isGuessed && type?.kind === 'scalar'
      ? [`${name} of the constructor of ${made.definition.name} has no annotation and is taken to be ${type.sort}`]
      : [],
  );
}

/** The objects of which a type speaks, one of each class, enumerations aside. */
function madeIn(type: InputType | undefined, scope: TypeScope): readonly InstanceType[] {
  switch (type?.kind) {
    case 'instance': {
      const isMade = type.isBlank !== true && enumMembers(type.definition, scope) === undefined;
      return isMade ? [type] : [];
    }
    case 'list':
    case 'tuples':
    case 'set':
    case 'frozenset':
      return madeIn(type.element, scope);
    case 'dict':
      return madeInAll([type.key, type.value], scope);
    case 'tuple':
      return madeInAll(type.items, scope);
    case 'choice':
      return madeInAll(type.options, scope);
    default:
      return [];
  }
}

function madeInAll(types: readonly InputType[], scope: TypeScope): readonly InstanceType[] {
  const found = types.flatMap((type) => madeIn(type, scope));
  return [...new Map(found.map((one) => [one.definition, one])).values()];
}
