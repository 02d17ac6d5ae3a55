(comment) @comment
(attribute_list) @decoration

; Names that are mentioned; variables are all local

(name) @reference.use
(variable_name (name) @ignore)
(namespace_name (name) @ignore)
(argument name: (name) @ignore)
(qualified_name (name) @reference.type)
(qualified_name prefix: (namespace_name) @qualifier (name) @name) @reference.type
(member_access_expression object: (_) @qualifier name: (name) @name) @reference.use
(nullsafe_member_access_expression object: (_) @qualifier name: (name) @name) @reference.use
(scoped_property_access_expression scope: (_) @qualifier name: (variable_name (name) @name)) @reference.use
(class_constant_access_expression . (_) @qualifier (name) @name .) @reference.use

(named_type (name) @reference.type)
((named_type (name) @ignore) (#any-of? @ignore "static" "self" "parent"))
(base_clause (name) @reference.type)
(class_interface_clause (name) @reference.type)
(use_declaration (name) @reference.type)
(attribute (name) @reference.type)
(binary_expression operator: "instanceof" right: (name) @reference.type)
(scoped_call_expression scope: (name) @reference.type)
(class_constant_access_expression . (name) @reference.type)
(scoped_property_access_expression scope: (name) @reference.type)

(function_call_expression function: (name) @name) @reference.call
(function_call_expression function: (qualified_name (name) @reference.call))
(function_call_expression
  function: (qualified_name prefix: (namespace_name) @qualifier (name) @name)) @reference.call
(scoped_call_expression scope: (_) @qualifier name: (name) @name) @reference.call
(member_call_expression object: (_) @qualifier name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @name) @reference.call
(object_creation_expression (name) @reference.call)
(object_creation_expression (qualified_name (name) @reference.call))
(object_creation_expression (qualified_name prefix: (namespace_name) @qualifier (name) @name)) @reference.call

; Namespaces

(namespace_definition name: (_) @name body: (_) @body) @definition.module
(program (namespace_definition name: (_) @name !body)) @container

; Types

(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.class
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.constant

; Constants and properties

(const_declaration (const_element . (name) @name)) @definition.constant
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_define "define")) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field

; Functions

(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.method
(program (expression_statement (assignment_expression
  left: (variable_name (name) @name)
  right: (anonymous_function body: (_) @body)) @definition.function))
(program (expression_statement (assignment_expression
  left: (variable_name (name) @name)
  right: (arrow_function body: (_) @body)) @definition.function))
(expression_statement (assignment_expression
  left: (variable_name (name) @name)
  right: (object_creation_expression (anonymous_class body: (_) @body))) @definition.class)

; Imports

(namespace_use_declaration
  !body
  (namespace_use_clause . [(name) (qualified_name)] @module)) @import
(namespace_use_declaration
  !body
  (namespace_use_clause . [(name) (qualified_name)] @module alias: (name) @import.alias)
  (#set! import.name "*")) @import
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . (_) @import.name !alias))) @import
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . (_) @import.name alias: (name) @import.alias))) @import
(include_expression [(string (string_content) @module) (binary_expression right: (string (string_content) @module))]) @import
(include_once_expression [(string (string_content) @module) (binary_expression right: (string (string_content) @module))]) @import
(require_expression [(string (string_content) @module) (binary_expression right: (string (string_content) @module))]) @import
(require_once_expression [(string (string_content) @module) (binary_expression right: (string (string_content) @module))]) @import
