/** A repository and its index in memory, for tests of what rests on the index. */

import { WORKSPACE_MIGRATIONS } from '../durable-objects/workspace/migrations.ts';
import { migrate } from '../src/lib/migrations.ts';
import { MASKING, type Masking } from '../src/lib/secrets/masking.ts';
import type { SqlDatabase } from '../src/lib/sql.ts';
import { Lines } from '../src/syntax/lines.ts';
import type { RulesReport } from '../src/syntax/patterns/service.ts';
import type { SourceFile, SyntaxApi } from '../src/syntax/service.ts';
import { chunkLines } from '../src/syntax/text-chunks.ts';
import { Repository } from '../src/workspace/git/repository.ts';
import { Indexer } from '../src/workspace/index/indexer.ts';
import type { IndexPart } from '../src/workspace/index/part.ts';
import { commitFiles, type FileContent } from './commits.ts';
import { createDatabase } from './sqlite.ts';

/** A syntax engine that takes every file for text; its methods can be replaced. */
export function textSyntax(methods: Partial<SyntaxApi> = {}): SyntaxApi {
  return {
    analyze: async (files) =>
      files.map(({ text }) => {
        const lines = new Lines(text);
        const chunks = chunkLines(lines, { lineStart: 1, lineEnd: lines.count });
        return {
          language: 'text',
          lines: lines.count,
          chunks: chunks.map((range) => ({ ...range, scope: '', tokens: range.lineEnd - range.lineStart + 1 })),
          symbols: [],
          references: [],
          imports: [],
          damaged: false,
        };
      }),
    publicSurface: async (files) =>
      files.map(() => ({ language: 'text', symbols: [], taken: [], wildcards: [], damaged: false })),
    callSites: async () => [],
    damage: async () => ({ language: 'text', places: [], parsed: false }),
    mutants: async () => [],
    flow: async () => ({ language: 'text', functions: [], top: NO_FLOW, damaged: false, supported: false }),
    countTokens: async (texts) => texts.map((text) => text.length),
    textRanges: async (files) => files.map(() => ({ language: 'text', comments: [], strings: [], damaged: [] })),
    matchRules: noRules,
    matchPattern: noRules,
    info: async () => ({ treeSitterVersion: 'none', tokenizer: 'none', heapBytes: 0, versions: new Map() }),
    ...methods,
  };
}

const NO_FLOW = {
  ...{ name: '', scope: '', lineStart: 1, lineEnd: 1, isAsync: false },
  ...{ parameters: [], variables: [], types: {}, decorators: [] },
  ...{ blocks: [], calls: [], assignments: [], operations: [], exits: [] },
};

async function noRules(files: readonly SourceFile[]): Promise<RulesReport> {
  return { files: files.map(() => ({ language: 'text', matches: [], unfinished: [], damaged: false })), problems: [] };
}

/** A workspace without a Durable Object around it. */
export interface IndexedRepository {
  readonly database: SqlDatabase;
  readonly repository: Repository;
  readonly indexer: Indexer;
  /** Commits `files` to a branch, covers the commit and indexes all of it; returns its id. */
  push(files: Readonly<Record<string, FileContent>>, branch?: string): Promise<string>;
}

/** An empty one. `parts` are made over its database. */
export function indexedRepository(
  options: {
    readonly syntax?: SyntaxApi;
    readonly parts?: (database: SqlDatabase) => readonly IndexPart[];
    readonly database?: SqlDatabase;
    readonly masking?: Masking;
  } = {},
): IndexedRepository {
  const { syntax = textSyntax(), parts: makeParts = () => [], masking = MASKING } = options;
  const { database = createDatabase('') } = options;
  migrate(database, WORKSPACE_MIGRATIONS, 0);
  const parts = makeParts(database);
  const repository = new Repository(database.sql);
  const indexer = new Indexer({
    database,
    source: repository,
    syntax,
    parts,
    masking,
    now: () => 1_700_000_000_000,
    giveWay: async () => {},
  });
  return {
    database,
    repository,
    indexer,
    async push(files, branch = 'refs/heads/main') {
      const commit = commitFiles(repository, files, branch);
      indexer.cover(branch, commit);
      await indexer.work(Number.POSITIVE_INFINITY);
      return commit;
    },
  };
}
