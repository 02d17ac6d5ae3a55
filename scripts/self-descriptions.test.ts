/** What this repository says of itself to registries, models and reporters, compared with what is there. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { DEFAULT_LIMITS } from '../src/auth/limits.ts';
import { INSTRUCTIONS, SERVER_INFO } from '../src/mcp/server.ts';
import { landingText } from '../src/routes/landing/text.ts';
import { openapiOf } from '../src/routes/openapi/document.ts';
import { CATALOG } from '../src/tools/catalog.ts';
import { TOOLSETS } from '../src/tools/surfaces.ts';
import { ROOT } from './lib/wrangler.ts';

const read = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');

/** The parts of the registry's schema that server.json uses; unknown fields are refused. */
const inputSchema = z.strictObject({
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
});
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string(),
  remotes: z.tuple([
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string(),
      variables: z.record(z.string(), inputSchema),
      headers: z.array(
        inputSchema.extend({ name: z.string(), value: z.string(), variables: z.record(z.string(), inputSchema) }),
      ),
    }),
  ]),
});

/** Names in the braces of a template. */
const namesIn = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

test('server.json has the shape of the registry, the version of package.json, and every variable that it names', async () => {
  const server = serverSchema.parse(JSON.parse(await read('server.json')));
  expect(server).toMatchObject({ version: manifest.version, title: SERVER_INFO.title });
  const [{ url, variables, headers }] = server.remotes;
  expect(namesIn(url)).toEqual(Object.keys(variables));
  expect(new URL(url.replace('{host}', 'lemma.example.com')).pathname).toBe('/mcp');
  for (const header of headers) {
    expect(header).toMatchObject({ name: 'Authorization', isSecret: true });
    expect(namesIn(header.value)).toEqual(Object.keys(header.variables));
  }
});

describe.each(['llms.txt', 'SECURITY.md'])('%s', (name) => {
  test('links only to files that there are', async () => {
    const links = [...(await read(name)).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    for (const link of links) expect((await stat(join(ROOT, link))).isFile(), link).toBe(true);
    if (name === 'llms.txt') expect(links.length).toBeGreaterThan(3);
  });

  test('names only tools and files that there are', async () => {
    const text = await read(name);
    const tools = CATALOG.map((tool) => tool.name);
    const known = [...tools, 'package-lock.json'];
    const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, tool = '']) => tool);
    expect(named.filter((tool) => !known.includes(tool))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

test('llms.txt has the parts that llmstxt.org asks for, and names every toolset', async () => {
  const text = await read('llms.txt');
  expect(text).toMatch(/^# Lemma\n\n> .+\n/);
  expect(text.match(/^# /gm)).toHaveLength(1);
  const sections = text.split(/^## .+$/m).slice(1);
  expect(sections.length).toBeGreaterThan(1);
  for (const section of sections) expect(section).toMatch(/^- \[.+\]\(.+\)/m);
  for (const toolset of TOOLSETS) expect(text).toContain(`\`${toolset}\``);
});

test('SECURITY.md says how to report, what is in scope and what is not', async () => {
  const headings = [...(await read('SECURITY.md')).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(
    expect.arrayContaining(['Supported versions', 'How to report', 'What is trusted', 'In scope', 'Out of scope']),
  );
});

test.each([
  ['package.json', manifest.description],
  ['the instructions', INSTRUCTIONS],
  ['llms.txt', await read('llms.txt')],
  ['the start page', landingText('https://lemma.example.com', true)],
  ['OpenAPI', JSON.stringify(openapiOf({ kind: 'development', hosts: [], origins: [], limits: DEFAULT_LIMITS }))],
])('%s names everything that Lemma does', (_name, text) => {
  for (const ability of [
    'proves',
    'inputs',
    'compares',
    'branch',
    'runs Python',
    'git',
    'search',
    'symbols',
    'call graph',
    'context',
    'history',
    'reviews changes',
    'hypotheses',
    'plans',
    'scaffolds',
  ]) {
    expect(text).toContain(ability);
  }
});
