import { beforeAll, expect, it } from 'vitest';
import { type GraphedRepository, graphedRepository, parsedSyntax } from '../../../test/parsed.ts';
import { parseQuery } from './query.ts';
import { rankChunks } from './rank.ts';
import { searchScope } from './scope.ts';

const FILES = {
  'shop/totals.py': 'def fold(items):\n    return sum(items)\n',
  'shop/mail.py': 'def post(to):\n    return to\n',
  'tests/test_totals.py':
    'from shop.totals import fold\n\n\ndef test_invoice_rounding():\n    """Rounding of an invoice."""\n    assert fold([1]) == 1\n',
};

let repository: GraphedRepository;

beforeAll(async () => {
  repository = graphedRepository(await parsedSyntax());
  await repository.push(FILES);
});

it('finds code by the words of its tests, which are no hits themselves', () => {
  const { sql } = repository.database;
  const scope = searchScope(sql, { paths: [], excludePaths: [], fileTypes: [], includeTests: false });
  const { ranked } = rankChunks(sql, parseQuery('invoice rounding'), scope, new Map());
  expect(ranked.filter(({ score }) => score > 0).map(({ path }) => path)).toEqual(['shop/totals.py']);
});
