(identifier) @reference.use
(type_identifier) @reference.type

(scoped_identifier
  path: (_) @qualifier
  name: (identifier) @name) @reference.use

(scoped_type_identifier
  path: (_) @qualifier
  name: (type_identifier) @name) @reference.type

(field_expression value: (_) @qualifier field: (field_identifier) @name) @reference.use

[(line_comment) (block_comment)] @comment
(closure_expression) @closure
(attribute_item) @decoration
(attribute . (identifier) @ignore)
(attribute arguments: (token_tree (identifier) @ignore))
((attribute
  . (identifier) @_derive
  arguments: (token_tree (identifier) @reference.type))
  (#eq? @_derive "derive"))
(shebang) @comment

; Definitions

(function_item name: (identifier) @name body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function

(impl_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
(trait_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
(trait_item body: (declaration_list (function_signature_item name: (identifier) @name) @definition.method))

(struct_item name: (type_identifier) @name) @definition.struct
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.interface
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(macro_definition name: (identifier) @name "{" @body) @definition.macro
(macro_definition name: (identifier) @name) @definition.macro
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(field_declaration name: (field_identifier) @name) @definition.field
(enum_variant name: (identifier) @name) @definition.field

; What an `impl` holds belongs to its type.
(impl_item type: (type_identifier) @name) @container
(impl_item type: (generic_type type: (type_identifier) @name)) @container
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @container
(impl_item type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name))) @container
(impl_item type: (reference_type type: (type_identifier) @name)) @container
(impl_item type: (reference_type type: (generic_type type: (type_identifier) @name))) @container
(impl_item type: (primitive_type) @name) @container

; Names that are bound inside a function

(parameter pattern: (identifier) @local)
(parameter pattern: (mut_pattern (identifier) @local))
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_declaration pattern: (mut_pattern (identifier) @local))
(tuple_pattern (identifier) @local)
(slice_pattern (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(ref_pattern (identifier) @local)
(mut_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(field_pattern pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(type_parameter name: (type_identifier) @local)
(const_parameter name: (identifier) @local)
(lifetime (identifier) @ignore)
(label (identifier) @ignore)

; Calls

(call_expression function: (identifier) @reference.call)
(call_expression function: (scoped_identifier path: (_) @qualifier name: (identifier) @name)) @reference.call
(call_expression function: (scoped_identifier !path name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @reference.call))

(call_expression
  function: (generic_function
    function: (scoped_identifier path: (_) @qualifier name: (identifier) @name))) @reference.call

(call_expression
  function: (generic_function
    function: (field_expression value: (_) @qualifier field: (field_identifier) @name))) @reference.call

(macro_invocation macro: (identifier) @reference.call)
(macro_invocation macro: (scoped_identifier path: (_) @qualifier name: (identifier) @name)) @reference.call

; Arguments of macros are not parsed: a name before parentheses is likely a call.
(token_tree (identifier) @reference.call . (token_tree . "("))
(token_tree (_) @qualifier . "." . (identifier) @reference.call . (token_tree . "("))
(token_tree (_) @qualifier . "::" . (identifier) @reference.call . (token_tree . "("))

; Imports

(use_declaration argument: (identifier) @module) @import
(use_declaration argument: (scoped_identifier path: (_) @module name: (identifier) @import.name)) @import
(use_declaration argument: (use_wildcard (_) @module "*" @import.name)) @import

(use_declaration
  argument: (use_as_clause
    path: (scoped_identifier path: (_) @module name: (identifier) @import.name)
    alias: (identifier) @import.alias)) @import

(use_declaration
  argument: (use_as_clause
    path: (identifier) @module
    alias: (identifier) @import.alias)
  (#set! import.name "*")) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list [(identifier) (self) (scoped_identifier)] @import.name))) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      (use_as_clause path: (_) @import.name alias: (identifier) @import.alias)))) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list (use_wildcard . "*" @import.name)))) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list (use_wildcard (_) @module "*" @import.name)))
  (#set! separator "::")) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      (scoped_use_list
        path: (_) @module
        list: (use_list [(identifier) (self) (scoped_identifier)] @import.name))))
  (#set! separator "::")) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      (scoped_use_list
        path: (_) @module
        list: (use_list
          (use_as_clause path: (_) @import.name alias: (identifier) @import.alias)))))
  (#set! separator "::")) @import

(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      (scoped_use_list
        path: (_) @module
        list: (use_list (use_wildcard . "*" @import.name)))))
  (#set! separator "::")) @import

(use_declaration
  argument: (scoped_use_list
    !path
    list: (use_list
      (scoped_identifier path: (_) @module name: (identifier) @import.name)))) @import

(use_declaration
  argument: (use_list
    (scoped_identifier path: (_) @module name: (identifier) @import.name))) @import

(extern_crate_declaration name: (identifier) @module) @import
(mod_item name: (identifier) @module !body) @import
