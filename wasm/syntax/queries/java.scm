(identifier) @reference.use
(type_identifier) @reference.type

(field_access
  object: (_) @qualifier
  field: (identifier) @name) @reference.use

(scoped_type_identifier
  (_) @qualifier
  (type_identifier) @name) @reference.type

[(line_comment) (block_comment)] @comment
(lambda_expression) @closure
(modifiers . (marker_annotation) @decoration)
(modifiers . (annotation) @decoration)
(modifiers (marker_annotation) @decoration)
(modifiers (annotation) @decoration)

(marker_annotation name: (identifier) @reference.call)
(annotation name: (identifier) @reference.call)
(element_value_pair key: (identifier) @ignore)
(labeled_statement . (identifier) @ignore)
(break_statement (identifier) @ignore)
(continue_statement (identifier) @ignore)
(scoped_identifier name: (identifier) @ignore)
(package_declaration (identifier) @ignore)
(package_declaration (scoped_identifier scope: (identifier) @ignore))
(package_declaration (scoped_identifier scope: (scoped_identifier scope: (identifier) @ignore)))

; Definitions

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(module_declaration name: (_) @name body: (_) @body) @definition.module

(method_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name body: (block) @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method

(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(enum_constant name: (identifier) @name) @definition.field
(enum_constant name: (identifier) @name body: (_) @body) @definition.field
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))

; Names that are bound inside a method

(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(catch_formal_parameter name: (identifier) @local)
(resource name: (identifier) @local)
(inferred_parameters (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_pattern (identifier) @local)
(record_pattern_component (identifier) @local)
(type_parameter . (type_identifier) @local)

; Calls

(method_invocation !object name: (identifier) @reference.call)
(method_invocation object: (_) @qualifier name: (identifier) @name) @reference.call
(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type . (type_identifier) @reference.call))

(object_creation_expression
  type: (scoped_type_identifier (_) @qualifier (type_identifier) @name)) @reference.call

(method_reference . (_) @qualifier (identifier) @name .) @reference.use

; Imports

(import_declaration
  (scoped_identifier scope: (_) @module name: (identifier) @import.name) .) @import

(import_declaration
  [(scoped_identifier) (identifier)] @module
  (asterisk) @import.name) @import
