(comment) @comment
(attribute_list) @decoration

; Names that are mentioned

(identifier) @reference.use
(member_access_expression expression: _ @qualifier name: (identifier) @name) @reference.use
(argument name: (identifier) @ignore)
(tuple_element name: (identifier) @ignore)

(generic_name . (identifier) @reference.type)
(nullable_type type: (identifier) @reference.type)
(array_type type: (identifier) @reference.type)
(ref_type type: (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(qualified_name qualifier: (_) @qualifier name: [(identifier) @name (generic_name . (identifier) @name)]) @reference.type
(base_list [
  (identifier) @reference.type
  (primary_constructor_base_type type: (identifier) @reference.type)
])
(type_parameter_constraint type: (identifier) @reference.type)
(as_expression right: (identifier) @reference.type)
(is_expression right: (identifier) @reference.type)
(cast_expression type: (identifier) @reference.type)
(catch_declaration type: (identifier) @reference.type)
(conversion_operator_declaration type: (identifier) @reference.type)
(declaration_expression type: (identifier) @reference.type)
(declaration_pattern type: (identifier) @reference.type)
(default_expression type: (identifier) @reference.type)
(delegate_declaration type: (identifier) @reference.type)
(event_declaration type: (identifier) @reference.type)
(foreach_statement type: (identifier) @reference.type)
(indexer_declaration type: (identifier) @reference.type)
(local_function_statement type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(operator_declaration type: (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(property_declaration type: (identifier) @reference.type)
(recursive_pattern type: (identifier) @reference.type)
(sizeof_expression type: (identifier) @reference.type)
(tuple_element type: (identifier) @reference.type)
(type_pattern type: (identifier) @reference.type)
(typeof_expression type: (identifier) @reference.type)
(variable_declaration type: (identifier) @reference.type)
(attribute name: (identifier) @reference.type)

(invocation_expression function: [
  (identifier) @name
  (generic_name . (identifier) @name)
]) @reference.call
(invocation_expression function: (member_access_expression
  expression: _ @qualifier
  name: [(identifier) @name (generic_name . (identifier) @name)])) @reference.call
(invocation_expression function: (conditional_access_expression
  condition: _ @qualifier
  (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))) @reference.call
(object_creation_expression type: [
  (identifier) @name
  (generic_name . (identifier) @name)
]) @reference.call
(object_creation_expression type: (qualified_name
  qualifier: (_) @qualifier
  name: [(identifier) @name (generic_name . (identifier) @name)])) @reference.call

(parameter name: (identifier) @local)
(parameter_list name: (identifier) @local)
(implicit_parameter) @local
(type_parameter name: (identifier) @local)
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(recursive_pattern name: (identifier) @local)
(var_pattern name: (identifier) @local)
(from_clause name: (identifier) @local)
(parenthesized_variable_designation name: (identifier) @local)
(block (local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local))))
(switch_section (local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local))))
(for_statement initializer: (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))

; Namespaces

(namespace_declaration name: (_) @name body: (_) @body) @definition.module
(compilation_unit (file_scoped_namespace_declaration name: (_) @name)) @container

; Types

(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type

; Members

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(operator_declaration operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name body: (_)? @body) @definition.method
(indexer_declaration "this" @name accessors: (_)? @body value: (_)? @body) @definition.method
(property_declaration name: (identifier) @name accessors: (_)? @body value: (_)? @body) @definition.field
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
; A record's parameters are its properties.
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.field))

; Functions and variables of a program

(local_function_statement name: (identifier) @name body: (_)? @body) @definition.function
(global_statement (local_declaration_statement
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.variable)

; Imports

(using_directive !name [(identifier) (qualified_name)] @module (#set! import.name "*")) @import
(using_directive
  name: (identifier) @import.alias
  [(identifier) (qualified_name) (generic_name)] @module .
  (#set! import.name "*")) @import

; A namespace's own name

(namespace_declaration name: (qualified_name (identifier) @ignore))
(namespace_declaration name: (qualified_name (qualified_name (identifier) @ignore)))
(namespace_declaration name: (qualified_name (qualified_name (qualified_name (identifier) @ignore))))
(file_scoped_namespace_declaration name: (identifier) @ignore)
(file_scoped_namespace_declaration name: (qualified_name (identifier) @ignore))
(file_scoped_namespace_declaration name: (qualified_name (qualified_name (identifier) @ignore)))
(file_scoped_namespace_declaration name: (qualified_name (qualified_name (qualified_name (identifier) @ignore))))
