/** `get_context_for_prompt` through MCP. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

const FILES = {
  'store.py': 'from codec import encode\n\n\ndef save(item):\n    """Saves an item."""\n    return encode(item)\n',
  'codec.py': 'def encode(value):\n    return str(value)\n',
};

beforeAll(async () => {
  base = (await server.listen()).url;
  await callAs(base, 'context', 'put_files', texts(FILES));
});

function ask(args: Facts): Promise<Facts> {
  return callAs(base, 'context', 'get_context_for_prompt', args);
}

it('bundles matches and what they depend on, with a hash and the time of the commit', async () => {
  const answer = await ask({ query: 'save an item' });
  expect(answer).toMatchObject({
    files_included: ['store.py', 'codec.py'],
    truncated: false,
    metadata: { query: 'save an item', timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    tokenizer: 'cl100k_base',
    pieces: [
      { file: 'store.py', line_start: 1, line_end: 6, role: 'match', form: 'whole' },
      { file: 'codec.py', line_start: 1, line_end: 2, role: 'dependency', form: 'whole' },
    ],
    manifest: [],
    index: { complete: true },
  });
  expect(answer.hash).toBe(createHash('sha256').update(String(answer.context)).digest('hex'));
  expect(await ask({ query: 'save an item' })).toEqual(answer);
});

it('lists hints that do not exist', async () => {
  expect(await ask({ query: 'save', file_hints: ['stores.py'] })).toMatchObject({
    truncated: true,
    manifest: [{ file: 'stores.py', role: 'hint', reason: 'not_found', similar: ['store.py'] }],
  });
});

it('refuses budgets that hold nothing, and answers for an empty workspace', async () => {
  expect(JSON.stringify(await ask({ query: 'save', max_tokens: 10 }))).toContain('max_tokens');
  expect(await callAs(base, 'nobody', 'get_context_for_prompt', { query: 'save' })).toMatchObject({
    context: '',
    tokens_used: 0,
    metadata: { timestamp: '' },
  });
});
