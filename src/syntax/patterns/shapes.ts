/** What types of nodes mean to patterns, for all grammars together: names that several grammars share mean the same. */
import type { TreeNode } from './tree.ts';

/** Signs that say nothing beyond the structure, and what is no code. */
export const SKIPPED: ReadonlySet<string> = new Set([
  ...[',', ';', '(', ')', '{', '}', '[', ']', '\n', ':', '"', "'", '`', 'string_start', 'string_end'],
  ...['comment', 'line_comment', 'block_comment', 'html_comment', 'multiline_comment', 'automatic_semicolon'],
  ...['php_tag', 'text_interpolation'],
]);

/** Nodes that are no more than the one named child that they have. */
export const TRANSPARENT: ReadonlySet<string> = new Set([
  ...['parenthesized_expression', 'expression_statement', 'parenthesized_statements', 'condition_clause'],
  ...['flow_node', 'block_node', 'plain_scalar', 'type_annotation', 'type', 'global_statement', 'expression_list'],
  ...['argument', 'value_argument', 'user_type', 'required_parameter', 'command_name', 'as_pattern_target'],
]);

/** Nodes whose children stand in their place. */
export const FLATTENED: ReadonlySet<string> = new Set(['statement_list', 'import_spec_list']);

/** Nodes whose children are statements, members or entries one after another. */
export const SEQUENCES: ReadonlySet<string> = new Set([
  ...['module', 'program', 'source_file', 'compilation_unit', 'translation_unit', 'stream', 'document'],
  ...['block', 'statement_block', 'compound_statement', 'class_body', 'declaration_list', 'body_statement', 'then'],
  ...['do_block', 'block_body', 'template_body', 'field_declaration_list', 'interface_body', 'constructor_body'],
  ...['switch_case', 'switch_default', 'case_statement', 'else', 'ensure', 'do', 'expression_case', 'default_case'],
  ...['switch_block_statement_group', 'do_group', 'statements', 'enum_body', 'block_sequence', 'lambda_literal'],
]);

/** Nodes whose children are in any order. */
export const UNORDERED: ReadonlySet<string> = new Set([
  'object',
  'dictionary',
  'block_mapping',
  'flow_mapping',
  'hash',
]);

/** Nodes that have the arguments of a call. */
export const ARGUMENTS: ReadonlySet<string> = new Set(['argument_list', 'arguments', 'value_arguments']);

/** An argument with its name. */
export const KEYWORD_ARGUMENTS: ReadonlySet<string> = new Set([
  'keyword_argument',
  'pair',
  'argument',
  'value_argument',
]);

/** Names, and names of names. */
export const PATHS: ReadonlySet<string> = new Set([
  ...['identifier', 'attribute', 'dotted_name', 'member_expression', 'selector_expression', 'field_access'],
  ...[
    'scoped_identifier',
    'field_expression',
    'navigation_expression',
    'member_access_expression',
    'property_identifier',
  ],
  ...['qualified_identifier', 'scoped_type_identifier', 'qualified_type', 'qualified_name', 'name', 'constant'],
  ...[
    'scope_resolution',
    'type_identifier',
    'field_identifier',
    'package_identifier',
    'nested_identifier',
    'simple_identifier',
  ],
]);

/** Literals of text. */
export const STRINGS: ReadonlySet<string> = new Set([
  ...['string', 'string_literal', 'concatenated_string', 'template_string', 'raw_string_literal', 'raw_string'],
  ...['interpreted_string_literal', 'multiline_string_literal', 'verbatim_string_literal', 'encapsed_string'],
  ...['interpolated_string_expression', 'interpolated_string', 'ansi_c_string', 'string_value'],
  ...['double_quote_scalar', 'single_quote_scalar', 'string_scalar', 'quoted_attribute_value'],
]);

