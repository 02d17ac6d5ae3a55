/** An answer to a question that is handed back is worked on when the process ends: the same answer is taken at once, and worked on anew. */
import { expect, it } from 'vitest';
import { until } from '../until.ts';
import { callAny, ownServer } from './own-server.ts';

type Facts = Readonly<Record<string, unknown>>;

const server = ownServer('answers');
const call = (name: string, args: Facts) => callAny(server(), name, args);

it('the work on an answer ends with its process', { timeout: 240_000 }, async () => {
  const file = 'pages.py';
  await call('put_files', { files: [{ path: file, content: 'def pages(items):\n    return items // 10 + 1\n' }] });
  const asked = await call('hypothesis_test', {
    hypothesis: { description: 'A full last page counts twice.', type: 'bug', confidence_level: 3 },
    test_scope: { files: [file] },
  });
  const { arguments: given } = asked['how_to_answer'] as { readonly arguments: Facts };
  const checks = [{ kind: 'call', file, call: 'pages(10)', returns: '2', expects: { holds: 'supports' } }];
  const answer = () => call('hypothesis_test', { ...given, answer: { checks } });
  // One of the two is worked on: starting an interpreter takes longer than to refuse the other.
  const both = [answer(), answer()];
  for (const each of both) each.catch(() => undefined);
  expect(await Promise.race(both)).toMatchObject({ message: expect.stringContaining('is being worked on') });
  expect(server().killWorker('lemma')).toBe(true);
  await Promise.allSettled(both);
  await until(async () => expect((await fetch(new URL('/health', server().url))).status).toBe(200));
  expect(await answer()).toMatchObject({ verdict: 'confirmed', metadata: { checks_from: 'answer' } });
  expect(await answer()).toMatchObject({ verdict: 'confirmed' });
});
