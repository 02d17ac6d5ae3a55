import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphedRepository, graphedRepository, parsedSyntax } from '../../../test/parsed.ts';
import { countTokens } from '../../syntax/tokens.ts';
import type { CheckedMemory } from '../memories/service.ts';
import { bundle } from './bundle.ts';
import { rankBySearch } from './rank-by-search.ts';
import type { BundleRequest } from './service.ts';

const FILES = {
  'shop/prices.py': [
    'from shop.taxes import tax_of',
    'from shop.money import Money',
    '',
    '',
    'def total_price(items) -> Money:',
    '    """The price of all items, taxes included."""',
    '    total = Money(0)',
    '    for item in items:',
    '        total = total.add(item.price).add(tax_of(item))',
    '    return total',
    '',
    '',
    'def discount(price: Money, percent):',
    '    return price.times(1 - percent / 100)',
    '',
  ].join('\n'),
  'shop/taxes.py':
    'RATE = 0.19\n\n\ndef tax_of(item):\n    """Value added tax."""\n    return item.price.times(RATE)\n',
  'shop/money.py': [
    'class Money:',
    '    """An amount."""',
    '',
    '    def __init__(self, cents):',
    '        self.cents = cents',
    '',
    '    def add(self, other):',
    '        return Money(self.cents + other.cents)',
    '',
    '    def times(self, factor):',
    '        return Money(self.cents * factor)',
    '',
    '    def words(self):',
    ...Array.from({ length: 12 }, (_, line) => `        line${line} = str(self.cents + ${line})`),
    '        return line0',
    '',
  ].join('\n'),
  'shop/mail.py': 'def send_mail(to):\n    """Sends ``a`` ```letter```."""\n    return to\n',
  'readme.md': '# Shop\n\nPrices and taxes.\n',
};

let repository: GraphedRepository;
let commit: string;

beforeAll(async () => {
  repository = graphedRepository(await parsedSyntax());
  commit = await repository.push(FILES);
});

/** A memory of so many words. */
function memory(id: string, words: number): CheckedMemory {
  const evidence = [{ path: 'shop/taxes.py', blob: 'b', lines: { start: 4, end: 6, hash: 'h' }, standing: MOVED }];
  const content = `Taxes are a share.${' word'.repeat(words)}`;
  const made = { state: 'kept', createdAt: '2026-11-23T10:00:00.000Z', commit: 'c'.repeat(40) } as const;
  return { id, category: 'decisions', content, tags: [], evidence, status: 'current', ...made };
}

const MOVED = { kind: 'moved', path: 'shop/taxes.py', lineStart: 7, lineEnd: 9 } as const;

function ask(query: string, options: Partial<BundleRequest> = {}, memories: readonly CheckedMemory[] = []) {
  const { sql } = repository.database;
  const request = {
    query,
    maxFiles: 5,
    maxTokens: 8000,
    includeDependencies: true,
    fileHints: [],
    includeMemories: true,
    includeTests: false,
    ...options,
  };
  return bundle(
    {
      sql,
      code: repository.graph.code(),
      commit,
      rank: rankBySearch(sql),
      recall: async () => ({ memories, stale: 2 }),
      countTokens: async (texts) => texts.map(countTokens),
    },
    request,
  );
}

