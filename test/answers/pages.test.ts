/** What is cut can be gone on with: pages put together give the whole, and cut code stands where the answer says. */
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Random } from '../../src/lib/random.ts';
import { cutSnippets } from '../../src/tools/workspace/snippet.ts';
import { amount, seedOf } from '../generated.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callAs } from '../workspace/workspace-tools.ts';
import { realTokens } from './real-tokens.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

const call = (name: string, args: Record<string, unknown>) => callAs(base, 'answers-pages', name, args);
const page = z.object({ text: z.string(), next_offset: z.int().optional() });

/** All pages of a session's file. */
async function readAll(path: string): Promise<string[]> {
  const texts: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined && texts.length < 100; ) {
    const { text, next_offset } = page.parse(await call('read_file', { path, offset }));
    texts.push(text);
    offset = next_offset;
  }
  return texts;
}

it('a file of a session is the sum of its pages', async () => {
  const lines = Array.from({ length: 1500 }, (_, index) => `${index} naïve "quoted" 龘 🐍`).join('\n');
  const oneLine = 'né 龘🐍'.repeat(2500);
  for (const content of [lines, oneLine]) {
    await call('write_file', { path: 'text.txt', content });
    const pages = await readAll('text.txt');
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join('')).toBe(content);
  }
});

it('long output of a cell is kept in a file that the answer names', async () => {
  const result = z
    .object({ stdout: z.string(), outputs: z.array(z.string()), notices: z.array(z.string()) })
    .parse(await call('run_python_code', { code: 'for i in range(6000):\n    print("line", i)' }));
  const whole = Array.from({ length: 6000 }, (_, index) => `line ${index}\n`).join('');
  expect(result.stdout.startsWith('line 0\nline 1\n')).toBe(true);
  expect(result.stdout.endsWith('line 5999\n')).toBe(true);
  const [path = ''] = result.outputs;
  expect(path).toMatch(/^outputs\/stdout-[0-9a-f]{8}\.txt$/);
  expect(result.notices).toEqual([
    `stdout has ${whole.length} characters: all of it is in ${path}, which read_file shows in pages.`,
  ]);
  const url = new URL(`/files/download/${path}`, base);
  const file = await fetch(url, { headers: { authorization: 'Bearer answers-pages' } });
  expect(await file.text()).toBe(whole);
});

it('a list is gone on with where it ended', async () => {
  const functions = Array.from(
    { length: 120 },
    (_, index) => `def step_${index}(value):\n    return value + ${index}\n`,
  );
  await call('put_files', { files: [{ path: 'steps.py', content: functions.join('\n\n') }] });
  const answer = z.object({ symbols: z.array(z.object({ name: z.string() })), total: z.int() });
  const names: string[] = [];
  let total = 1;
  for (let calls = 0; names.length < total && calls < 50; calls++) {
    const found = answer.parse(
      await call('find_symbol', { name: 'step_', match: 'prefix', offset: names.length, limit: 40 }),
    );
    names.push(...found.symbols.map(({ name }) => name));
    total = found.total;
  }
  expect(new Set(names).size).toBe(120);
  expect(names).toHaveLength(120);
});

it('cut code has the lines that the answer says, with the words of the query', () => {
  for (let index = 0; index < amount(200, 30); index++) {
    const random = new Random(seedOf(index));
    const snippets = Array.from({ length: 1 + random.below(8) }, (_, at) => {
      const lines = Array.from(
        { length: 1 + random.below(200) },
        (_, line) => `    call_${line}(${'argument, '.repeat(random.below(12))})`,
      );
      const place = random.below(lines.length);
      lines[place] = `    charge_card_${at}(customer)`;
      const start = 1 + random.below(1000);
      return { content: `${lines.join('\n')}\n`, lineStart: start, lineEnd: start + lines.length - 1, lines };
    });
    const most = 300 + random.below(2000);
    const cut = cutSnippets(snippets, 'how do we charge a customer', most);
    expect(realTokens(JSON.stringify(cut.map(({ content }) => content)))).toBeLessThanOrEqual(
      most + 45 * snippets.length,
    );
    for (const { content, lineStart, lineEnd, lines, cut: isCut, ...rest } of cut) {
      const first = lineStart - (snippets.find((each) => each.lines === lines)?.lineStart ?? 0);
      expect(rest).toEqual({});
      expect(content).toBe(
        lines
          .slice(first, first + lineEnd - lineStart + 1)
          .map((line) => `${line}\n`)
          .join(''),
      );
      expect(content).toContain('customer');
      expect(isCut).toBe(lineEnd - lineStart + 1 < lines.length);
    }
  }
});
