/** What of a node is its name, its parameters, its condition, its arguments. */
import type { Node } from 'web-tree-sitter';
import { asQualifier } from '../names.ts';
import { child, children, field, named } from '../surface/nodes.ts';
import { MEMBERS, NAMES } from './kinds.ts';

/** Units of a condition or value that are kept. */
const TEXT_UNITS = 200;
/** Nodes of one expression whose names are read. */
const MOST_NODES = 2_000;

/** A node's text on one line, cut; taken from the whole text, since a node's own copies it all. */
export function textAt(text: string, { startIndex, endIndex }: Pick<Node, 'startIndex' | 'endIndex'>): string {
  const written = text.slice(startIndex, Math.min(endIndex, startIndex + 20 * TEXT_UNITS));
  const line = written.replace(/\s+/g, ' ').trim();
  return line.length > TEXT_UNITS ? `${line.slice(0, TEXT_UNITS)}…` : line;
}

/** Names of variables in an expression, its members' names and what nodes of the types `except` hold not among them. */
export function namesIn(root: Node | undefined, except: ReadonlySet<string> = new Set()): readonly string[] {
  const names: string[] = [];
  const waiting = root === undefined ? [] : [root];
  for (let visited = 0; waiting.length > 0 && visited < MOST_NODES; visited++) {
    const node = waiting.pop();
    if (node === undefined) break;
    if (except.has(node.type)) continue;
    if (NAMES.has(node.type)) names.push(plainName(node.text));
    const without = MEMBERS[node.type] ?? [];
    const skipped = new Set(without.map((each) => field(node, each)?.id));
    for (const each of named(node).toReversed()) if (!skipped.has(each.id)) waiting.push(each);
  }
  return [...new Set(names)];
}

/** PHP writes `$x`. */
function plainName(text: string): string {
  return text.replace(/^\$/, '');
}

/** The name of a function; of one without its own, that of the variable, field or key that it is given to. */
export function nameOf(node: Node): string | undefined {
  const own =
    field(node, 'name') ?? (node.type === 'function_declaration' ? child(node, 'simple_identifier') : undefined);
  if (own !== undefined) return own.text;
  const { parent } = node;
  if (parent === null) return undefined;
  const given = {
    variable_declarator: 'name',
    public_field_definition: 'name',
    field_definition: 'property',
    pair: 'key',
  }[parent.type];
  return given === undefined ? undefined : field(parent, given)?.text;
}

/** The names that a list of parameters binds, in order; types and defaults bind none. */
export function parametersOf(node: Node): readonly string[] {
  const single = field(node, 'parameter');
  const list =
    field(node, 'parameters') ??
    child(
      node,
      'formal_parameters',
      'parameters',
      'function_value_parameters',
      'block_parameters',
      'lambda_parameters',
    );
  const receiver = named(field(node, 'receiver'));
  // `x => …` has its parameter where others have a list.
  const parts = list !== undefined && NAMES.has(list.type) ? [list] : named(list);
  return [...receiver, ...(single === undefined ? [] : [single]), ...parts].flatMap((each) => bound(each));
}

/** The names that a pattern binds. */
export function bound(node: Node | undefined): readonly string[] {
  if (node === undefined) return [];
  const parts = node.childrenForFieldName('name').filter((each) => each !== null);
  if (parts.length > 0 && !NAMES.has(node.type)) return parts.flatMap((each) => namesIn(each));
  const part = field(node, 'pattern') ?? field(node, 'left') ?? field(node, 'alias');
  if (part !== undefined) return bound(part);
  if (node.type === 'typed_parameter' || node.type === 'parameter') return namesIn(named(node)[0]);
  return namesIn(node);
}

/** What is called, and what with. */
export interface CallParts {
  readonly name: string;
  readonly qualifier?: string;
  readonly arguments: readonly { readonly name?: string; readonly value: Node }[];
}

/** The parts of a call; undefined for one whose callee has no name. */
export function callParts(call: Node, text: string): CallParts | undefined {
  const list =
    field(call, 'arguments') ??
    child(call, 'argument_list', 'arguments', 'value_arguments', 'call_suffix', 'token_tree');
  const end = list?.startIndex ?? field(call, 'block')?.startIndex ?? call.endIndex;
  const written = text
    .slice(call.startIndex, Math.min(end, call.startIndex + 2_000))
    .replace(/^\s*(?:new|await)\b\s*/, '')
    .replace(/<[^<>()]*>\s*$/, '')
    .replace(/(?<![!?\s])[!?\s]+$/, '');
  const name = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(written)?.[0].replace(/^\p{N}+/u, '') ?? '';
  if (name === '') return undefined;
  const qualifier = written.slice(0, -name.length).replace(/(?:\?\.|->|::|\.|\s){1,200}$/, '');
  return {
    name,
    ...(qualifier !== '' && { qualifier: asQualifier(qualifier) }),
    arguments: givenBy(list).map(argument),
  };
}