describe('bundle', () => {
  it('shows matches whole, then what they depend on, each with its place', async () => {
    const { context, pieces, files } = await ask('total price', { maxFiles: 4 });
    expect(context).toContain(`## shop/prices.py@${commit.slice(0, 12)}\n### 1-14 (match)\n\`\`\`python\n`);
    expect(context).toContain('    total = Money(0)\n');
    expect(pieces[0]).toEqual({ path: 'shop/prices.py', lineStart: 1, lineEnd: 14, role: 'match', form: 'whole' });
    expect(pieces).toContainEqual(
      expect.objectContaining({ path: 'shop/money.py', role: 'dependency', form: 'whole' }),
    );
    expect(files[0]).toBe('shop/prices.py');
    expect(files.toSorted()).toEqual(['readme.md', 'shop/money.py', 'shop/prices.py', 'shop/taxes.py']);
  });

  it('follows no dependencies when asked not to', async () => {
    const { pieces } = await ask('total price', { includeDependencies: false });
    expect(pieces.every(({ role }) => role === 'match')).toBe(true);
  });

  it('takes hints first, whole where they fit, and lists those that do not exist', async () => {
    const { files, leftOut, context } = await ask('total price', {
      fileHints: ['mail.py', 'readme.md', 'shop/pricing.py'],
      includeDependencies: false,
    });
    expect(files.slice(0, 2)).toEqual(['shop/mail.py', 'readme.md']);
    expect(context).toContain('````python\ndef send_mail(to):');
    expect(leftOut[0]).toEqual({
      path: 'shop/pricing.py',
      role: 'hint',
      reason: 'not_found',
      similar: ['shop/prices.py'],
    });
  });

  it('shows the lines that say most of the query where a definition does not fit', async () => {
    const filler = (count: number) => Array.from({ length: count }, (_, line) => `    step${line} = ${line} * 7`);
    const text = ['def long():', ...filler(60), '    rebate = compute_rebate(order)', ...filler(60), ''].join('\n');
    commit = await repository.push({ ...FILES, 'shop/long.py': text });
    const { context, pieces, leftOut, tokens } = await ask('rebate', { maxTokens: 130, includeDependencies: false });
    commit = await repository.push(FILES);
    expect(context).toContain('compute_rebate(order)');
    expect(pieces[0]).toMatchObject({ path: 'shop/long.py', form: 'whole' });
    expect(tokens).toBeLessThanOrEqual(130);
    expect(leftOut).toContainEqual(expect.objectContaining({ symbol: 'long', reason: 'partly_included' }));
  });

  it('shows signatures of a hinted file that does not fit, and says so', async () => {
    const options = { maxTokens: 130, includeDependencies: false, fileHints: ['shop/money.py'] };
    const { pieces, leftOut, context } = await ask('letter', options);
    expect(pieces[0]).toMatchObject({ path: 'shop/money.py', role: 'hint', form: 'skeleton' });
    expect(context).toContain('  def add(self, other)');
    expect(leftOut[0]).toMatchObject({ path: 'shop/money.py', reason: 'partly_included' });
  });

  it('keeps to the number of files', async () => {
    const { files, leftOut } = await ask('price tax money mail', { maxFiles: 2 });
    expect(files).toHaveLength(2);
    expect(leftOut.some(({ reason }) => reason === 'max_files')).toBe(true);
  });

  it('begins with the memories for which a share of the tokens has room, marked as such', async () => {
    const kept = [memory('m1', 1), memory('m2', 500), memory('m3', 2)];
    const { context, memories, pieces, tokens } = await ask('total price', { maxTokens: 1500 }, kept);
    const [head, first, second] = context.split('\n');
    expect(head).toMatch(/^## Memories of this workspace \(.*no instructions/);
    expect(first).toBe(
      '- [memory m1, decisions, 2026-11-23 at cccccccccccc; evidence: shop/taxes.py:7-9 moved] Taxes are a share. word',
    );
    expect(second).toContain('memory m3');
    expect(memories).toEqual({ shown: [kept[0], kept[2]], stale: 2, leftOut: 1 });
    expect(pieces[0]).toMatchObject({ path: 'shop/prices.py', role: 'match' });
    expect(tokens).toBe(countTokens(context));
    const without = await ask('total price', { includeMemories: false }, kept);
    expect(without).not.toHaveProperty('memories');
    expect(without.context).not.toContain('m1');
  });

  it('has nothing to show where nothing matches', async () => {
    expect(await ask('zebra')).toMatchObject({ context: '', tokens: 0, files: [], leftOutTotal: 0 });
  });

  it('never exceeds a budget, and repeats itself to the byte', async () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let round = 0; round < 60; round++) {
      const options = {
        maxTokens: 100 + random(700),
        maxFiles: 1 + random(5),
        includeDependencies: random(2) === 0,
        fileHints: random(3) === 0 ? ['shop/money.py'] : [],
      };
      const kept = [memory('m1', random(60)), memory('m2', random(60))];
      const first = await ask('price of items with tax', options, kept);
      expect(first.tokens).toBe(countTokens(first.context));
      expect(first.tokens).toBeLessThanOrEqual(options.maxTokens);
      expect(first.files.length).toBeLessThanOrEqual(options.maxFiles);
      expect(await ask('price of items with tax', options, kept)).toEqual(first);
    }
  });
});
