; Components: elements in lower case are of HTML.

(jsx_opening_element
  name: (identifier) @reference.call
  (#match? @reference.call "^[A-Z]"))

(jsx_self_closing_element
  name: (identifier) @reference.call
  (#match? @reference.call "^[A-Z]"))

(jsx_opening_element
  name: (identifier) @ignore
  (#match? @ignore "^[^A-Z]"))

(jsx_self_closing_element
  name: (identifier) @ignore
  (#match? @ignore "^[^A-Z]"))

(jsx_closing_element
  name: (identifier) @ignore)

(jsx_closing_element
  name: (member_expression
    property: (property_identifier) @ignore))

(jsx_opening_element
  name: (member_expression
    object: (_) @qualifier
    property: (property_identifier) @name)) @reference.call

(jsx_self_closing_element
  name: (member_expression
    object: (_) @qualifier
    property: (property_identifier) @name)) @reference.call
