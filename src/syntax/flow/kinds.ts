/** Types of nodes that flow is made of. Grammars name the same things alike: one table serves the languages. */
import type { FlowBlock, FlowOperation } from './service.ts';

/** Functions and methods. Without a name of their own, or of the variable that they are given to, they are `inner`. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'function_declaration',
  'function_expression',
  'generator_function',
  'generator_function_declaration',
  'arrow_function',
  'method_definition',
  'method_declaration',
  'constructor_declaration',
  'compact_constructor_declaration',
  'local_function_statement',
  'function_item',
  'func_literal',
  'closure_expression',
  'lambda',
  'lambda_expression',
  'lambda_literal',
  'anonymous_function',
  'anonymous_function_creation_expression',
  'anonymous_method_expression',
  'method',
  'singleton_method',
  'do_block',
  'block_argument_block',
]);

/** Statements that stand around others, by what they are. */
export const BLOCKS: Readonly<Record<string, FlowBlock['kind']>> = {
  if_statement: 'if',
  if_expression: 'if',
  if: 'if',
  unless: 'if',
  if_modifier: 'if',
  unless_modifier: 'if',
  elif_clause: 'if',
  elsif: 'if',
  else_if_clause: 'if',
  conditional_expression: 'if',
  ternary_expression: 'if',
  conditional: 'if',
  guard_statement: 'if',
  else_clause: 'else',
  else: 'else',
  for_statement: 'loop',
  for_in_statement: 'loop',
  for_expression: 'loop',
  for_in_clause: 'loop',
  for: 'loop',
  foreach_statement: 'loop',
  enhanced_for_statement: 'loop',
  for_range_loop: 'loop',
  while_statement: 'loop',
  while_expression: 'loop',
  while: 'loop',
  until: 'loop',
  while_modifier: 'loop',
  until_modifier: 'loop',
  do_statement: 'loop',
  do_while_statement: 'loop',
  loop_expression: 'loop',
  list_comprehension: 'loop',
  set_comprehension: 'loop',
  dictionary_comprehension: 'loop',
  generator_expression: 'loop',
  case_clause: 'case',
  switch_case: 'case',
  switch_default: 'case',
  expression_case: 'case',
  type_case: 'case',
  default_case: 'case',
  communication_case: 'case',
  match_arm: 'case',
  match_conditional_expression: 'case',
  switch_section: 'case',
  switch_block_statement_group: 'case',
  switch_rule: 'case',
  switch_expression_arm: 'case',
  when_entry: 'case',
  case_statement: 'case',
  when: 'case',
  try_statement: 'try',
  try_with_resources_statement: 'try',
  try_expression: 'try',
  begin: 'try',
  except_clause: 'handler',
  except_group_clause: 'handler',
  catch_clause: 'handler',
  catch_block: 'handler',
  rescue: 'handler',
  finally_clause: 'finally',
  finally_block: 'finally',
  ensure: 'finally',
  with_statement: 'with',
  using_statement: 'with',
  lock_statement: 'with',
  synchronized_statement: 'with',
};

/** Calls. */
export const CALLS: ReadonlySet<string> = new Set([
  'call',
  'call_expression',
  'new_expression',
  'method_invocation',
  'object_creation_expression',
  'invocation_expression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
  'nullsafe_member_call_expression',
  'macro_invocation',
]);

/** Nodes that give a value to a name, with the fields of both; without a left one, the first named child is it. */
export const ASSIGNMENTS: Readonly<Record<string, readonly [left: string, right: string]>> = {
  assignment: ['left', 'right'],
  augmented_assignment: ['left', 'right'],
  named_expression: ['name', 'value'],
  assignment_expression: ['left', 'right'],
  augmented_assignment_expression: ['left', 'right'],
  compound_assignment_expr: ['left', 'right'],
  operator_assignment: ['left', 'right'],
  assignment_statement: ['left', 'right'],
  short_var_declaration: ['left', 'right'],
  variable_declarator: ['name', 'value'],
  var_spec: ['name', 'value'],
  const_spec: ['name', 'value'],
  let_declaration: ['pattern', 'value'],
  init_declarator: ['declarator', 'value'],
  property_declaration: ['', ''],
};

/** Nodes that add one to a variable, or take one. */
export const STEPS: ReadonlySet<string> = new Set([
  ...['update_expression', 'inc_statement', 'dec_statement'],
  ...['postfix_unary_expression', 'prefix_unary_expression', 'unary_expression'],
]);

/** Work beside calls, by what it is. */
export const OPERATIONS: Readonly<Record<string, FlowOperation['kind']>> = {
  list_splat: 'spread',
  spread_element: 'spread',
  dictionary_splat: 'spread',
  subscript: 'part',
  element_reference: 'part',
  regex: 'regex',
  break_statement: 'break',
  break_expression: 'break',
  break: 'break',
};

/** Ends of a function, by what they are. */
export const EXITS: Readonly<Record<string, 'return' | 'throw' | 'yield'>> = {
  return_statement: 'return',
  return_expression: 'return',
  return: 'return',
  throw_statement: 'throw',
  throw_expression: 'throw',
  raise_statement: 'throw',
  yield: 'yield',
  yield_expression: 'yield',
  yield_statement: 'yield',
};

/** Names in expressions. */
export const NAMES: ReadonlySet<string> = new Set([
  'identifier',
  'simple_identifier',
  'variable_name',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
]);

/** What of a node is the name of a member, of an argument or of a type, and no variable: its types with their fields. */
export const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  attribute: ['attribute'],
  keyword_argument: ['name'],
  field_access: ['field'],
  method_invocation: ['name'],
  member_access_expression: ['name'],
  member_call_expression: ['name'],
  nullsafe_member_call_expression: ['name'],
  function_call_expression: ['function'],
  call: ['method'],
  navigation_suffix: ['suffix'],
  pair: ['key'],
};

/** Methods that call what they are given once for each element. */
export const ITERATES: ReadonlySet<string> = new Set([
  ...['forEach', 'map', 'filter', 'flatMap', 'reduce', 'reduceRight', 'some', 'every', 'find', 'findIndex', 'findLast'],
  ...['each', 'each_with_index', 'each_with_object', 'collect', 'select', 'reject', 'inject', 'times', 'upto', 'sum'],
  ...[
    'for_each',
    'filter_map',
    'flat_map',
    'any',
    'all',
    'fold',
    'mapNotNull',
    'associate',
    'forEachIndexed',
    'mapIndexed',
  ],
  ...['Select', 'Where', 'ForEach', 'Any', 'All', 'SelectMany', 'Aggregate', 'array_map', 'array_filter', 'array_walk'],
]);
