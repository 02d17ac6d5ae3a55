; The keys of two levels

(document (object (pair
  key: (string (string_content) @name)) @definition.section))
(document (object (pair
  key: (string (string_content) @name)
  value: [(object) (array)] @body) @definition.section))
(document (object (pair value: (object (pair
  key: (string (string_content) @name)) @definition.section))))
(document (object (pair value: (object (pair
  key: (string (string_content) @name)
  value: [(object) (array)] @body) @definition.section))))
