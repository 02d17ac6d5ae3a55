(comment) @comment

; Headings, and elements with an id

(element
  (start_tag (tag_name) @_heading)
  . (text) @name
  (#match? @_heading "^[hH][1-6]$")) @definition.section
(element
  (start_tag (tag_name) @_heading)
  . (element (start_tag) . (text) @name)
  (#match? @_heading "^[hH][1-6]$")) @definition.section
(element
  (start_tag (attribute
    (attribute_name) @_id
    [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  . (_)? @body
  (#eq? @_id "id")) @definition.section

; Custom elements

(start_tag
  (tag_name) @name
  (#match? @name "-")) @reference.use
(self_closing_tag
  (tag_name) @name
  (#match? @name "-")) @reference.use

; Scripts and styles

(script_element
  (start_tag (attribute
    (attribute_name) @_src
    [(attribute_value) @module (quoted_attribute_value (attribute_value) @module)]))
  (#eq? @_src "src")) @import
(start_tag
  (tag_name) @_link
  (attribute (attribute_name) @_rel (quoted_attribute_value (attribute_value) @_relation))
  (attribute
    (attribute_name) @_href
    [(attribute_value) @module (quoted_attribute_value (attribute_value) @module)])
  (#eq? @_link "link")
  (#eq? @_rel "rel")
  (#any-of? @_relation "stylesheet" "modulepreload")
  (#eq? @_href "href")) @import
(start_tag
  (tag_name) @_link
  (attribute
    (attribute_name) @_href
    [(attribute_value) @module (quoted_attribute_value (attribute_value) @module)])
  (attribute (attribute_name) @_rel (quoted_attribute_value (attribute_value) @_relation))
  (#eq? @_link "link")
  (#eq? @_rel "rel")
  (#any-of? @_relation "stylesheet" "modulepreload")
  (#eq? @_href "href")) @import
