/** Types of parameters without annotations, as far as a function's docstring, defaults, calls and body tell them. */
import type { Expression, FunctionDef, Parameter } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { nameOf } from '../syntax/names.ts';
import { documentedTypes } from './documented-types.ts';
import type { InputType } from './input-type.ts';
import { readAnnotation } from './read-annotation.ts';
import { callsOf, type TypeScope } from './type-scope.ts';

/** A type, how an annotation has it, and what it was inferred from. */
export interface InferredType {
  readonly type: InputType;
  readonly text: string;
  readonly from: Source;
}

/** Where types come from, the best first. The last one is a guess. */
export type Source = 'docstring' | 'default' | 'doctests' | 'calls' | 'uses';

/** Types that a parameter was seen to have; of more, nothing is inferred. */
const MOST_TYPES = 3;

/** The types of parameters that have no annotation, by name, each by the best source that tells one. */
export function inferredTypes(definition: FunctionDef, scope: TypeScope): ReadonlyMap<string, InferredType> {
  const documented = documentedTypes(definition.docstring?.text ?? '');
  const doctests = doctestCalls(definition.docstring?.text ?? '', definition.name, scope);
  const inferred = new Map<string, InferredType>();
  for (const parameter of definition.parameters) {
    const { name, kind, annotation, default: value } = parameter;
    if (annotation !== undefined || kind === 'vararg' || kind === 'kwarg') continue;
    const sources: readonly (readonly [Source, string | undefined])[] = [
      ['docstring', documented.get(name)],
      ['default', value && typeOfLiteral(value)],
      ['doctests', typeOfArguments(definition, parameter, doctests)],
      ['calls', typeOfArguments(definition, parameter, scope.calls)],
      ['uses', typeOfUses(definition, name)],
    ];
    for (const [from, text] of sources) {
      const annotation = text === undefined || text === 'None' ? undefined : scope.read(text);
      const type = annotation && readAnnotation(annotation, scope);
      if (text === undefined || type === undefined) continue;
      inferred.set(name, { type, text, from });
      break;
    }
  }
  return inferred;
}

function doctestCalls(docstring: string, name: string, scope: TypeScope): TypeScope['calls'] {
  return docstring.split('\n').flatMap((line) => {
    const text = line.trim();
    const expression = text.startsWith('>>> ') ? scope.read(text.slice(4)) : undefined;
    return expression === undefined ? [] : callsOf(name, [expression]);
  });
}

function typeOfArguments(
  { parameters }: FunctionDef,
  parameter: Parameter,
  calls: TypeScope['calls'],
): string | undefined {
  const place = parameter.kind === 'keyword-only' ? -1 : parameters.indexOf(parameter);
  const types = calls.flatMap(({ args, keywords }) => {
    const isUnpacked = args.slice(0, place + 1).some(({ kind }) => kind === 'starred');
    const value = keywords.find(({ name }) => name === parameter.name)?.value ?? (isUnpacked ? undefined : args[place]);
    return (value && typeOfLiteral(value)) ?? [];
  });
  return unionOf(types);
}

function unionOf(types: readonly string[]): string | undefined {
  const distinct = [...new Set(types)];
  return distinct.length === 0 || distinct.length > MOST_TYPES ? undefined : distinct.join(' | ');
}

/** The type of a literal as an annotation has it; undefined for other expressions, and for containers that hold nothing. */
function typeOfLiteral(value: Expression): string | undefined {
  switch (value.kind) {
    case 'constant': {
      const { type } = value.value;
      if (type === 'none') return 'None';
      return ['int', 'str', 'float', 'bool', 'bytes'].includes(type) ? type : undefined;
    }
    case 'unary':
      return value.operator === '-' ? typeOfLiteral(value.operand) : undefined;
    case 'list':
    case 'set': {
      const element = typeOfItems(value.items);
      return element && `${value.kind}[${element}]`;
    }
    case 'tuple': {
      const items = value.items.map(typeOfLiteral);
      return items.length === 0 || items.includes(undefined) ? undefined : `tuple[${items.join(', ')}]`;
    }
    case 'dict': {
      const key = typeOfItems(value.entries.flatMap((entry) => entry.key ?? []));
      const held = typeOfItems(value.entries.map((entry) => entry.value));
      return key && held && `dict[${key}, ${held}]`;
    }
    default:
      return undefined;
  }
}

function typeOfItems(items: readonly Expression[]): string | undefined {
  const types = items.map(typeOfLiteral).filter((type) => type !== undefined);
  return types.length < items.length ? undefined : unionOf(types);
}

const METHODS: readonly (readonly [type: string, names: string])[] = [
  [
    'str',
    'upper lower strip lstrip rstrip split splitlines startswith endswith isdigit isalpha isspace isupper islower encode title capitalize zfill',
  ],
  ['list[int]', 'append extend insert sort reverse'],
  ['dict[str, int]', 'items keys values setdefault'],
  ['set[int]', 'add discard issubset issuperset'],
];
const TYPE_OF_METHOD = new Map(
  METHODS.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);
/** Built-in functions that take something to go through. */
const WALKS = new Set(['len', 'sum', 'sorted', 'min', 'max', 'enumerate', 'reversed', 'all', 'any']);
const ARITHMETIC = new Set(['+', '-', '*', '/', '//', '%', '**']);

/** The type that the body uses a name as; undefined where it does not tell one. */
function typeOfUses({ body }: FunctionDef, name: string): string | undefined {
  const isName = (node: ProgramNode): boolean => node.kind === 'name' && node.id === name;
  let weak: string | undefined;
  const typeOf = (node: ProgramNode): string | undefined => {
    switch (node.kind) {
      case 'attribute':
        return isName(node.object) ? TYPE_OF_METHOD.get(node.name) : undefined;
      case 'compare': {
        const operands = [node.left, ...node.rest.map(({ operand }) => operand)];
        const isOrdered = node.rest.every(({ operator }) => !operator.includes('in') && !operator.includes('is'));
        return isOrdered && operands.some(isName) ? scalarOf(operands) : undefined;
      }
      case 'binary':
        if (!ARITHMETIC.has(node.operator) || (!isName(node.left) && !isName(node.right))) return undefined;
        // a text may be repeated and filled in
        return scalarOf([node.left, node.right], node.operator === '+');
      case 'subscript':
        if (isName(node.object)) {
          const { index } = node;
          if (index.kind === 'constant' && index.value.type === 'str') return 'dict[str, int]';
          weak ??= 'list[int]';
        }
        return undefined;
      case 'for':
        if (isName(node.iterable)) weak ??= 'list[int]';
        return undefined;
      case 'call':
        if (WALKS.has(nameOf(node.callee) ?? '') && node.args[0] !== undefined && isName(node.args[0]))
          weak ??= 'list[int]';
        return undefined;
      case 'listcomp':
      case 'setcomp':
      case 'generator':
      case 'dictcomp':
        if (node.generators.some(({ iterable }) => isName(iterable))) weak ??= 'list[int]';
        return undefined;
      default:
        return undefined;
    }
  };
  const find = (nodes: readonly ProgramNode[]): string | undefined => {
    for (const node of nodes) {
      const type = typeOf(node) ?? find(childrenOf(node));
      if (type !== undefined) return type;
    }
    return undefined;
  };
  return find(body) ?? weak;
}

/** The type of a number or, where texts count, a text among operands. */
function scalarOf(operands: readonly Expression[], countsTexts = true): string | undefined {
  const types = operands.map(typeOfLiteral).filter((type) => type !== undefined);
  return types.find((type) => type === 'int' || type === 'float' || (countsTexts && type === 'str'));
}
