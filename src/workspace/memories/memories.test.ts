import { beforeEach, describe, expect, it } from 'vitest';
import { type IndexedRepository, indexedRepository } from '../../../test/indexed.ts';
import { asToolFailure, wordsOf } from '../../lib/errors.ts';
import { STRICT_MASKING } from '../../lib/secrets/masking.ts';
import { inSlices, type Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { RepositoryFiles } from '../files/cited-files.ts';
import { FileReader } from '../files/file-reader.ts';
import { Memories } from './memories.ts';
import { recall } from './recall.ts';
import { memoriesAbout } from './relevance.ts';
import { reviewSuggestions } from './review-suggestions.ts';
import { type AddMemoryRequest, MOST_MEMORIES, type NewMemory, type ReviewSuggestionsRequest } from './service.ts';
import { checkMemory } from './standing.ts';

const TAX = 'RATE = 0.19\n\n\ndef tax_of(item):\n    return item.price * RATE\n';

let workspace: IndexedRepository;
let memories: Memories;
let commit: string | undefined;

beforeEach(() => {
  workspace = indexedRepository();
  commit = undefined;
  memories = new Memories({ database: workspace.database, masking: STRICT_MASKING, now: () => 1_700_000_000_000 });
});

function files(work = new WorkBudget(1_000_000)) {
  const { repository } = workspace;
  const reader = new FileReader(repository, () => commit);
  return new RepositoryFiles(repository, reader, { indexed: () => commit, work });
}

async function push(contents: Readonly<Record<string, string>>): Promise<void> {
  commit = await workspace.push(contents);
}

function note(content: string, more: Partial<NewMemory> = {}): NewMemory {
  return { category: 'facts', content, tags: [], evidence: [], ...more };
}

function add(content: string, more: Partial<NewMemory> = {}, request: Partial<AddMemoryRequest> = {}) {
  return memories.add({ memory: note(content, more), ...request }, files());
}

function failure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    const found = asToolFailure(error);
    if (found !== undefined) return wordsOf(found.failure);
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

function done<Result>(steps: Steps<Result>, work: WorkBudget): Promise<Result> {
  return inSlices(steps, work, async () => {});
}

/** What became of the evidence of a memory at the pushed commit. */
async function standing(id: string, work = new WorkBudget(1_000_000)) {
  const memory = memories.stored.get(id);
  if (memory === undefined) throw new Error(`There is no ${id}.`);
  const checked = await done(checkMemory(memory, commit, files(work), work), work);
  return { status: checked.status, standings: checked.evidence.map((each) => each.standing) };
}

describe('adding', () => {
  it('keeps what was said, with the commit and the lines that it cites', async () => {
    await push({ 'shop/tax.py': TAX });
    const place = { path: './shop/tax.py', lineStart: 4, lineEnd: 5 };
    const { memory, added } = add('  The rate is fixed.  ', {
      title: 'Rate',
      tags: ['tax', 'tax', ' '],
      priority: 'critical',
      source: 'session 1, turn 2',
      evidence: [place, { path: 'shop/tax.py' }],
    });
    expect(added).toBe(true);
    expect(memory).toEqual({
      id: 'm1',
      state: 'kept',
      category: 'facts',
      content: 'The rate is fixed.',
      title: 'Rate',
      tags: ['tax'],
      priority: 'critical',
      source: 'session 1, turn 2',
      createdAt: '2023-11-14T22:13:20.000Z',
      commit,
      evidence: [
        {
          path: 'shop/tax.py',
          blob: expect.stringMatching(/^[0-9a-f]{40}$/),
          lines: { start: 4, end: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
        { path: 'shop/tax.py', blob: expect.any(String) },
      ],
    });
    expect(memories.stored.get('m1')).toEqual(memory);
  });

  it('keeps the same content once, and replaces by id', () => {
    add('Use tabs.');
    expect(add('Use \n tabs.', { category: 'preferences' })).toMatchObject({
      added: false,
      memory: { id: 'm1', category: 'facts' },
    });
    expect(add('Use spaces.', {}, { replaces: 'm1' })).toMatchObject({ memory: { id: 'm2' }, replaced: 'm1' });
    expect(add('Use spaces.', { tags: ['style'] }, { replaces: 'm2' })).toMatchObject({
      added: true,
      replaced: 'm2',
      totalMemories: 1,
    });
    expect(failure(() => add('Use both.', {}, { replaces: 'm1' }))).toContain('no memory "m1"');
    expect(failure(() => add('Use both.', {}, { replaces: 'm3', suggestedBy: 'talk' }))).toContain(
      'replaces no memory',
    );
    expect(memories.stored.list('kept').map(({ content }) => content)).toEqual(['Use spaces.']);
  });

  it('masks secrets in every text, and names their kinds', () => {
    const key = 'AKIA3SGQXR7TMWY5BZJH';
    const { memory, maskedSecrets } = add(`The key is ${key}.`, { title: `of ${key}`, tags: [key], source: key });
    expect(JSON.stringify(memory)).not.toContain(key);
    expect(memory.content).toBe(`The key is ${'*'.repeat(key.length)}.`);
    expect(maskedSecrets).toEqual(['aws_access_key']);
    expect(JSON.stringify(workspace.database.sql.exec('SELECT facts FROM memory').toArray())).not.toContain(key);
  });

  it('teaches what evidence can be', async () => {
    expect(failure(() => add('A fact.', { evidence: [{ path: 'tax.py' }] }))).toContain('The workspace is empty');
    await push({ 'shop/tax.py': TAX, 'logo.bin': 'a\0b' });
    const refused = (place: NewMemory['evidence'][number]) => failure(() => add('A fact.', { evidence: [place] }));
    expect(refused({ path: 'shop/taxes.py' })).toContain("Did you mean 'shop/tax.py'?");
    expect(refused({ path: 'shop' })).toContain('is a folder');
    expect(refused({ path: 'shop/tax.py', lineStart: 4, lineEnd: 9 })).toContain('has 5 lines');
    expect(refused({ path: 'shop/tax.py', lineStart: 5, lineEnd: 4 })).toContain('before line 5');
    expect(refused({ path: 'shop/tax.py', lineEnd: 4 })).toContain('no first one');
    expect(refused({ path: 'shop/tax.py', lineStart: 2, lineEnd: 3 })).toContain('say nothing');
    expect(refused({ path: 'shop/tax.py', lineStart: 1, lineEnd: 300 })).toContain('more than the 200');
    expect(refused({ path: 'logo.bin', lineStart: 1 })).toContain('no text');
    expect(memories.stored.count('kept')).toBe(0);
  });

  it('has bounds, and says what to do at them', () => {
    expect(failure(() => add('x'.repeat(5001)))).toContain('5001 characters, more than the 5000');
    expect(failure(() => add(' \n '))).toContain('empty');
    for (let at = 0; at < MOST_MEMORIES; at++) add(`Fact ${at}.`);
    expect(failure(() => add('One more.'))).toContain(`more than the ${MOST_MEMORIES} memories`);
    expect(add('One other.', {}, { replaces: 'm7' }).totalMemories).toBe(MOST_MEMORIES);
  });
});

describe('standing', () => {
  const cited = { evidence: [{ path: 'shop/tax.py', lineStart: 4, lineEnd: 5 }] };

  it('follows lines and files to where they are', async () => {
    await push({ 'shop/tax.py': TAX });
    add('Taxes are a share.', { evidence: [...cited.evidence, { path: 'shop/tax.py' }] });
    expect(await standing('m1')).toEqual({
      status: 'current',
      standings: [{ kind: 'unchanged' }, { kind: 'unchanged' }],
    });
    await push({ 'shop/tax.py': `"""Taxes."""\n${TAX}` });
    expect((await standing('m1')).standings).toEqual([
      { kind: 'moved', path: 'shop/tax.py', lineStart: 5, lineEnd: 6 },
      { kind: 'unchecked', why: 'shop/tax.py was changed, and the memory cites none of its lines' },
    ]);
    await push({ 'lib/vat.py': `"""Taxes."""\n\n${TAX}` });
    expect(await standing('m1')).toEqual({
      status: 'unchecked',
      standings: [
        { kind: 'moved', path: 'lib/vat.py', lineStart: 6, lineEnd: 7 },
        { kind: 'unchecked', why: 'lib/vat.py was changed, and the memory cites none of its lines' },
      ],
    });
    await push({ 'lib/vat.py': TAX });
    expect((await standing('m1')).standings).toMatchObject([{ kind: 'moved' }, { kind: 'moved', path: 'lib/vat.py' }]);
  });

  it('finds lines that were changed, and files that are gone', async () => {
    await push({ 'shop/tax.py': TAX });
    add('Taxes are a share.', cited);
    await push({ 'shop/tax.py': TAX.replace('* RATE', '* rate()') });
    expect(await standing('m1')).toEqual({
      status: 'stale',
      standings: [{ kind: 'changed', why: expect.stringContaining('does not have these lines any longer') }],
    });
    await push({ 'other.py': 'something = "else"\n' });
    expect((await standing('m1')).standings).toEqual([
      { kind: 'changed', why: `shop/tax.py is not in commit ${commit?.slice(0, 12)}` },
    ]);
    await push({ 'shop/tax.py': TAX });
    expect((await standing('m1')).status).toBe('current');
  });

  it('says what was not compared', async () => {
    await push({ 'shop/tax.py': TAX });
    add('Taxes are a share.', cited);
    await push({ 'shop/tax.py': '\0' });
    expect((await standing('m1')).status).toBe('unchecked');
    expect(await standing('m1', new WorkBudget(100))).toEqual({
      status: 'unchecked',
      standings: [{ kind: 'unchecked', why: expect.stringContaining('used up') }],
    });
    add('No code says it.');
    expect((await standing('m2')).status).toBe('without_evidence');
  });
});

describe('suggestions', () => {
  const suggest = (...contents: readonly string[]) =>
    memories.suggest({ session: 'talk', memories: contents.map((content) => note(content)) }, files());
  const review = (action: ReviewSuggestionsRequest['action'], ...ids: readonly string[]) =>
    reviewSuggestions(memories, workspace.database, { action, of: { ids } }, files());
  const approve = { kind: 'approve', changes: {} } as const;

  it('wait until they are approved, and keep their ids', () => {
    expect(suggest('One.', 'Two.', 'One.')).toEqual([
      { kind: 'suggested', id: 'm1', droppedPlaces: [] },
      { kind: 'suggested', id: 'm2', droppedPlaces: [] },
      { kind: 'known', id: 'm1' },
    ]);
    expect(memories.stored.count('kept')).toBe(0);
    expect(review(approve, 'm1', 'm2', 'm9', 'm1')).toMatchObject({
      done: [
        { id: 'm1', state: 'kept', session: 'talk' },
        { id: 'm2', state: 'kept' },
      ],
      nothingDone: [{ id: 'm9', why: 'there is none of this id' }],
    });
    expect(review(approve, 'm1').nothingDone).toEqual([{ id: 'm1', why: 'it is a memory already' }]);
  });

  it('are changed before they are approved, or with it', async () => {
    await push({ 'shop/tax.py': TAX });
    suggest('One.', 'Two.');
    const evidence = [{ path: 'shop/tax.py', lineStart: 1 }];
    expect(review({ kind: 'edit', changes: { content: 'First.', evidence } }, 'm1').done).toMatchObject([
      { state: 'suggested', content: 'First.', commit, evidence: [{ lines: { start: 1, end: 1 } }] },
    ]);
    expect(review({ kind: 'approve', changes: { title: 'Second' } }, 'm2').done).toMatchObject([
      { state: 'kept', content: 'Two.', title: 'Second' },
    ]);
    expect(review({ kind: 'edit', changes: { title: '' } }, 'm1').done[0]).not.toHaveProperty('title');
    expect(review({ kind: 'edit', changes: { content: 'Two.' } }, 'm1').nothingDone).toEqual([
      { id: 'm1', why: 'm2 says the same' },
    ]);
    const both = () => review({ kind: 'approve', changes: { title: 'Both' } }, 'm1', 'm2');
    expect(failure(both)).toContain('2 are named');
    expect(memories.stored.get('m1')).toMatchObject({ state: 'suggested', evidence: [{ path: 'shop/tax.py' }] });
  });

  it('are dismissed for good, and memories with them', () => {
    suggest('One.');
    add('A memory.');
    expect(review({ kind: 'dismiss' }, 'm1', 'm2').done).toHaveLength(2);
    expect(suggest('One.')).toEqual([{ kind: 'refused', why: expect.stringContaining('dismissed before') }]);
    expect(add('One.').added).toBe(true);
    expect(memories.stored.list('kept').map(({ content }) => content)).toEqual(['One.']);
  });

  it('of a session are decided about at once, but for the snoozed', () => {
    suggest('One.', 'Two.', 'Three.');
    review({ kind: 'snooze' }, 'm2');
    const request = { action: approve, of: { session: 'talk' } };
    const { done: kept } = reviewSuggestions(memories, workspace.database, request, files());
    expect(kept.map(({ id }) => id).toSorted()).toEqual(['m1', 'm3']);
    expect(memories.stored.list('snoozed').map(({ id }) => id)).toEqual(['m2']);
  });

  it('lose the places that do not exist, and are kept in the place of an equal one that is added', async () => {
    await push({ 'shop/tax.py': TAX });
    const evidence = [{ path: 'nowhere.py', lineStart: 3 }, { path: 'shop/tax.py' }];
    expect(
      memories.suggest({ session: 'talk', memories: [note('One.', { evidence }), note('x'.repeat(6000))] }, files()),
    ).toEqual([
      { kind: 'suggested', id: 'm1', droppedPlaces: ['nowhere.py'] },
      { kind: 'refused', why: expect.stringContaining('6000 characters') },
    ]);
    expect(add('One.')).toMatchObject({ added: true, memory: { id: 'm2' } });
    expect(memories.stored.get('m1')).toBeUndefined();
  });
});

describe('relevance', () => {
  it('ranks memories by the rarest words that they share with a query', () => {
    add('The price list is in cents.');
    add('The price of shipping comes from a table.');
    add('Tests run in parallel.');
    const found = memoriesAbout(memories.stored.list('kept'), 'shipping prices');
    expect(found.map(({ id }) => id)).toEqual(['m2', 'm1']);
  });

  it('recalls critical ones, those that cite the code, and those about the task, but no stale or archived ones', async () => {
    await push({ 'shop/tax.py': TAX, 'shop/old.py': 'RATE = 16\n' });
    add('Never log prices.', { priority: 'critical' });
    add('Shares are exact.', { evidence: [{ path: 'shop/tax.py', lineStart: 5 }] });
    add('Shipping prices come from a table.');
    add('Shipping prices were free once.', { priority: 'archive' });
    add('Shipping prices had 16 percent.', { evidence: [{ path: 'shop/old.py', lineStart: 1 }] });
    add('Tests of prices run in parallel.');
    await push({ 'shop/tax.py': TAX, 'shop/old.py': 'RATE = 0.07\n' });
    const work = new WorkBudget(1_000_000);
    const request = {
      query: 'shipping prices of items',
      places: [{ path: 'shop/tax.py', lineStart: 4, lineEnd: 5 }],
      most: 5,
    };
    const at = { commit, files: files(work), work };
    const { memories: found, stale } = await done(recall(memories.stored.list('kept'), request, at), work);
    expect(found.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
    expect(stale).toBe(1);
  });
});
