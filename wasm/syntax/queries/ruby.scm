(comment) @comment

; Names that are mentioned: what is no local variable is a method

(identifier) @reference.call
(constant) @reference.use
(scope_resolution scope: (_) @qualifier name: (constant) @name) @reference.use
(call receiver: (_) @qualifier method: [(identifier) (constant)] @name) @reference.call
(call !receiver method: [(identifier) (constant)] @name) @reference.call
((block_argument (simple_symbol) @symbol) @reference.call
  (#set! qualifier "…"))
((call
  method: (identifier) @_by
  arguments: (argument_list . (simple_symbol) @symbol)) @reference.call
  (#any-of? @_by "method" "instance_method" "send" "public_send" "__send__" "respond_to?")
  (#set! qualifier "…"))
(superclass (constant) @reference.type)
(superclass (scope_resolution scope: (_) @qualifier name: (constant) @name)) @reference.type
(exceptions (constant) @reference.type)
(exceptions (scope_resolution scope: (_) @qualifier name: (constant) @name) @reference.type)
(call
  !receiver
  method: (identifier) @_mixin
  arguments: (argument_list [
    (constant) @name
    (scope_resolution scope: (_) @qualifier name: (constant) @name)
  ])
  (#any-of? @_mixin "include" "extend" "prepend")) @reference.type

(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(block_parameters locals: (identifier) @local)
(lambda_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(operator_assignment left: (identifier) @local)
(exception_variable (identifier) @local)
(for pattern: (identifier) @local)

; Modules and classes

(module name: (_) @qualified body: (_)? @body) @definition.module
(class name: (_) @qualified body: (_)? @body) @definition.class
; Constants, variables and attributes

(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution) @qualified) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(class body: (body_statement (assignment left: (class_variable) @name) @definition.field))
(program (assignment left: [(identifier) (global_variable)] @name) @definition.variable)
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_class
    method: (identifier) @_new
    block: (_)? @body)
  (#any-of? @_class "Class" "Struct" "Data" "Module")
  (#any-of? @_new "new" "define")) @definition.class
(call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list [(simple_symbol) @symbol (string (string_content) @name)])
  (#any-of? @_attribute "attr_reader" "attr_writer" "attr_accessor")) @definition.field

; Methods

(method name: (_) @name body: (_)? @body) @definition.method
(program (method name: (_) @name body: (_)? @body) @definition.function)
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(alias name: (_) @name) @definition.method
(call
  !receiver
  method: (identifier) @_definer
  arguments: (argument_list . [(simple_symbol) @symbol (string (string_content) @name)])
  block: (_)? @body
  (#any-of? @_definer "alias_method" "define_method" "define_singleton_method")) @definition.method

; Imports

(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @module))
  (#any-of? @_require "require" "require_relative" "load")) @import
(call
  !receiver
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) (string (string_content) @module))
  (#eq? @_autoload "autoload")) @import
