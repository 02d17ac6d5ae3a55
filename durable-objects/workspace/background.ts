/** Who works in the background of a workspace; the names are stored. */
export const BACKGROUND = { index: 'index', history: 'history', embeddings: 'embeddings' } as const;
