(comment) @comment

; Names that are mentioned

(identifier) @reference.use
((identifier) @ignore (#eq? @ignore "self"))
(attribute (identifier) @ignore)
(goto_statement (identifier) @ignore)
(label_statement (identifier) @ignore)
(field name: (identifier) @ignore)
(dot_index_expression table: (_) @qualifier field: (identifier) @name) @reference.use
(method_index_expression table: (_) @qualifier method: (identifier) @name) @reference.use
(function_call name: (identifier) @reference.call)
(function_call
  name: (dot_index_expression table: (_) @qualifier field: (identifier) @name)) @reference.call
(function_call
  name: (method_index_expression table: (_) @qualifier method: (identifier) @name)) @reference.call

; Names that are bound inside a function

(parameters name: (identifier) @local)
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(variable_declaration (variable_list name: (identifier) @local))
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)

; Variables of the file and fields of its tables

(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement
  (variable_list name: (dot_index_expression table: (_) @scope field: (identifier) @name))) @definition.field)

; Functions

(function_definition) @closure
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration
  name: (dot_index_expression table: (_) @scope field: (identifier) @name)
  body: (_)? @body) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @scope method: (identifier) @name)
  body: (_)? @body) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition body: (_)? @body)))) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @scope field: (identifier) @name))
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field
  name: (identifier) @name
  value: (function_definition body: (_)? @body)) @definition.function

; Imports

(function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (string_content) @module))
  (#any-of? @_require "require" "dofile" "loadfile")) @import
(assignment_statement
  (variable_list . name: (identifier) @import.alias)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @module))) @import)
  (#eq? @_require "require")
  (#set! import.name "*"))
