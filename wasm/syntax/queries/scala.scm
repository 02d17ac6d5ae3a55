(comment) @comment
(block_comment) @comment
(annotation) @decoration

; Names that are mentioned

(identifier) @reference.use
(field_expression value: (_) @qualifier field: (identifier) @name) @reference.use
(package_identifier (identifier) @ignore)
(assignment_expression left: (identifier) @name) @reference.use
(type_identifier) @reference.type
(stable_type_identifier (_) @qualifier (type_identifier) @name .) @reference.type

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression value: (_) @qualifier field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function
  function: (field_expression value: (_) @qualifier field: (identifier) @name))) @reference.call
(infix_expression left: (_) @qualifier operator: (identifier) @name) @reference.call
(instance_expression (type_identifier) @reference.call)
(instance_expression (generic_type type: (type_identifier) @reference.call))

(parameter name: (identifier) @local)
(class_parameter name: (identifier) @local)
(binding name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(type_parameters name: (identifier) @local)
(enumerator . (identifier) @local)
(case_clause pattern: (identifier) @local)
(case_clause pattern: (typed_pattern pattern: (identifier) @local))
(capture_pattern name: (identifier) @local)
(case_class_pattern pattern: (identifier) @local)
(tuple_pattern (identifier) @local)
(block (val_definition pattern: (identifier) @local))
(block (var_definition pattern: (identifier) @local))

; Types and objects

(class_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name body: (_)? @body) @definition.class
(package_object name: (_) @name body: (_)? @body) @definition.module
(trait_definition name: (_) @name body: (_)? @body) @definition.interface
(enum_definition name: (_) @name body: (_)? @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.class
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name body: (_)? @body) @definition.constant

; Values

(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)
(enum_body (val_definition pattern: (identifier) @name) @definition.field)
(class_parameters (class_parameter ["val" "var"] name: (identifier) @name) @definition.field)

; Functions

(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function
(template_body (function_definition name: (_) @name) @definition.method)
(template_body (function_declaration name: (_) @name) @definition.method)
(enum_body (function_definition name: (_) @name) @definition.method)
; An extension is around its methods, by the name of the type that gets them.
(extension_definition parameters: (parameters (parameter type: (_) @name))) @container
(extension_definition (function_definition name: (_) @name) @definition.method)
(compilation_unit (val_definition
  pattern: (identifier) @name
  value: (lambda_expression) @body) @definition.function)

; Imports

(import_declaration . (identifier) @module . ("." . (identifier) @module)*) @import
(import_declaration
  . (identifier) @module . ("." . (identifier) @module)* . "." . (namespace_wildcard) (#set! import.name "*")) @import
(import_declaration
  . (identifier) @module . ("." . (identifier) @module)* . "."
  . (namespace_selectors (identifier) @import.name)) @import
(import_declaration
  . (identifier) @module . ("." . (identifier) @module)* . "."
  . (namespace_selectors (namespace_wildcard)) (#set! import.name "*")) @import
(import_declaration
  . (identifier) @module . ("." . (identifier) @module)* . "."
  . (namespace_selectors (_ name: (_) @import.name alias: (_) @import.alias))) @import
