(line_comment) @comment
(block_comment) @comment
(annotation) @decoration

; Names that are mentioned

(identifier) @reference.use
(navigation_expression . (_) @qualifier (identifier) @name .) @reference.use
(package_header (qualified_identifier (identifier) @ignore))
(value_argument . (identifier) @ignore . "=")

(user_type (identifier) @reference.type .)
(user_type (identifier) @reference.type . (type_arguments) .)

(call_expression . (identifier) @name) @reference.call
(call_expression . (navigation_expression . (_) @qualifier (identifier) @name .)) @reference.call
(constructor_invocation (user_type (identifier) @reference.call .))
(constructor_invocation (user_type (identifier) @reference.call . (type_arguments) .))
; `helper<Int>(1)` is read as two comparisons.
(binary_expression
  left: (binary_expression left: (identifier) @name operator: "<")
  operator: ">"
  right: [(parenthesized_expression) (lambda_literal)]) @reference.call

(parameter . (identifier) @local)
(class_parameter (identifier) @local)
(type_parameter (identifier) @local)
(lambda_parameters (variable_declaration . (identifier) @local))
(lambda_parameters (multi_variable_declaration (variable_declaration . (identifier) @local)))
(block (property_declaration (variable_declaration . (identifier) @local)))
(block (property_declaration (multi_variable_declaration (variable_declaration . (identifier) @local))))
(lambda_literal (property_declaration (variable_declaration . (identifier) @local)))
(for_statement (variable_declaration . (identifier) @local))
(for_statement (multi_variable_declaration (variable_declaration . (identifier) @local)))
(catch_block (identifier) @local)

; Types

(class_declaration name: (identifier) @name) @definition.class
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name) @definition.enum
(class_declaration name: (identifier) @name [(class_body) (enum_class_body)] @body) @definition
(enum_entry (identifier) @name) @definition.constant
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(type_alias type: (identifier) @name) @definition.type

; Properties

(source_file (property_declaration (variable_declaration . (identifier) @name)) @definition.variable)
(source_file (property_declaration
  (multi_variable_declaration (variable_declaration . (identifier) @name))) @definition.variable)
(source_file (property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @definition.constant)
(source_file (property_declaration
  (variable_declaration . (identifier) @name)
  (lambda_literal) @body) @definition.function)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.field)
(class_body (property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @definition.constant)
(enum_class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.field)
(class_parameter ["val" "var"] . (identifier) @name) @definition.field
; The receiver of an extension is its scope.
(source_file (property_declaration
  (user_type . (identifier) @scope) . "." . (variable_declaration . (identifier) @name)) @definition.variable)

; Functions

(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(function_declaration
  (user_type . (identifier) @scope) . "." . name: (identifier) @name) @definition
(class_body (function_declaration name: (identifier) @name) @definition.method)
(enum_class_body (function_declaration name: (identifier) @name) @definition.method)
(secondary_constructor "constructor" @name (block)? @body) @definition.method

; Imports

(import (qualified_identifier) @module) @import
(import (qualified_identifier) @module "as" (identifier) @import.alias (#set! import.name "*")) @import
(import (qualified_identifier) @module "*" (#set! import.name "*")) @import
