import { expect, it, vi } from 'vitest';
import type { CertificationApi, CertificationStatus, Outcome } from './service.ts';
import { answerBatch, certificationTurn, type TestReply } from './work.ts';

const STATUS: CertificationStatus = {
  facts: {
    id: 'c',
    suite: { scaffolds: [], seed: 1, level: 1 },
    by: { kind: 'model', name: 'm', parallel: 2 },
  },
  state: 'open',
  tests: 3,
  done: 0,
  scaffolds: [],
  usage: { input: 0, output: 0 },
};

/** A certification with two tests that wait, and what it is told. */
function certification(state: CertificationStatus['state'] = 'open') {
  const taken: Outcome[] = [];
  const notes: string[] = [];
  const unused = () => Promise.reject(new Error('This test does not use that.'));
  const api: CertificationApi = {
    start: unused,
    end: unused,
    record: unused,
    erase: unused,
    status: async () => ({ ...STATUS, state }),
    next: async (most) =>
      ['one', 'two'].slice(0, most).map((id) => {
        const request = { system: '', messages: [{ role: 'user' as const, text: id }], mostOutput: 1 };
        return { id, scaffold: 'bfs', task: '', input: {}, request };
      }),
    take: async (outcomes) => {
      taken.push(...outcomes);
      return { ...STATUS, state };
    },
    note: async (trouble) => void notes.push(trouble),
  };
  return { api, taken, notes };
}

const failed = (why: string): TestReply => ({ kind: 'replied', ending: { kind: 'failed', why } });

it('asks again what failed, after a pause, and never what was refused or cut', async () => {
  const endings: readonly [TestReply, boolean | undefined, number][] = [
    [failed('busy'), true, 20_000],
    [{ kind: 'replied', ending: { kind: 'refused', why: 'no' } }, false, 0],
    [{ kind: 'replied', ending: { kind: 'cut', text: 'half', why: 'limit' } }, false, 0],
    [{ kind: 'replied', ending: { kind: 'answered', text: 'a' }, usage: { input: 1, output: 2 } }, undefined, 0],
  ];
  for (const [asked, again, after] of endings) {
    const { api, taken } = certification();
    expect(await answerBatch(api, async () => asked)).toBe(after);
    expect(taken.map((outcome) => (outcome.kind === 'missed' ? outcome.again : undefined))).toEqual([again, again]);
  }
});

it('keeps the answers that came before nothing was sent any more, and waits as long as it is told to', async () => {
  const { api, taken, notes } = certification();
  const asked = await answerBatch(api, async (_name, { messages: [first] }) =>
    first?.text === 'one'
      ? { kind: 'replied', ending: { kind: 'answered', text: 'a' } }
      : { kind: 'not-asked', why: 'spent', after: 5 },
  );
  expect(asked).toBe(5);
  expect(taken).toEqual([{ id: 'one', kind: 'text', text: 'a' }]);
  expect(notes).toEqual(['spent']);
});

it('asks nothing for one that is over', async () => {
  const { api } = certification('ended');
  expect(await answerBatch(api, () => Promise.reject(new Error('asked')))).toBeUndefined();
});

it('goes on with every certification in one turn, whatever holds another one up', async () => {
  const [held, lost, open, over] = [certification(), certification(), certification(), certification('complete')];
  const broken = { ...lost.api, status: () => Promise.reject(new Error('gone')) };
  const apis = { held: named(held.api, 'spent'), lost: broken, open: named(open.api, 'm'), over: over.api };
  const finished: string[] = [];
  const list = {
    atWork: () => Object.entries(apis).map(([id, api]) => ({ id, certification: api })),
    finish: (id: string) => void finished.push(id),
  };
  const ask = async (name: string): Promise<TestReply> =>
    name === 'm'
      ? { kind: 'replied', ending: { kind: 'answered', text: 'a' } }
      : { kind: 'not-asked', why: 'spent', after: 90_000 };
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(await certificationTurn(list, ask)).toEqual({ after: 0 });
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
  expect(open.taken).toHaveLength(2);
  expect(finished).toEqual(['over']);
  expect(await certificationTurn({ atWork: () => [], finish: () => undefined }, ask)).toBe('done');
});

/** The same with a model of that name. */
function named(api: CertificationApi, name: string): CertificationApi {
  const facts = { ...STATUS.facts, by: { kind: 'model' as const, name, parallel: 2 } };
  return { ...api, status: async () => ({ ...STATUS, facts }) };
}
