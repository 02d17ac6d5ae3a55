/** What expressions are made of, alike in all languages. */
import type { Node } from 'web-tree-sitter';
import { child, children, field, named } from '../surface/nodes.ts';
import { CALLS, NAMES } from './kinds.ts';
import type { FlowForm } from './service.ts';

/** Expressions within each other, and parts of one, that are reported. */
const [MOST_DEPTH, MOST_ITEMS] = [12, 50];
/** Units of a text's value that are kept. */
const TEXT_UNITS = 1_000;
const OTHER: FlowForm = { is: 'other' };

/** What is known of the function around an expression. */
export interface FormContext {
  /** Index of a call or of the loop that a comprehension is; undefined for one that is not told. */
  callAt(node: Node): number | undefined;
  loopAt(node: Node): number | undefined;
}

/** Nodes that only stand around one expression. */
const WRAPPERS =
  /^(?:variable_declaration|parenthesized_(?:expression|statements)|await(?:_expression)?|expression_statement|literal_element|keyed_element|argument|value_argument|as_expression|satisfies_expression|non_null_expression|reference_expression|cast_expression|type_cast_expression|try_expression|checked_expression|bracketed_argument_list)$/;
const RECEIVERS = /^(?:this|self|this_expression|base|super|instance_variable|class_variable|name)$/;
const NUMBER =
  /^(?:integer|float|number|(?:decimal_|hex_)?(?:int|integer|float|real|number)_literal|decimal_integer_literal)$/;
const TEXT =
  /^(?:string|template_string|(?:interpreted_|raw_|verbatim_|line_)?string_literal|encapsed_string|interpolated_string_expression)$/;
const HOLES = /^(?:interpolation|template_substitution|interpolated_expression|variable_name|dynamic_variable_name)$/;
const MADE: Readonly<Record<string, 'list' | 'set' | 'map' | 'tuple'>> = {
  ...{
    list: 'list',
    array: 'list',
    array_expression: 'list',
    array_initializer: 'list',
    initializer_expression: 'list',
  },
  ...{ array_creation_expression: 'list', implicit_array_creation_expression: 'list', collection_literal: 'list' },
  ...{ set: 'set', dictionary: 'map', object: 'map', hash: 'map' },
  ...{
    tuple: 'tuple',
    expression_list: 'tuple',
    pattern_list: 'tuple',
    tuple_pattern: 'tuple',
    tuple_expression: 'tuple',
  },
  ...{ left_assignment_list: 'tuple', right_assignment_list: 'tuple', array_pattern: 'tuple' },
};
const SPREAD = /^(?:list_splat|dictionary_splat|spread_element|splat_argument|variadic_unpacking|spread_expression)$/;
const COMPREHENSIONS: Readonly<Record<string, 'list' | 'set' | 'map' | 'iterator'>> = {
  list_comprehension: 'list',
  set_comprehension: 'set',
  dictionary_comprehension: 'map',
  generator_expression: 'iterator',
};
const RANGE = /^(?:range|range_expression)$/;
const CHOICE = /^(?:conditional_expression|ternary_expression|conditional)$/;
const OPERATION =
  /^(?:binary(?:_operator|_expression)?|boolean_operator|comparison_operator|not_operator|in_expression|(?:additive|multiplicative|comparison|equality|conjunction|disjunction|infix|elvis)_expression|unary(?:_operator|_expression)?|prefix_unary_expression|update_expression|postfix_unary_expression|inc_statement|dec_statement)$/;
const MEMBER: Readonly<Record<string, readonly [of: string, name: string]>> = {
  attribute: ['object', 'attribute'],
  member_expression: ['object', 'property'],
  selector_expression: ['operand', 'field'],
  field_access: ['object', 'field'],
  member_access_expression: ['expression', 'name'],
  field_expression: ['value', 'field'],
  navigation_expression: ['', ''],
};
const ELEMENT =
  /^(?:subscript|subscript_expression|index_expression|array_access|element_access_expression|element_reference|indexing_expression)$/;

