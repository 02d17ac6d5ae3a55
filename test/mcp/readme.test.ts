/** README.md holds what it shows: its commands run, its calls are answered as it says, its links lead somewhere. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import { clientsOf } from '../../src/routes/landing/clients.ts';
import { sharedServer } from './harness.ts';
import { callTool } from './requests.ts';

const TOKEN = 'readme';
const LOCAL = 'http://127.0.0.1:8787';
const readme = await readFile(join(ROOT, 'README.md'), 'utf8');

/** Blocks of a language, in order. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

/** A call of an example, and the lines that it is to have among its answer, in their order. */
interface Example {
  readonly tool: string;
  readonly args: string;
  readonly shown: readonly string[];
}

const examples: readonly Example[] = blocks('text')
  .filter((text) => text.startsWith('> '))
  .flatMap((text) => text.split(/^> /m).slice(1))
  .map((text) => {
    const [call = '', ...answer] = text.trimEnd().split('\n');
    const space = call.indexOf(' ');
    return {
      tool: call.slice(0, space),
      args: call.slice(space + 1),
      shown: answer.filter((line) => line !== '…'),
    };
  });

/** Ids of commits, plans and reviews differ from run to run. */
const withoutIds = (text: string): string => text.replaceAll(/\b[0-9a-f]{7,40}\b/g, '#');

/** Runs a script in a folder as the user of this file, against `base`. */
async function shell(script: string, folder: string, base: URL): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', script.replaceAll(LOCAL, base.origin)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraHeader',
      GIT_CONFIG_VALUE_0: `Authorization: Bearer ${TOKEN}`,
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
    },
  });
  return stdout;
}

it('has at most 200 lines, and links only to files that there are', async () => {
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(200);
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect((await stat(join(ROOT, link))).isFile(), link).toBe(true);
});

it('connects clients as the start page does', () => {
  const spaceless = (text: string) => text.replaceAll(/\s/g, '');
  const snippets = clientsOf(LOCAL, false).flatMap((each) => each.snippets.map(({ text }) => spaceless(text)));
  const rows = [...readme.matchAll(/^\| .+ \| .*`([^`]*8787[^`]*)` \|$/gm)].map(([, text = '']) => text);
  expect(rows).toHaveLength(5);
  for (const row of rows) expect(snippets).toContain(spaceless(row));
});

describe('against a server', () => {
  const server = sharedServer();
  const folder = mkdtempSync(join(tmpdir(), 'lemma-readme-'));
  let base: URL;

  beforeAll(async () => {
    ({ url: base } = await server.listen());
    const [shop = ''] = blocks('sh').filter((script) => script.startsWith('git init'));
    await shell(shop, folder, base);
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it('answers the call of curl with the input', async () => {
    const [curl = ''] = blocks('sh').filter((script) => script.startsWith('curl'));
    expect(await shell(curl, folder, base)).toContain('tricky(12345, 86418)');
  });

  it('answers every example as it is shown', async () => {
    expect(new Set(examples.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(8);
    /** The plan that an example made, for those behind it. */
    let plan = '';
    for (const { tool, args, shown } of examples) {
      const { body } = await callTool(base, tool, JSON.parse(args.replaceAll(/plan-[0-9a-f]+/g, plan)), {
        token: TOKEN,
      });
      const answer = body.result?.content.map(({ text }) => text).join('\n') ?? JSON.stringify(body);
      plan = /plan-[0-9a-f]+/.exec(answer)?.[0] ?? plan;
      const lines = withoutIds(answer).split('\n');
      const found = shown.map((line) => lines.indexOf(withoutIds(line)));
      expect(found, answer).not.toContain(-1);
      expect(found).toEqual(found.toSorted((a, b) => a - b));
    }
  });
});
