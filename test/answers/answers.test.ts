/** Every tool of the catalogue, called through the public door with much data: text and structured content keep to their tokens. */
import { packTar } from 'modern-tar';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANSWER_TOKENS } from '../../src/mcp/answer-size.ts';
import { CATALOG } from '../../src/tools/catalog.ts';
import { amount } from '../generated.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import type { Door, LargeCases } from './cases/case.ts';
import { HEALTH } from './cases/health.ts';
import { PLANNING } from './cases/planning.ts';
import { PYTHON } from './cases/python.ts';
import { REASONING } from './cases/reasoning.ts';
import { REVIEW } from './cases/review.ts';
import { SCAFFOLDS } from './cases/scaffolds.ts';
import { SYMBOLIC } from './cases/symbolic.ts';
import { WORKSPACE } from './cases/workspace.ts';
import { realTokens } from './real-tokens.ts';

/** Every tool has a case in one of them. */
const CAPABILITIES: Readonly<Record<string, LargeCases>> = {
  symbolic: SYMBOLIC,
  python: PYTHON,
  workspace: WORKSPACE,
  review: REVIEW,
  reasoning: REASONING,
  planning: PLANNING,
  scaffolds: SCAFFOLDS,
  health: HEALTH,
};

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

/** The texts and the structured content of an answer, or of a protocol error; `isError` of both. */
async function answerOf(token: string, name: string, args: Readonly<Record<string, unknown>>) {
  const { body } = await callTool(base, name, args, { token });
  const { result, error } = body;
  const texts = (result?.content ?? []).flatMap((block) => (typeof block.text === 'string' ? [block.text] : []));
  return {
    texts: error === undefined ? texts : [error.message],
    structured: Object(result?.structuredContent ?? error?.data) as Readonly<Record<string, unknown>>,
    failed: error !== undefined || result?.isError === true,
  };
}

function doorOf(token: string): Door {
  return {
    async call(name, args) {
      const { structured, texts, failed } = await answerOf(token, name, args);
      if (failed) throw new Error(`${name} failed: ${texts.join('\n')}`);
      return structured;
    },
    async upload(name, files) {
      const entries = Object.entries(files).map(([path, body]) => ({
        header: { name: path, size: new TextEncoder().encode(body).length },
        body,
      }));
      const response = await fetch(new URL(`/workspaces/${name}/archive`, base), {
        method: 'POST',
        body: await packTar(entries),
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

/** Expects that both forms have at most `most` tokens; returns the answer. */
async function expectToFit(token: string, name: string, args: Readonly<Record<string, unknown>>, most: number) {
  const answer = await answerOf(token, name, args);
  expect(realTokens(answer.texts.join('\n')), `text of ${name}`).toBeLessThanOrEqual(most);
  expect(realTokens(JSON.stringify(answer.structured)), `structured content of ${name}`).toBeLessThanOrEqual(most);
  return answer;
}

it('has large cases for every tool of the catalogue', () => {
  const covered = Object.values(CAPABILITIES).flatMap(({ cases }) => Object.keys(cases));
  expect(covered.toSorted()).toEqual(CATALOG.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(CAPABILITIES))('%s', (capability, { prepare, cases }) => {
  const token = `answers-${capability}`;
  const all = Object.entries(cases).flatMap(([name, each]) => each.map((one) => ({ name, ...one })));

  beforeAll(async () => {
    await prepare?.(doorOf(token));
  }, 600_000);

  it.each(all)('$name: $says', async ({ name, args, most = ANSWER_TOKENS, before, expects }) => {
    await before?.(doorOf(token));
    const { structured, texts, failed } = await expectToFit(token, name, args, most);
    expect(failed, texts.join('\n').slice(0, 500)).toBe(expects === 'failure');
    if (expects !== 'shortened') return;
    // One form can hold what the other cannot.
    const saysSo = 'shortened' in structured || texts.some((text) => text.includes('[Shortened to fit: '));
    expect(saysSo).toBe(true);
  });
});

/** By itself more tokens than an answer may have. */
const LONG = 'value '.repeat(amount(60_000, 3_000));

describe('arguments that cannot be', () => {
  it.each(CATALOG.map(({ name, listing }) => [name, listing.inputSchema.properties ?? {}] as const))(
    '%s',
    async (name, properties) => {
      await expectToFit('answers-faults', name, { [LONG]: LONG }, ANSWER_TOKENS);
      const wrong = Object.fromEntries(Object.keys(properties).map((parameter) => [parameter, { [LONG]: LONG }]));
      await expectToFit('answers-faults', name, wrong, ANSWER_TOKENS);
    },
  );
});
