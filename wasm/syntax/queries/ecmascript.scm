; What JavaScript and TypeScript have in common.

(identifier) @reference.use
(shorthand_property_identifier) @reference.use

(member_expression
  object: (_) @qualifier
  property: [(property_identifier) (private_property_identifier)] @name) @reference.use

(decorator) @decoration
(comment) @comment
[(arrow_function) (function_expression) (generator_function)] @closure
(statement_identifier) @ignore

; Functions and classes. An export belongs to its definition.

(function_declaration name: (_) @name body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name body: (_) @body) @definition.function
(class_declaration name: (_) @name body: (_) @body) @definition.class

(export_statement declaration: (function_declaration name: (_) @name)) @definition
(export_statement declaration: (generator_function_declaration name: (_) @name)) @definition
(export_statement declaration: (class_declaration name: (_) @name)) @definition

(export_statement
  "default" @name
  value: (class body: (_) @body)) @definition.class

(export_statement
  "default" @name
  value: (arrow_function body: (_) @body)) @definition.function

(export_statement
  "default" @name
  value: (function_expression !name body: (_) @body)) @definition.function

; Variables at the top of a file, and functions and classes in them anywhere.

(program
  (lexical_declaration
    "const"
    (variable_declarator
      name: (identifier) @name) @definition.constant))

(program
  (lexical_declaration
    "let"
    (variable_declarator
      name: (identifier) @name) @definition.variable))

(program
  (variable_declaration
    (variable_declarator
      name: (identifier) @name) @definition.variable))

(program
  (export_statement
    declaration: (lexical_declaration
      "const"
      (variable_declarator
        name: (identifier) @name) @definition.constant)))

(program
  (export_statement
    declaration: (lexical_declaration
      "let"
      (variable_declarator
        name: (identifier) @name) @definition.variable)))

(program
  (export_statement
    declaration: (variable_declaration
      (variable_declarator
        name: (identifier) @name) @definition.variable)))

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @definition.class

(export_statement
  declaration: (lexical_declaration
    (variable_declarator
      name: (object_pattern
        [(shorthand_property_identifier_pattern) @name
         (pair_pattern value: (identifier) @name)]))) @definition.constant)

; The whole statement, where it declares one name.
(lexical_declaration . (variable_declarator name: (identifier) @name) .) @definition
(variable_declaration . (variable_declarator name: (identifier) @name) .) @definition
(export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name) .)) @definition
(export_statement declaration: (variable_declaration . (variable_declarator name: (identifier) @name) .)) @definition

; Members

(class_body
  (method_definition name: (_) @name body: (_) @body) @definition.method)

(object
  (method_definition name: (_) @name body: (_) @body) @definition.method)

(pair
  key: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method

; `exports.name = function`, `Type.prototype.name = function`
(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        property: (property_identifier) @name)
      right: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (generator_function body: (_) @body)
      ])) @definition.function
  (#not-eq? @name "exports"))

(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (member_expression
          object: (identifier) @scope
          property: (property_identifier) @_prototype)
        property: (property_identifier) @name)
      right: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (generator_function body: (_) @body)
      ])) @definition.method
  (#eq? @_prototype "prototype"))

(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        property: (property_identifier) @name)
      right: (class body: (_) @body))) @definition.class
  (#not-eq? @name "exports"))

; `app.use = function`
(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (identifier) @scope
        property: (property_identifier) @name)
      right: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (generator_function body: (_) @body)
      ])) @definition.method
  (#not-any-of? @scope "exports" "module"))

; `req.get = req.header = function`
(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (identifier) @scope
        property: (property_identifier) @name)
      right: (assignment_expression
        right: [(arrow_function) (function_expression) (generator_function)]))) @definition.method
  (#not-any-of? @scope "exports" "module"))

(program
  (expression_statement
    (assignment_expression
      right: (assignment_expression
        left: (member_expression
          object: (identifier) @scope
          property: (property_identifier) @name)
        right: [
          (arrow_function body: (_) @body)
          (function_expression body: (_) @body)
          (generator_function body: (_) @body)
        ]))) @definition.method
  (#not-any-of? @scope "exports" "module"))

; `exports.name = make()`: what is no name of something else
(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (identifier) @_exports
        property: (property_identifier) @name)
      right: [(call_expression function: (_)) (object) (array) (new_expression) (string) (number) (template_string)]))
  @definition.constant
  (#eq? @_exports "exports"))

; `module.exports = class Name`
(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (identifier) @_module
        property: (property_identifier) @_exports)
      right: [
        (function_expression name: (_) @name body: (_) @body)
        (generator_function name: (_) @name body: (_) @body)
      ])) @definition.function
  (#eq? @_module "module")
  (#eq? @_exports "exports"))

(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (identifier) @_module
        property: (property_identifier) @_exports)
      right: (class name: (_) @name body: (_) @body))) @definition.class
  (#eq? @_module "module")
  (#eq? @_exports "exports"))

; Names that are bound inside a function

(variable_declarator name: (identifier) @local)
(array_pattern (identifier) @local)
(shorthand_property_identifier_pattern) @local
(object_pattern (pair_pattern value: (identifier) @local))
(assignment_pattern left: (identifier) @local)
(rest_pattern (identifier) @local)
(arrow_function parameter: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(function_expression name: (identifier) @local)
(class name: (_) @local)
(for_in_statement kind: _ left: (identifier) @local)

; Calls

(call_expression function: (identifier) @reference.call)

(call_expression
  function: (member_expression
    object: (_) @qualifier
    property: [(property_identifier) (private_property_identifier)] @name)) @reference.call

(new_expression constructor: (identifier) @reference.call)

(new_expression
  constructor: (member_expression
    object: (_) @qualifier
    property: (property_identifier) @name)) @reference.call

(decorator (identifier) @reference.call)

(decorator
  (member_expression
    object: (_) @qualifier
    property: (property_identifier) @name)) @reference.call

; Imports

(import_statement source: (string (string_fragment) @module)) @import
(export_statement source: (string (string_fragment) @module)) @import

((import_clause (identifier) @import.alias)
  (#set! import.name "default"))
(namespace_import "*" @import.name (identifier) @import.alias)
(import_specifier !alias name: (_) @import.name)
(import_specifier name: (_) @import.name alias: (_) @import.alias)

; Re-exports
(export_statement "*" @import.name source: (string))
(namespace_export "*" @import.name (_) @import.alias)
(export_specifier !alias name: (_) @import.name)
(export_specifier name: (_) @import.name alias: (_) @import.alias)

; `import('x')`, `require('x')`, and what is taken of them

(call_expression
  function: (import)
  arguments: (arguments . (string (string_fragment) @module))) @import

((call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @module))) @import
  (#eq? @_require "require"))

(variable_declarator
  name: (identifier) @import.alias
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string (string_fragment) @module))) @import)
  (#set! import.name "*"))

(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string (string_fragment) @module))) @import))

(variable_declarator
  name: (object_pattern
    (pair_pattern
      key: (property_identifier) @import.name
      value: (identifier) @import.alias))
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string (string_fragment) @module))) @import))

(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module))) @import
  (#eq? @_require "require")
  (#set! import.name "*"))

(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module))) @import
  (#eq? @_require "require"))

(variable_declarator
  name: (object_pattern
    (pair_pattern
      key: (property_identifier) @import.name
      value: (identifier) @import.alias))
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module))) @import
  (#eq? @_require "require"))