/** What stands in a literal of text and is code. */
export const INTERPOLATIONS: ReadonlySet<string> = new Set([
  ...['interpolation', 'template_substitution', 'string_interpolation', 'simple_expansion', 'expansion'],
  ...['command_substitution', 'variable_name', 'interpolated_identifier', 'interpolated_expression'],
]);

/** Text between interpolations. */
export const STRING_PARTS: ReadonlySet<string> = new Set(['string_content', 'string_fragment']);

/** A pattern without them, by type or by field, says nothing about them. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  ...['decorator', 'return_type', 'type_parameters', 'modifiers', 'type', 'accessibility_modifier', 'async', 'result'],
  ...[
    'superclasses',
    'superclass',
    'class_heritage',
    'interfaces',
    'super_interfaces',
    'throws',
    'visibility_modifier',
  ],
  ...[
    'export',
    'default',
    'attribute_list',
    'base_list',
    'type_annotation',
    'modifier',
    'extends_clause',
    '->',
    'optional_chain',
  ],
]);

/** Of these, a pattern names some, in any order. */
export const SUBSETS: ReadonlySet<string> = new Set(['modifiers', 'decorated_definition', 'import_from_statement']);

/** Parameters, which a metavariable stands for by their names. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['typed_parameter', 'required_parameter', 'optional_parameter', 'parameter', 'parameter_declaration'],
  ...['formal_parameter', 'simple_parameter', 'typed_default_parameter', 'default_parameter', 'class_parameter'],
]);

/** What a metavariable stands for at a node: of a parameter, its name. */
export function namedPart(node: TreeNode): TreeNode {
  if (!PARAMETERS.has(node.type)) return node;
  return node.children.find(({ field }) => field === 'name' || field === 'pattern') ?? node.children[0] ?? node;
}

/** Statements with one or more declarations that may be assignments. */
export const DECLARATIONS: ReadonlySet<string> = new Set([
  ...['lexical_declaration', 'variable_declaration', 'local_variable_declaration', 'local_declaration_statement'],
  ...['field_declaration', 'var_declaration', 'const_declaration', 'declaration'],
]);

/** The target and the value of an assignment or of a declaration of one variable; undefined for any other node. */
export function assignmentOf(node: TreeNode): readonly [TreeNode, TreeNode] | undefined {
  switch (node.type) {
    case 'assignment':
    case 'assignment_expression':
    case 'assignment_statement':
    case 'short_var_declaration':
      return node.children.some(({ type }) => type.endsWith('=') && type !== '=' && type !== ':=')
        ? undefined
        : both(node, 'left', 'right');
    case 'variable_declarator':
    case 'var_spec':
    case 'const_spec':
      return both(node, 'name', 'value') ?? lastTwo(node);
    case 'init_declarator':
      return both(node, 'declarator', 'value');
    case 'let_declaration':
    case 'val_definition':
    case 'var_definition':
      return both(node, 'pattern', 'value');
    case 'public_field_definition':
    case 'field_definition':
      return both(node, 'name', 'value') ?? both(node, 'property', 'value');
    case 'variable_assignment':
      return both(node, 'name', 'value');
    case 'property_declaration':
      return lastTwo(node);
    default: {
      if (!DECLARATIONS.has(node.type)) return undefined;
      const [only, ...others] = node.children.map(assignmentOf).filter((found) => found !== undefined);
      return others.length === 0 ? only : undefined;
    }
  }
}

function both(node: TreeNode, target: string, value: string): readonly [TreeNode, TreeNode] | undefined {
  const left = node.children.find(({ field }) => field === target);
  const right = node.children.find(({ field }) => field === value);
  return left && right && [left, right];
}

/** `x = 1`, where the grammar names neither. */
function lastTwo({ children }: TreeNode): readonly [TreeNode, TreeNode] | undefined {
  const named = children.filter((child) => child.named && child.type !== 'modifiers');
  const [left, right] = named.slice(-2);
  if (named.length < 2 || left === undefined || right === undefined || !children.some(({ type }) => type === '=')) {
    return undefined;
  }
  return [left, right];
}
