/** Names of the shapes that datasets have. */

/** Rows of reasoning-gym, of CLRS-Text (with and without hints), and of Inspect. */
export const DATASETS = ['reasoning-gym', 'clrs-text', 'clrs-text-hints', 'inspect'] as const;
export type Dataset = (typeof DATASETS)[number];
