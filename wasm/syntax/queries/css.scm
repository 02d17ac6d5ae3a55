(comment) @comment

; Rules by their selectors

(rule_set (selectors (_) @name) (block) @body) @definition.section
(media_statement . (_) @name (block) @body) @definition.section
(supports_statement . (_) @name (block) @body) @definition.section
(at_rule (at_keyword) . (_) @name (block) @body) @definition.section
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.section

; Custom properties

(declaration
  (property_name) @name
  (#match? @name "^--")) @definition.variable
(call_expression
  (function_name) @_var
  (arguments . (plain_value) @name)
  (#eq? @_var "var")) @reference.use

; Imports

(import_statement (string_value (string_content) @module)) @import
(import_statement (call_expression (arguments [
  (string_value (string_content) @module)
  (plain_value) @module
]))) @import
