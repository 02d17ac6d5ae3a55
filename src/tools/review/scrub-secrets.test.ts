import { expect, it } from 'vitest';
import { z } from 'zod';
import { randomCharacters } from '../../../test/random-characters.ts';
import { reviewEngine, toolContext, workspaces } from '../../../test/tool-context.ts';
import { scrub } from '../../review/content/scrub.ts';
import scrubSecrets from './scrub-secrets.ts';

const TOKEN = `ghp_${randomCharacters(1, 36)}`;
const PASSWORD = randomCharacters(2, 20);

function scrubbing(args: object, text = '') {
  const file = {
    ...({ path: 'a.env', commit: 'c', blob: 'b', kind: 'file', size: text.length, truncated: false } as const),
    content: { kind: 'text', text, lines: 1, lineStart: 1, lineEnd: 1, replaced: false } as const,
  };
  const review = reviewEngine({ scrub: async (content, shown) => scrub(content, shown) });
  return scrubSecrets.call(args, toolContext({ review, workspaces: workspaces({ readFile: async () => file }) }));
}

it('hides the secrets of a text and counts them', async () => {
  const content = `a = "${TOKEN}"\nurl = postgres://app:${PASSWORD}@db.shop.io/x\n`;
  const { structuredContent } = await scrubbing({ content });
  expect(structuredContent).toMatchObject({
    scrubbed_content: `a = "ghp_${'*'.repeat(36)}"\nurl = postgres://app:${'*'.repeat(20)}@db.shop.io/x\n`,
    secrets_found: true,
    secrets_count: 2,
    counts: { database_url: 1, github_token: 1 },
    detected_types: [
      { type: 'github_token', pattern: 'GitHub token', masked: 'ghp_****…', line: 1, column: 6, severity: 'CRITICAL' },
      { type: 'database_url', masked: '****…', line: 2, confidence: 'medium' },
    ],
    truncated: false,
  });
});

it('reads a file of a workspace', async () => {
  const { structuredContent } = await scrubbing({ file: 'a.env' }, `T=${TOKEN}\n`);
  expect(structuredContent).toMatchObject({ secrets_count: 1 });
});

const pageSchema = z.object({ scrubbed_content: z.string(), next_offset: z.int().optional() });

it('goes on where the answer before was cut', async () => {
  const content = Array.from({ length: 400 }, (_, at) => `line ${at} of a long text with ${TOKEN}\n`).join('');
  let [offset, text] = [0, ''];
  for (let calls = 0; calls < 40; calls++) {
    const { structuredContent } = await scrubbing({ content, offset });
    const page = pageSchema.parse(structuredContent);
    text += page.scrubbed_content;
    if (page.next_offset === undefined) break;
    offset = page.next_offset;
  }
  expect(text).toBe(content.replaceAll(TOKEN.slice(4), '*'.repeat(36)));
});

it.each([
  [{}, 'either content or file'],
  [{ content: 'a', file: 'b' }, 'either content or file'],
  [{ content: 'a', show_start: 3, show_end: 3 }, '6 characters'],
  [{ content: 'a', offset: 9 }, 'behind the end'],
])('refuses %j', async (args, message) => {
  await expect(scrubbing(args)).rejects.toThrow(message);
});
