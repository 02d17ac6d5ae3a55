/** `/scaffolds/datasets/{format}` through the public door, with the real Worker behind it. */
import { beforeAll, expect, it, test } from 'vitest';
import { linesOf } from '../../src/scaffolds/certification/datasets.ts';
import { DATASETS } from '../../src/scaffolds/certification/formats.ts';
import { casesOf } from '../../src/scaffolds/engine.ts';
import { sharedFront } from '../mcp/harness.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const load = (path: string) =>
  fetch(new URL(`/scaffolds/datasets/${path}`, base), { headers: { authorization: 'Bearer datasets' } });

test.each(DATASETS)('%s are the rows that the command line prints', async (format) => {
  const response = await load(`${format}?scaffold=Dijkstra&count=40&level=3`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const rows = linesOf(format, casesOf({ scaffold: 'dijkstra', count: 40, seed: 1, level: 3 }));
  expect(await response.text()).toBe([...rows].join(''));
});

it('makes rows as they are read, and stops when nobody reads on', async () => {
  const { body } = await load('clrs-text-hints?scaffold=floyd_warshall&tier=standard&count=1000&level=10');
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(value?.length).toBeGreaterThan(0);
  await reader?.cancel();
  expect((await load('inspect?scaffold=bfs&tier=simple&count=1')).status).toBe(200);
});

test.each([
  ['parquet?scaffold=bfs', 404, 'There are reasoning-gym, clrs-text'],
  ['inspect', 400, 'scaffold'],
  ['inspect?scaffold=bogosort', 400, 'There is no scaffold'],
  ['inspect?scaffold=bfs&count=1001', 400, '<=1000'],
  ['inspect?scaffold=bfs&level=0', 400, 'level'],
  ['inspect?scaffold=bfs&size=3', 400, 'It may have scaffold, tier, count, seed, level.'],
  ['inspect?scaffold=bfs&count=1000', 400, 'Ask for at most'],
])('%s is refused with %i, which says what can be had', async (path, status, says) => {
  const response = await load(path);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ status, detail: expect.stringContaining(says) });
});
