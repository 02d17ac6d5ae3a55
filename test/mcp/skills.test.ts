/** The prompts as skills: `skills/list`, `skills/get` and `resources/read`, as the stable text of SEP-2640 has them. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROMPTS } from '../../src/mcp/prompts/catalog.ts';
import { CATALOG } from '../../src/tools/catalog.ts';
import { sharedFront } from './harness.ts';
import { connect, post } from './requests.ts';

const file = z.strictObject({
  uri: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  size: z.int().min(1),
});
const entry = z.strictObject({
  uri: z.string().startsWith('skill://').endsWith('/SKILL.md'),
  // Of Agent Skills: 64 characters of names, 1,024 of descriptions.
  frontmatter: z.strictObject({
    name: z
      .string()
      .max(64)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    description: z.string().min(1).max(1024),
  }),
  resources: z.tuple([file]),
});
const fresh = { resultType: z.literal('complete').optional(), ttlMs: z.int().min(0), cacheScope: z.literal('public') };
const listAnswer = z.looseObject({ skills: z.array(entry), ...fresh });
const getAnswer = z.looseObject({ skill: entry, ...fresh });

let base: URL;
beforeAll(async () => {
  base = (await sharedFront().listen()).url;
});

it.each(['modern', 'legacy'] as const)('a %s client finds, gets and reads each, as its entry says', async (era) => {
  const client = await connect(base, era);
  if (era === 'modern') {
    expect(client.getServerCapabilities()).toMatchObject({ extensions: { 'io.modelcontextprotocol/skills': {} } });
  }
  const { skills } = await client.request({ method: 'skills/list', params: {} }, listAnswer);
  expect(skills.map(({ frontmatter }) => frontmatter.name.replaceAll('-', '_'))).toEqual(
    PROMPTS.map(({ name }) => name),
  );
  for (const skill of skills) {
    const { uri, frontmatter, resources } = skill;
    expect(uri.split('/').at(-2)).toBe(frontmatter.name);
    expect(await client.request({ method: 'skills/get', params: { uri } }, getAnswer)).toMatchObject({ skill });
    const { contents } = await client.readResource({ uri });
    const [content] = contents;
    const text = content !== undefined && 'text' in content ? content.text : '';
    expect(content).toMatchObject({ uri, mimeType: 'text/markdown' });
    const [described] = resources;
    expect(described).toEqual({
      uri,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      size: Buffer.byteLength(text),
    });
    const [, yaml = '', body = ''] = text.split('---\n');
    expect(parse(yaml)).toEqual(frontmatter);
    const tools = CATALOG.map(({ name }) => name);
    expect(tools.some((tool) => body.includes(tool))).toBe(true);
    expect(text).not.toContain('undefined');
  }
  await client.close();
});

it('names each place of an argument that has to be filled in', async () => {
  const client = await connect(base, 'modern');
  const { contents } = await client.readResource({ uri: 'skill://lemma/prove-function/SKILL.md' });
  expect(contents).toMatchObject([{ text: expect.stringContaining('- `<function_name>`') }]);
  expect(contents).toMatchObject([{ text: expect.stringMatching(/named, too:\n\n- `file`: .+\n- `workspace`: /) }]);
  await client.close();
});

it('what is no skill is -32602, and says which there are', async () => {
  for (const params of [{ uri: 'skill://lemma/nope/SKILL.md' }, { uri: 'lemma://scaffolds/dijkstra' }, {}]) {
    const { body } = await post(new URL('/mcp', base), { jsonrpc: '2.0', id: 1, method: 'skills/get', params });
    expect(body.error?.code).toBe(-32602);
    if ('uri' in params) expect(body.error?.message).toContain('skill://lemma/prove-function/SKILL.md');
  }
  const { body } = await post(new URL('/mcp', base), {
    jsonrpc: '2.0',
    id: 1,
    method: 'skills/list',
    params: { cursor: 'x' },
  });
  expect(body.error?.code).toBe(-32602);
});
