(comment) @comment

; Names that are mentioned: every command may be a function

(command name: (command_name (word) @name)) @reference.call
((simple_expansion (variable_name) @name) @reference.use (#match? @name "^[A-Za-z_]"))
((expansion (variable_name) @name) @reference.use (#match? @name "^[A-Za-z_]"))
(declaration_command "local" (variable_name) @local)
(declaration_command "local" (variable_assignment name: (variable_name) @local))
(for_statement variable: (variable_name) @local)

; Variables of the script, and functions

(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command
  (variable_assignment name: (variable_name) @name)) @definition.variable)
(function_definition name: (word) @name body: (_) @body) @definition.function

; Imports

(command
  name: (command_name) @_source
  . argument: [(word) @module (raw_string) @module (string (string_content) @module) (concatenation (word) @module .)]
  (#any-of? @_source "source" ".")) @import
