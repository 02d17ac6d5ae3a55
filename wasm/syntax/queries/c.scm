(comment) @comment

; Names that are mentioned

(identifier) @reference.use
(field_expression argument: (_) @qualifier field: (field_identifier) @name) @reference.use
(type_identifier) @reference.type
(call_expression function: (identifier) @name) @reference.call
(call_expression
  function: (field_expression argument: (_) @qualifier field: (field_identifier) @name)) @reference.call
(preproc_ifdef name: (identifier) @ignore)
(preproc_params (identifier) @local)

(parameter_declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (array_declarator declarator: (identifier) @local)
  ])
  (array_declarator declarator: [(identifier) @local (array_declarator declarator: (identifier) @local)])
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
])

; Variables; those in a function are its own

(declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
  ])
  (array_declarator declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
  ])
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  (init_declarator declarator: [
    (identifier) @name
    (pointer_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ])
    (array_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
    ])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  ])
]) @definition.variable

; Functions: prototypes, and those with a body

(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ])
]) @definition.function
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  ]
  body: (_) @body) @definition.function

; Macros

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def value: (preproc_arg) @reference.text)
(preproc_function_def value: (preproc_arg) @reference.text)

; Types

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(type_definition declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ])
  (array_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: [
    (type_identifier) @name
    (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))
  ])
  (pointer_declarator declarator: (function_declarator declarator:
    (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
]) @definition.type
; `typedef struct a {…} b;` defines two.
(type_definition type: [
  (struct_specifier name: (type_identifier) @name)
  (union_specifier name: (type_identifier) @name)
  (enum_specifier name: (type_identifier) @name)
]) @definition
(type_definition
  type: (struct_specifier !name body: (_))
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @definition.struct
(type_definition
  type: (union_specifier !name body: (_))
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @definition.struct
(type_definition
  type: (enum_specifier !name body: (_))
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @definition.enum

; Members

(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
  ])
  (array_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
  ])
  (function_declarator declarator:
    (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  (pointer_declarator declarator: (function_declarator declarator:
    (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
]) @definition.field

; Imports

(preproc_include path: [
  (system_lib_string) @module
  (string_literal (string_content) @module)
]) @import

; A prototype in a function is its own, as its variables are.
(compound_statement (declaration declarator: (function_declarator declarator: (identifier) @name)) @definition.variable)
