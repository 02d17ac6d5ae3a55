; Every mention of a name; what follows says which are calls, types, or none.
(identifier) @reference.use

(attribute
  object: (_) @qualifier
  attribute: (identifier) @name) @reference.use

(keyword_argument
  name: (identifier) @ignore)

(decorator) @decoration
(comment) @comment
[(lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @closure

; Definitions

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class

(function_definition
  name: (identifier) @name
  body: (block) @body) @definition.function

(class_definition
  body: (block
    (function_definition
      name: (identifier) @name) @definition.method))

(class_definition
  body: (block
    (decorated_definition
      definition: (function_definition
        name: (identifier) @name) @definition.method)))

(type_alias_statement
  left: (type
    [(identifier) @name
     (generic_type . (identifier) @name)])) @definition.type

(module
  (expression_statement
    (assignment
      left: (identifier) @name) @definition.variable))

(module
  (expression_statement
    (assignment
      left: (identifier) @name) @definition.constant)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))

(module
  (expression_statement
    (assignment
      left: (pattern_list (identifier) @name)) @definition.variable))

(module
  [(if_statement consequence: (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))
   (try_statement body: (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])

(class_definition
  body: (block
    (expression_statement
      (assignment
        left: (identifier) @name) @definition.field)))

; Docstrings

(class_definition
  name: (identifier) @name
  body: (block
    . (expression_statement
        (string
          (string_content) @doc)))) @definition

(function_definition
  name: (identifier) @name
  body: (block
    . (expression_statement
        (string
          (string_content) @doc)))) @definition

; Names that are bound inside a function

(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(default_parameter name: (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(typed_parameter . (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(as_pattern_target (identifier) @local)
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)
(named_expression name: (identifier) @local)
(assignment left: (identifier) @local)
(augmented_assignment left: (identifier) @local)
(function_definition type_parameters: (type_parameter (type (identifier) @local)))
(class_definition type_parameters: (type_parameter (type (identifier) @local)))
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @local)))))
(case_pattern (dotted_name . (identifier) @local .))

; Calls

(call
  function: (identifier) @reference.call)

(call
  function: (attribute
    object: (_) @qualifier
    attribute: (identifier) @name)) @reference.call

(decorator
  (identifier) @reference.call)

(decorator
  (attribute
    object: (_) @qualifier
    attribute: (identifier) @name)) @reference.call

; Names that `__all__` lists

(assignment
  left: (identifier) @_all
  right: [
    (list (string (string_content) @reference.use))
    (tuple (string (string_content) @reference.use))
  ]
  (#eq? @_all "__all__"))

; Types

(type (identifier) @reference.type)

(type
  (attribute
    object: (_) @qualifier
    attribute: (identifier) @name)) @reference.type

(generic_type . (identifier) @reference.type)

(type
  (subscript
    value: (identifier) @reference.type))

(type
  (binary_operator
    [left: (identifier) @reference.type
     right: (identifier) @reference.type]))

(class_definition
  superclasses: (argument_list
    (identifier) @reference.type))

(class_definition
  superclasses: (argument_list
    (attribute
      object: (_) @qualifier
      attribute: (identifier) @name) @reference.type))

; Imports

(import_statement
  name: (dotted_name) @module) @import

(import_statement
  name: (aliased_import
    name: (dotted_name) @module
    alias: (identifier) @import.alias)
  (#set! import.name "*")) @import

(import_from_statement
  module_name: (_) @module
  name: (dotted_name) @import.name) @import

(import_from_statement
  module_name: (_) @module
  name: (aliased_import
    name: (dotted_name) @import.name
    alias: (identifier) @import.alias)) @import

(import_from_statement
  module_name: (_) @module
  (wildcard_import) @import.name) @import

(future_import_statement
  name: (dotted_name) @import.name
  (#set! module "__future__")) @import
