/** `node bench/retrieval/record.ts`: locks corpora and queries as the pinned packages now give them. */
import { KINDS, prepareCorpora } from './queries.ts';

const queries = prepareCorpora({ record: true }).flatMap((corpus) => corpus.queries);
for (const kind of KINDS) {
  const own = queries.filter((query) => query.kind === kind);
  console.log(`${kind}: ${own.length}, of which ${own.filter(({ split }) => split === 'test').length} for the test`);
}