/** The form of an expression. */
export function formOf(node: Node, context: FormContext, depth = 0): FlowForm {
  if (depth > MOST_DEPTH) return OTHER;
  const { type } = node;
  const inner = (part: Node | undefined): FlowForm => (part === undefined ? OTHER : formOf(part, context, depth + 1));
  const all = (parts: readonly Node[]) => parts.slice(0, MOST_ITEMS).map(inner);
  if (CALLS.has(type)) {
    const call = context.callAt(node);
    return call === undefined ? OTHER : { is: 'call', call };
  }
  if (NAMES.has(type) || RECEIVERS.test(type)) return { is: 'name', name: node.text.replace(/^\$/, '') };
  if (NUMBER.test(type)) return numberOf(node.text);
  if (TEXT.test(type)) return textForm(node);
  if (COMPREHENSIONS[type] !== undefined) {
    const loop = context.loopAt(node);
    return loop === undefined ? OTHER : { is: 'loop', kind: COMPREHENSIONS[type], loop };
  }
  if (SPREAD.test(type)) return { is: 'spread', of: inner(named(node)[0]) };
  const parts = named(node);
  if (type === 'composite_literal') {
    const items = named(field(node, 'body'));
    return { is: 'made', kind: field(node, 'type')?.type === 'map_type' ? 'map' : 'list', items: all(items) };
  }
  const kind = MADE[type];
  if (kind !== undefined) {
    // A single value among several targets is itself.
    if (kind === 'tuple' && parts.length === 1 && type !== 'tuple') return inner(parts[0]);
    return { is: 'made', kind, items: all(parts.filter((part) => !/_type$|^dimensions/.test(part.type))) };
  }
  if (type === 'slice_expression') return part(field(node, 'operand'), field(node, 'start'), field(node, 'end'), inner);
  if (ELEMENT.test(type)) return elementForm(node, inner);
  if (WRAPPERS.test(type)) return inner(type === 'cast_expression' ? (field(node, 'value') ?? parts.at(-1)) : parts[0]);
  const member = MEMBER[type];
  if (member !== undefined) {
    const name = (field(node, member[1]) ?? parts.at(-1))?.text.replace(/^\.|^\?\./, '') ?? '';
    return { is: 'member', of: inner(field(node, member[0]) ?? field(node, 'object') ?? parts[0]), name };
  }
  if (CHOICE.test(type)) {
    const [yes, no] =
      type === 'conditional_expression' && field(node, 'condition') === undefined
        ? [parts[0], parts[2]]
        : [field(node, 'consequence') ?? parts[1], field(node, 'alternative') ?? parts[2]];
    return { is: 'operation', operator: '?:', operands: [inner(yes), inner(no)] };
  }
  if (RANGE.test(type)) return { is: 'operation', operator: operatorOf(node, parts), operands: all(parts) };
  if (OPERATION.test(type)) {
    const operands = parts.filter(
      (each) => each.type !== 'identifier' || type !== 'infix_expression' || each !== parts[1],
    );
    const operator = type === 'infix_expression' ? (parts[1]?.text ?? '') : operatorOf(node, parts);
    // `n.length as number` and `-1` keep their sign with the number.
    const [only] = operands;
    const isNegative = operator === '-' && operands.length === 1 && only !== undefined && NUMBER.test(only.type);
    const value = isNegative ? numberOf(only.text) : undefined;
    if (value?.is === 'number') return { is: 'number', value: -value.value };
    return { is: 'operation', operator, operands: all(operands) };
  }
  return OTHER;
}

function part(
  of: Node | undefined,
  from: Node | undefined,
  to: Node | undefined,
  inner: (node: Node | undefined) => FlowForm,
): FlowForm {
  return { is: 'part', of: inner(of), ...(from && { from: inner(from) }), ...(to && { to: inner(to) }) };
}

/** `xs[i]`, or `xs[a:b]` where what stands in the brackets is a range. */
function elementForm(node: Node, inner: (node: Node | undefined) => FlowForm): FlowForm {
  const [first, second] = named(node);
  const of =
    field(node, 'value') ?? field(node, 'object') ?? field(node, 'array') ?? field(node, 'expression') ?? first;
  const at = field(node, 'subscript') ?? field(node, 'index') ?? (of?.id === first?.id ? second : first);
  if (at?.type === 'slice') {
    const signs = children(at);
    const colon = signs.findIndex(({ type }) => type === ':');
    const from = signs.slice(0, colon).find((each) => each.isNamed);
    const next = signs[colon + 1];
    return part(of, from, next?.isNamed === true ? next : undefined, inner);
  }
  if (at !== undefined && RANGE.test(at.type)) {
    const sign = children(at).findIndex(({ isNamed }) => !isNamed);
    const ends = children(at);
    return part(of, ends[sign - 1], ends[sign + 1], inner);
  }
  return { is: 'element', of: inner(of), at: inner(at) };
}

/** The signs between and before operands. */
function operatorOf(node: Node, operands: readonly Node[]): string {
  const own = new Set(operands.map(({ id }) => id));
  return children(node)
    .filter((each) => !own.has(each.id) && each.type !== 'comment')
    .map(({ text }) => text.replace(/\s+/g, ' '))
    .join(' ')
    .slice(0, 20);
}

function numberOf(text: string): FlowForm {
  const value = Number(
    text.replace(/_/g, '').replace(/(?<=^\d[\d.]*)(?:[uif](?:8|16|32|64|128|size)|[uUlLdDfFmMn]+)$/, ''),
  );
  return Number.isNaN(value) ? OTHER : { is: 'number', value };
}

/** A literal without its signs; what escapes stand for is not worked out. */
function textForm(node: Node): FlowForm {
  if (named(node).some(({ type }) => HOLES.test(type))) return { is: 'text' };
  const written = node.text.slice(0, TEXT_UNITS + 10);
  const isFormatted = /^[rRbBuU]*[fF]/.test(written) || child(node, 'interpolation') !== undefined;
  const match = /^[@$\w#]*?("""|'''|"|'|`)(?<value>[\s\S]*)\1#*$/.exec(written);
  const value = match?.groups?.value;
  return value === undefined || isFormatted ? { is: 'text' } : { is: 'text', value };
}
