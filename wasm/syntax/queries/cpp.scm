; What C++ has beside C: this comes behind `c.scm`.

; Names that are mentioned

(namespace_identifier) @ignore
(destructor_name (identifier) @ignore)
(qualified_identifier scope: (_) @qualifier name: [(identifier) (type_identifier)] @name) @reference.use
(qualified_identifier scope: (_) @qualifier name: (type_identifier) @name) @reference.type
(qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @name)) @reference.type
(call_expression function: (template_function name: (identifier) @name)) @reference.call
(call_expression function: (qualified_identifier
  scope: (_) @qualifier
  name: [(identifier) @name (template_function name: (identifier) @name)])) @reference.call
(call_expression function: (qualified_identifier name: (qualified_identifier
  scope: (_) @qualifier
  name: [(identifier) @name (template_function name: (identifier) @name)]))) @reference.call
(call_expression function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
  scope: (_) @qualifier
  name: [(identifier) @name (template_function name: (identifier) @name)])))) @reference.call
(call_expression function: (field_expression
  argument: (_) @qualifier
  field: (template_method name: (field_identifier) @name))) @reference.call
(new_expression type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name)
]) @reference.call

(parameter_declaration declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: (identifier) @local)
  (reference_declarator (identifier) @local)
])
(variadic_parameter_declaration declarator: (variadic_declarator (identifier) @local))
(type_parameter_declaration (type_identifier) @local)
(optional_type_parameter_declaration name: (type_identifier) @local)
(variadic_type_parameter_declaration (type_identifier) @local)
(for_range_loop declarator: [(identifier) @local (reference_declarator (identifier) @local)])
(structured_binding_declarator (identifier) @local)
(condition_clause value: (declaration declarator: (identifier) @local))

; Variables

(declaration declarator: [
  (reference_declarator (identifier) @name)
  (init_declarator declarator: (reference_declarator (identifier) @name))
]) @definition.variable
(declaration declarator: [
  (qualified_identifier) @qualified
  (init_declarator declarator: (qualified_identifier) @qualified)
]) @definition.variable
(declaration declarator: (init_declarator
  declarator: (identifier) @name
  value: (lambda_expression body: (_) @body))) @definition.function

; Functions, and methods outside of their class

(declaration declarator: [
  (reference_declarator (function_declarator declarator: (identifier) @name))
  (function_declarator declarator: (operator_name) @name)
]) @definition.function
(function_definition
  declarator: [
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
    (function_declarator declarator: (operator_name) @name)
  ]
  body: (_) @body) @definition.function
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier) @qualified)
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @qualified))
    (reference_declarator (function_declarator declarator: (qualified_identifier) @qualified))
  ]
  body: (_)? @body) @definition.method
(function_definition
  declarator: (qualified_identifier scope: (_) @scope name: (operator_cast "operator" @name))
  body: (_) @body) @definition.method

; Methods in their class

(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
]) @definition.method
(field_declaration_list (declaration declarator: [
  (function_declarator declarator: [(identifier) (destructor_name) (operator_name)] @name)
  (operator_cast "operator" @name)
]) @definition.method)
(field_declaration_list (function_definition
  declarator: [
    (function_declarator declarator: [(field_identifier) (identifier) (operator_name) (destructor_name)] @name)
    (operator_cast "operator" @name)
    (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]
  body: (_)? @body) @definition.method)
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field

; Types and namespaces

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier) @qualified
  ]
  body: (_) @body) @definition.class
(struct_specifier
  name: [
    (template_type name: (type_identifier) @name)
    (qualified_identifier) @qualified
  ]
  body: (_) @body) @definition.struct
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(namespace_definition name: (_) @name body: (_) @body) @definition.module

; What stands before the template itself

(template_declaration "template" @decoration)
(template_declaration parameters: (_) @decoration)

; Imports

(using_declaration "namespace" [(identifier) (qualified_identifier)] @module (#set! import.name "*")) @import
(using_declaration . "using" . (qualified_identifier) @module) @import