/** Python's `sum(x for x in xs)` has no list of arguments around its only one. */
function givenBy(list: Node | undefined): readonly Node[] {
  if (list?.type === 'generator_expression') return [list];
  return named(list?.type === 'call_suffix' ? child(list, 'value_arguments') : list);
}

function argument(node: Node): { readonly name?: string; readonly value: Node } {
  const name = node.type === 'keyword_argument' || node.type === 'argument' ? field(node, 'name')?.text : undefined;
  const isWrapped = /^(?:keyword_argument|argument|value_argument)$/.test(node.type);
  const value = isWrapped ? (field(node, 'value') ?? named(node).at(-1) ?? node) : node;
  return { ...(name !== undefined && { name }), value };
}

/** What a condition or the elements of a loop are. */
export interface BlockParts {
  readonly condition?: Node;
  readonly iterates?: Node;
  readonly binds: readonly string[];
}

/** The parts of a loop. */
export function loopParts(node: Node): BlockParts {
  const range = child(node, 'range_clause', 'for_in_clause') ?? node;
  const elements = field(range, 'right') ?? (node.type.startsWith('while') ? undefined : field(range, 'value'));
  if (elements !== undefined) {
    return {
      iterates: elements,
      binds: bound(field(range, 'left') ?? field(range, 'pattern') ?? field(range, 'name')),
    };
  }
  if (node.type === 'foreach_statement' || (node.type === 'for_statement' && child(node, 'in') !== undefined)) {
    const [first, second] =
      node.type === 'foreach_statement' ? named(node) : named(node).toReversed().slice(-2).toReversed();
    const isPhp = node.type === 'foreach_statement';
    const [elements, variable] = isPhp ? [first, second] : [second, first];
    return { ...(elements !== undefined && { iterates: elements }), binds: bound(variable) };
  }
  const clause = child(node, 'for_clause') ?? node;
  // Go's `for x < y { }` has no field for what others have after `while`.
  const bare = node.type === 'for_statement' && clause === node ? named(node)[0] : undefined;
  const written = field(clause, 'condition') ?? (bare?.type.endsWith('_expression') ? bare : undefined);
  const condition = withoutParentheses(written);
  return { ...(condition !== undefined && { condition }), binds: bound(field(clause, 'initializer')) };
}

/** The parts of what handles exceptions. */
export function handlerParts(node: Node): BlockParts {
  const alias = child(node, 'as_pattern');
  const declared =
    alias ?? child(node, 'catch_formal_parameter', 'catch_declaration', 'exceptions') ?? field(node, 'type');
  const taken = alias === undefined ? declared : named(alias)[0];
  const type =
    child(declared, 'catch_type') ??
    field(declared, 'type') ??
    taken ??
    child(node, 'user_type') ??
    plainException(node);
  const name =
    field(declared, 'name') ??
    field(alias, 'alias') ??
    field(node, 'parameter') ??
    field(node, 'name') ??
    child(node, 'exception_variable', 'simple_identifier');
  return { ...(type !== undefined && { condition: type }), binds: namesIn(name) };
}

/** `except ValueError:` has its class as a plain child. */
function plainException(node: Node): Node | undefined {
  if (!node.type.startsWith('except')) return undefined;
  const [first] = named(node);
  return first?.type === 'block' ? undefined : first;
}

/** The condition in the parentheses that many languages want around it. */
export function withoutParentheses(node: Node | undefined): Node | undefined {
  return node?.type === 'parenthesized_expression' || node?.type === 'condition_clause' ? named(node)[0] : node;
}

/** The type that a method of Go belongs to. */
export function receiverType(node: Node): string | undefined {
  const type = field(named(field(node, 'receiver'))[0], 'type');
  return type?.text.replace(/^\*|\[.*$/gs, '');
}

/** Whether a keyword stands among a node's direct children. */
export function hasWord(node: Node, word: string): boolean {
  return children(node).some(({ type }) => type === word);
}
