/** The tables of a workspace, in numbered steps: each part owns its tables and gives a step its statements, this list their order. */

import { BACKGROUND_SCHEMA } from '../../src/lib/background.ts';
import type { Migration } from '../../src/lib/migrations.ts';
import { TRIGRAMS_SCHEMA } from '../../src/workspace/code-search/trigrams.ts';
import { EMBEDDINGS_SCHEMA } from '../../src/workspace/embeddings/embeddings.ts';
import { GIT_SCHEMA, TREE_EXTENTS_SCHEMA } from '../../src/workspace/git/schema.ts';
import { GRAPH_SCHEMA } from '../../src/workspace/graph/schema.ts';
import { HISTORY_DERIVATION, HISTORY_SCHEMA } from '../../src/workspace/history/schema.ts';
import { INDEX_DERIVATION, INDEX_SCHEMA } from '../../src/workspace/index/schema.ts';
import { MEMORIES_SCHEMA } from '../../src/workspace/memories/schema.ts';
import { PATHS_BY_DOCUMENT, PATHS_SCHEMA } from '../../src/workspace/search/paths.ts';
import { WORDS_SCHEMA } from '../../src/workspace/search/words.ts';
import { VERDICTS_SCHEMA } from '../../src/workspace/verdicts/verdicts.ts';

/** A released step never changes; what is to be different is another one. */
export const WORKSPACE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'git, index and history',
    sql: [
      GIT_SCHEMA,
      INDEX_SCHEMA,
      TRIGRAMS_SCHEMA,
      WORDS_SCHEMA,
      PATHS_SCHEMA,
      EMBEDDINGS_SCHEMA,
      GRAPH_SCHEMA,
      HISTORY_SCHEMA,
    ].join(''),
  },
  {
    version: 2,
    name: 'versions of what is derived',
    sql: INDEX_DERIVATION + PATHS_BY_DOCUMENT + HISTORY_DERIVATION,
  },
  {
    version: 3,
    name: 'work in the background',
    // What waited for the alarm before was noted nowhere else.
    sql: `${BACKGROUND_SCHEMA}
      INSERT INTO background (owner, due, failures)
      SELECT value, 0, 0 FROM json_each('["index", "history", "embeddings"]') WHERE EXISTS (SELECT 1 FROM covered);`,
  },
  { version: 4, name: 'memories', sql: MEMORIES_SCHEMA },
  { version: 5, name: 'verdicts', sql: VERDICTS_SCHEMA },
  { version: 6, name: 'extents of trees', sql: TREE_EXTENTS_SCHEMA },
];
