(comment) @comment

; Tables, and their keys

(document (pair . (_) @name) @definition.section)
(table . (_) @name) @definition.section
(table . (_) @name . (pair) @body) @definition
(table_array_element . (_) @name) @definition.section
(table_array_element . (_) @name . (pair) @body) @definition
(table (pair . (_) @name) @definition.section)
(table_array_element (pair . (_) @name) @definition.section)
(document (pair (inline_table (pair . (_) @name) @definition.section)))
