; What TypeScript adds to `ecmascript.scm`.

(type_identifier) @reference.type

(nested_type_identifier
  module: (_) @qualifier
  name: (type_identifier) @name) @reference.type

(extends_clause value: (identifier) @reference.type)

(extends_clause
  value: (member_expression
    object: (_) @qualifier
    property: (property_identifier) @name)) @reference.type

; Definitions

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(export_statement declaration: (abstract_class_declaration name: (_) @name)) @definition

(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(export_statement declaration: (interface_declaration name: (_) @name)) @definition

(type_alias_declaration name: (_) @name) @definition.type
(export_statement declaration: (type_alias_declaration name: (_) @name)) @definition

(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(export_statement declaration: (enum_declaration name: (_) @name)) @definition

(enum_body name: (property_identifier) @name @definition.field)
(enum_body (enum_assignment name: (_) @name) @definition.field)

(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (identifier) @name body: (_) @body) @definition.module
(module name: (string (string_fragment) @name) body: (_) @body) @definition.module
(expression_statement (internal_module name: (_) @name)) @definition
(export_statement declaration: (internal_module name: (_) @name)) @definition

; Overloads and declarations without a body
(function_signature name: (_) @name) @definition.function
(export_statement declaration: (function_signature name: (_) @name)) @definition
(ambient_declaration (_ name: [(identifier) (type_identifier)] @name)) @definition
(export_statement declaration: (ambient_declaration (_ name: [(identifier) (type_identifier)] @name))) @definition
(ambient_declaration (module name: (string (string_fragment) @name))) @definition

(ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))

(ambient_declaration
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

(ambient_declaration
  (lexical_declaration . (variable_declarator name: (identifier) @name) .)) @definition
(export_statement
  declaration: (ambient_declaration
    (lexical_declaration . (variable_declarator name: (identifier) @name) .))) @definition

; Members

(class_body (public_field_definition name: (_) @name) @definition.field)

(class_body
  (public_field_definition
    name: (_) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ]) @definition.method)

(class_body (method_signature name: (_) @name) @definition.method)
(class_body (abstract_method_signature name: (_) @name) @definition.method)
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.field)

; A parameter that is a property
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field

; Names that are bound inside a function

(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(type_parameter name: (type_identifier) @local)
(infer_type (type_identifier) @local)
(mapped_type_clause name: (type_identifier) @local)
(index_signature name: (identifier) @ignore)
(function_type parameters: (formal_parameters (required_parameter pattern: (identifier) @ignore)))

; Imports

(import_statement
  (import_require_clause
    (identifier) @import.alias
    source: (string (string_fragment) @module))
  (#set! import.name "*")) @import
