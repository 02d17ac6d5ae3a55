/** Names of the shapes that datasets have. */

/** Rows of reasoning-gym, of CLRS-Text (with and without hints), of Inspect, and of NeMo Gym. */
export const DATASETS = ['reasoning-gym', 'clrs-text', 'clrs-text-hints', 'inspect', 'nemo-gym'] as const;
export type Dataset = (typeof DATASETS)[number];
