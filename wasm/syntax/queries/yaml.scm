(comment) @comment

; The keys of two levels

(document (block_node (block_mapping (block_mapping_pair
  key: (flow_node) @name) @definition.section)))
(document (block_node (block_mapping (block_mapping_pair
  key: (flow_node) @name
  value: (block_node) @body) @definition.section)))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair
  key: (flow_node) @name) @definition.section))))))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair
  key: (flow_node) @name
  value: (block_node) @body) @definition.section))))))
(document (block_node (block_mapping (block_mapping_pair value: (flow_node (flow_mapping (flow_pair
  key: (flow_node) @name) @definition.section))))))
