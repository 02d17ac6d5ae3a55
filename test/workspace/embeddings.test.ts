/** Search with an embedding model behind OpenAI's interface: a server of this test that knows which words mean the same. */
import { beforeAll, expect, it } from 'vitest';
import { sharedModels } from '../models/modelled.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const USER = 'embedded';
let base: URL;
/** Requests of other files. */
let before: number;
let model: Awaited<ReturnType<typeof sharedModels>>['embeddings'];

const FILES = {
  'garage.py': 'def repaint(automobile):\n    automobile.hue = None\n',
  'oven.py': 'def bake():\n    return "loaf"\n',
};

beforeAll(async () => {
  ({ base, embeddings: model } = await sharedModels());
  before = model.requests.length;
  await callAs(base, USER, 'put_files', texts(FILES));
});

/** The state of embeddings once none waits. */
async function embedded(): Promise<Facts> {
  for (;;) {
    const { embeddings } = await callAs(base, USER, 'index_status', {});
    const state = embeddings as Facts;
    if (state.chunks_pending === 0) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('embeds chunks in the background, and tells how far it is', async () => {
  expect(await embedded()).toEqual({ model: 'small', chunks_embedded: 2, chunks_pending: 0 });
  expect(model.requests[before]).toEqual({ authorization: 'Bearer secret', model: 'small' });
});

it('finds what has none of the words, and says why', async () => {
  await embedded();
  const answer = await callAs(base, USER, 'semantic_search', { query: 'vehicle color' });
  expect(answer).toMatchObject({ embeddings: 'complete', unknown_words: ['vehicle', 'color'] });
  expect((answer.results as Facts[])[0]).toMatchObject({
    file: 'garage.py',
    score: 1,
    reasons: [expect.stringMatching(/^near in meaning: 0\.9\d cosine similarity$/)],
  });
});

it('answers without the model when it fails, and says so', async () => {
  await embedded();
  model.state.broken = true;
  const answer = await callAs(base, USER, 'semantic_search', { query: 'repaint' });
  expect(answer).toMatchObject({ embeddings: 'failed', results: [{ file: 'garage.py' }] });
  await callAs(base, USER, 'put_files', texts({ 'rye.py': 'baker = 1\n' }));
  const { embeddings } = await callAs(base, USER, 'index_status', {});
  expect(embeddings).toMatchObject({
    chunks_embedded: 2,
    chunks_pending: 1,
    last_error: expect.stringContaining('503'),
  });
  model.state.broken = false;
  expect(await embedded()).toMatchObject({ chunks_embedded: 3 });
});
