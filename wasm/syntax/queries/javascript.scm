; What TypeScript says in another way.

(class_body
  (field_definition property: (_) @name) @definition.field)

(class_body
  (field_definition
    property: (_) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ]) @definition.method)

(formal_parameters (identifier) @local)

(class_heritage (identifier) @reference.type)

(class_heritage
  (member_expression
    object: (_) @qualifier
    property: (property_identifier) @name) @reference.type)
