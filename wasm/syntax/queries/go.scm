(identifier) @reference.use
(type_identifier) @reference.type

(selector_expression
  operand: (_) @qualifier
  field: (field_identifier) @name) @reference.use

(qualified_type
  package: (package_identifier) @qualifier
  name: (type_identifier) @name) @reference.type

(comment) @comment
(func_literal) @closure
(label_name) @ignore
(keyed_element . (literal_element (identifier) @ignore))

; Definitions

(function_declaration name: (identifier) @name body: (block) @body) @definition.function
; Declared here, written in assembly.
(function_declaration name: (identifier) @name !body) @definition.function

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (type_identifier) @scope))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @scope)))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: (generic_type type: (type_identifier) @scope)))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: (pointer_type (generic_type type: (type_identifier) @scope))))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

(type_spec name: (type_identifier) @name) @definition.type

(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @body)) @definition.struct

(type_spec
  name: (type_identifier) @name
  type: (interface_type "{" @body)) @definition.interface

(type_alias name: (type_identifier) @name) @definition.type

; The keyword belongs to a declaration of one name.
(type_declaration . (type_spec name: (type_identifier) @name) .) @definition
(type_declaration . (type_alias name: (type_identifier) @name) .) @definition

(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
(source_file (const_declaration . (const_spec . name: (identifier) @name)  .) @definition)
(source_file (var_declaration . (var_spec . name: (identifier) @name) .) @definition)

(field_declaration name: (field_identifier) @name) @definition.field
(method_elem name: (field_identifier) @name) @definition.method

; Names that are bound inside a function

(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(type_parameter_declaration name: (identifier) @local)
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: (generic_type (type_arguments (type_elem (type_identifier) @local))))))
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: (pointer_type (generic_type (type_arguments (type_elem (type_identifier) @local)))))))
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(const_spec name: (identifier) @local)
(type_switch_statement alias: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))

; Calls

(call_expression function: (identifier) @reference.call)

(call_expression
  function: (selector_expression
    operand: (_) @qualifier
    field: (field_identifier) @name)) @reference.call

(call_expression
  function: (parenthesized_expression (identifier) @reference.call))

; `Map[int](xs)`
(call_expression function: (index_expression operand: (identifier) @reference.call))

(call_expression
  function: (index_expression
    operand: (selector_expression
      operand: (_) @qualifier
      field: (field_identifier) @name))) @reference.call

; Imports

(import_spec
  !name
  path: (interpreted_string_literal (interpreted_string_literal_content) @module)) @import

(import_spec
  name: (package_identifier) @import.alias
  path: (interpreted_string_literal (interpreted_string_literal_content) @module)
  (#set! import.name "*")) @import

(import_spec
  name: (dot)
  path: (interpreted_string_literal (interpreted_string_literal_content) @module)
  (#set! import.name "*")) @import

(import_spec
  name: (blank_identifier)
  path: (interpreted_string_literal (interpreted_string_literal_content) @module)) @import
