/** What users may spend and choose, what is sent of much evidence, and what settings are taken. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../test/sqlite.ts';
import { countTokens } from '../lib/tokens/count.ts';
import { readJsonAnswer } from './json-answer.ts';
import type { Model, ModelRequest } from './model.ts';
import { promptOf } from './prompt.ts';
import { configuredModels } from './settings.ts';
import { MODELS_SCHEMA, UserModels } from './user-models.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'x7Rk2Lm9Qw4Ns8Vb1Zc6Tf3Hx7Rk2Lm9Qw4N'].join('_');
const QUESTION = { question: 'Which?', evidence: [{ place: 'a.py:1', text: 'x = 1' }], schema: { type: 'object' } };
const attendance = () => ({ signal: new AbortController().signal });

/** A model that keeps what it is asked, and reports these tokens. */
function scripted(name: string, usage = { input: 60, output: 40 }) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    name,
    provider: 'openai',
    model: name,
    contextTokens: 8_000,
    async ask(request) {
      asked.push(request);
      return { ending: { kind: 'answered', text: '{}' }, usage, requests: 2 };
    },
  };
  return { model, asked };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the models of a user', () => {
  it('are asked until the calls or the tokens of the day are spent, and again the next day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T23:00:00Z') });
    for (const allowance of [
      { calls: 4, tokens: 10_000 },
      { calls: 100, tokens: 200 },
    ]) {
      vi.setSystemTime(Date.parse('2026-11-01T23:00:00Z'));
      const { model, asked } = scripted('one');
      const { sql } = createDatabase(MODELS_SCHEMA);
      const models = new UserModels(sql, { models: [model], allowance });
      for (let calls = 0; calls < 2; calls++)
        expect(await models.ask(QUESTION, attendance())).toMatchObject({ kind: 'replied' });
      expect(models.facts.spent).toEqual({ calls: 4, inputTokens: 120, outputTokens: 80 });
      expect(await models.ask(QUESTION, attendance())).toMatchObject({
        kind: 'not-asked',
        why: expect.stringContaining('2026-11-02T00:00:00.000Z'),
      });
      expect(asked).toHaveLength(2);
      vi.setSystemTime(Date.parse('2026-11-02T00:00:01Z'));
      expect(await new UserModels(sql, { models: [model], allowance }).ask(QUESTION, attendance())).toMatchObject({
        kind: 'replied',
      });
    }
  });

  it('are chosen for good; a choice that is gone is the first one again', async () => {
    const { sql } = createDatabase(MODELS_SCHEMA);
    const [one, two] = [scripted('one'), scripted('two')];
    const allowance = { calls: 100, tokens: 100_000 };
    const both = new UserModels(sql, { models: [one.model, two.model], allowance });
    expect(both.facts.chosen).toBe('one');
    both.choose('two');
    expect(new UserModels(sql, { models: [one.model, two.model], allowance }).facts.chosen).toBe('two');
    expect(new UserModels(sql, { models: [one.model], allowance }).facts.chosen).toBe('one');
    both.choose(null);
    expect(await both.ask(QUESTION, attendance())).toEqual({ kind: 'not-asked' });
    expect(() => both.choose('three')).toThrow(/no model 'three'/);
  });
});

describe('a prompt', () => {
  const piece = (number: number) => ({
    place: `f${number}.py:1`,
    text: `value_${number} = compute(${number})\n`.repeat(200),
  });

  it('has the evidence from the first as long as it fits, in any context', () => {
    const evidence = Array.from({ length: 40 }, (_, index) => piece(index));
    for (const contextTokens of [4_000, 8_000, 32_000, 1_000_000]) {
      const { request, omitted } = promptOf({ ...QUESTION, evidence }, contextTokens);
      const text = request.messages.map((message) => message.text).join('\n');
      expect(countTokens(request.system + text) + request.mostOutput).toBeLessThanOrEqual(contextTokens);
      const shown = evidence.flatMap(({ place }, index) => (text.includes(place) ? [index] : []));
      expect(shown).toEqual(shown.map((_, index) => index));
      expect(shown.length).toBe(40 - omitted);
      expect(text).toContain(`${shown.length} of 40 pieces`);
    }
    expect(promptOf({ ...QUESTION, evidence }, 1_000_000).omitted).toBe(0);
    expect(promptOf({ ...QUESTION, evidence }, 8_000).omitted).toBeGreaterThan(30);
  });

  it('holds no secret, whatever part of the question has it', () => {
    const { request } = promptOf(
      {
        question: `Is ${SECRET} used?`,
        evidence: [{ place: `${SECRET}.py:1`, text: `token = "${SECRET}"` }],
        schema: { type: 'object' },
        fault: { answer: 'x', why: `'${SECRET}' is none` },
      },
      8_000,
    );
    expect(JSON.stringify(request)).not.toContain(SECRET);
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
  });
});

describe('settings', () => {
  it('name models, the default first, with the limits of a day', () => {
    const { models, allowance } = configuredModels({
      MODELS: JSON.stringify([
        { provider: 'gemini', model: 'g', key: 'k', context_tokens: 1_000_000 },
        { provider: 'openai', model: 'local', name: 'mine', url: 'http://127.0.0.1:11434/v1/' },
        { provider: 'workers-ai', model: '@cf/x', account: 'a', key: 'k' },
      ]),
      MODEL_CALLS_PER_DAY: '7',
    });
    expect(models.map(({ name, provider, contextTokens }) => [name, provider, contextTokens])).toEqual([
      ['g', 'gemini', 1_000_000],
      ['mine', 'openai', 32_000],
      ['@cf/x', 'workers-ai', 32_000],
    ]);
    expect(allowance).toEqual({ calls: 7, tokens: 2_000_000 });
    expect(configuredModels({}).models).toEqual([]);
  });

  it.each([
    'no JSON',
    '{}',
    `[{"provider": "gemini"}]`,
    `[{"provider": "other", "model": "m"}]`,
    `[{"provider": "openai", "model": "m", "url": "file:///etc/passwd"}]`,
    `[{"provider": "workers-ai", "model": "m"}]`,
    `[{"provider": "openai", "model": "m", "kez": "${SECRET}"}]`,
    `[{"provider": "openai", "model": "m"}, {"provider": "gemini", "model": "m"}]`,
  ])('that are wrong (%#) are told, and nothing of them repeated', (MODELS) => {
    const { models, fault } = configuredModels({ MODELS });
    expect(models).toEqual([]);
    expect(fault).toMatch(/The setting MODELS/);
    expect(fault).not.toContain(SECRET);
  });
});

it.each([
  ['{"a": 1}', { value: { a: 1 } }],
  ['```json\n{"a": 1}\n```\n', { value: { a: 1 } }],
  ['  ```\n{"a": "```"}\n```', { value: { a: '```' } }],
  ['[1]', { why: 'It is JSON, but no object.' }],
  ['null', { why: 'It is JSON, but no object.' }],
  ['Here: {"a": 1}', { why: 'It is no JSON.' }],
  ['', { why: 'It is no JSON.' }],
])('reads %j', (text, answer) => {
  expect(readJsonAnswer(text)).toEqual(answer);
});
