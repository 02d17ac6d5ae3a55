/** `npm run verify` as a user runs it: answers that were made elsewhere, a model behind HTTP, and what is wrong. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { generateCases } from '../src/scaffolds/engine.ts';
import { parseCommand } from './lib/verify/command.ts';
import { ROOT } from './lib/wrangler.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemma-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let run = 0;
let out = '';
beforeEach(() => {
  run += 1;
  out = join(folder, `out-${run}`);
});

function verify(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = execFile(
      process.execPath,
      ['--no-warnings', join(ROOT, 'scripts/verify.ts'), ...args, '--out', out],
      { cwd: folder, env: { PATH, HOME, ...environment } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const suite = generateCases({ scaffold: 'dijkstra', seed: 1, level: 1 });
const read = (path: string) => readFileSync(join(out, path), 'utf8');

function answersFile(name: string, rows: readonly object[]): string {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
}

test('right answers certify a scaffold, wrong ones do not, and both are compared test by test', async () => {
  const right = answersFile(
    'right',
    suite.map(({ id, expected }) => ({ id, answer: expected })),
  );
  const first = await verify(['dijkstra', '--answers', right]);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('1 of 1 scaffolds certified; 11 of 11 tests passed.');
  expect(read('reports/right/dijkstra.md')).toContain('- Status: CERTIFIED\n- Pass Rate: 100.0%');
  expect(read('reports/right/dijkstra.md')).toContain('- dijkstra_simple_01_s1: PASS');
  expect(read('reports/right/dijkstra.html')).toMatch(/^<!doctype html>/);

  const wrong = answersFile(
    'wrong',
    suite.map(({ id, expected }, at) => ({ id, answer: at < 4 ? 'I cannot.' : expected })),
  );
  const second = await verify(['dijkstra', '--answers', wrong]);
  expect(second).toMatchObject({ code: 1 });
  expect(JSON.parse(read('reports/wrong/dijkstra.json')).properties).toMatchObject({ status: 'PARTIAL', passed: 7 });
  // The tests of both are the same.
  const manifest = (name: string) => JSON.parse(read(`reports/${name}/summary.json`)).properties.manifest;
  expect(manifest('wrong')).toBe(manifest('right'));

  expect(await verify(['report', '-v', '--model', 'right', '--compare', 'wrong'])).toMatchObject({ code: 0 });
  // Four tests of one side only: p = 2 / 2⁴.
  expect(read('reports/right-and-wrong.md')).toContain(
    'Of 11 tests that both have: no difference is shown (p = 0.125).',
  );
});

test('results are kept: only what has none is judged again, and half a line does no harm', async () => {
  const [one, ...others] = suite.map(({ id, expected }) => ({ id, answer: expected }));
  const some = answersFile('some', [one ?? {}]);
  const first = await verify(['dijkstra', '--answers', some]);
  expect(first).toMatchObject({ code: 1, stderr: '10 of 11 tests have no result.\n' });
  // A part of a suite certifies nothing.
  expect(read('reports/some/dijkstra.md')).toContain('- Status: FAILED');
  expect(read('reports/some/summary.md')).toContain('dijkstra_simple_02_s1: the test was not run');
  expect(await verify(['report'])).toMatchObject({ code: 1 });
  writeFileSync(join(out, 'some.jsonl'), `${read('some.jsonl')}{"id":"dijk`);
  answersFile('some', others);
  const second = await verify(['dijkstra', '--answers', some]);
  expect(second.stderr).toBe('1 of 11 tests have results already.\n');
});

test('steps are checked beside answers', async () => {
  const [first] = suite;
  if (first === undefined) throw new Error('There is no case.');
  const file = answersFile('steps', [
    { id: first.id, answer: first.expected, trace: [{ vertex: 'nowhere', distances: {} }] },
  ]);
  await verify(['dijkstra', '--answers', file]);
  const [result] = read('steps.jsonl')
    .split('\n')
    .map((line) => JSON.parse(line || 'null'));
  expect(result).toMatchObject({ passed: true, trace: { score: 0, first_wrong: 1 } });
  expect(read('reports/steps/dijkstra.md')).toContain('of 1 tests; answers less steps: 100.0%');
});

test('a model is asked for what has no answer, and again for what ended in an error', async () => {
  const asked: string[] = [];
  const expected = new Map(suite.map(({ task, expected: answer }) => [task, answer]));
  let isDown = true;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const text: string = JSON.parse(body).messages.at(-1).content;
      const [task = ''] = [...expected.keys()].filter((each) => text.includes(`# Your task\n\n${each}\n`));
      asked.push(task);
      if (isDown && asked.length === 1) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"no"}}');
        return;
      }
      const content = `## Steps\n\nnone\n\n## Answer\n\n${JSON.stringify(expected.get(task))}`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })}\n\n` +
          `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } })}\n\ndata: [DONE]\n\n`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const MODELS = JSON.stringify([{ provider: 'openai', model: 'tiny', url: `http://127.0.0.1:${port}/v1`, key: 'k' }]);
  const first = await verify(['dijkstra', '--parallel', '1'], { MODELS });
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(read('reports/tiny/summary.md')).toContain('## Tests without an answer');
  expect(read('reports/tiny/summary.md')).toContain('Tokens: 1000 of questions, 100 of answers, of 10 tests');
  isDown = false;
  const second = await verify(['dijkstra'], { MODELS });
  expect(second).toMatchObject({ code: 0, stderr: '10 of 11 tests have results already.\n' });
  expect(second.stdout).toContain('11 of 11 tests passed');
  server.close();
});

test('answers whose lines or ids are wrong are refused with what is right', async () => {
  const file = answersFile('faulty', [{ id: 'dijkstra_1', answer: 1 }]);
  const strange = await verify(['dijkstra', '--answers', file, '--model', 'named']);
  expect(strange).toMatchObject({ code: 2, stderr: expect.stringContaining('ids, as dijkstra_simple_01_s1;') });
  writeFileSync(file, 'dijkstra_simple_01_s1: 1');
  const noJson = await verify(['dijkstra', '--answers', file]);
  expect(noJson).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Line 1 of .* is not JSON\.\nEvery line is {"id": /),
  });
});

test('results of answers have the name that is given', async () => {
  const file = answersFile('unnamed', [{ id: suite[0]?.id, answer: 1 }]);
  await verify(['dijkstra', '--answers', file, '--model', 'named']);
  expect(read('reports/named/summary.md')).toContain('0 of 1 scaffolds certified');
});

test('test cases are exported as a line each', async () => {
  const { code, stdout } = await verify(['dijkstra', 'merge_sort', '--export', 'inspect', '--count', '2']);
  expect(code).toBe(0);
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(ids).toHaveLength(12);
  expect(ids).toContain('merge_sort_edge_02_s1');
});

test.each([
  [['dijkstra'], 'No model is configured.'],
  [['dijkstra', '--answers', 'nowhere.jsonl'], 'There is no file'],
  [['dijkstra', '--answers', '.'], 'EISDIR'],
  [['report'], 'has no results'],
])('%j is refused with the reason', async (args, says) => {
  const { code, stderr } = await verify(args);
  expect(code).toBe(2);
  expect(stderr).toContain(says);
});

test.each([
  [['bogosort'], 'There is no scaffold "bogosort"'],
  [['--category', 'magic'], 'There is no category "magic"'],
  [['dijkstra', '--level', '11'], '--level is a whole number from 1 to 10'],
  [['bfs', '--export', 'csv'], '--export takes reasoning-gym, clrs-text'],
  [['dijkstra', '--nonsense'], "Unknown option '--nonsense'"],
  [['--mode', 'dev'], 'Name scaffolds or a category, or say all'],
  [['list', 'bfs'], 'list takes no names, and "bfs" is one'],
  [['report', 'bfs'], 'report takes no names, and "bfs" is one'],
  [['list', '--mode', 'dev'], '--mode does not belong to list'],
  [['bfs', '--count', '3'], '--count does not belong to a test of scaffolds'],
  [['bfs', '--export', 'inspect', '--answers', 'a.jsonl'], '--answers does not belong to --export'],
  [['bfs', '--answers', 'a.jsonl', '--mode', 'dev'], 'with --answers none is'],
])('%j is no command', (args, says) => {
  expect(() => parseCommand(args, {}, folder)).toThrow(says);
});

test('list has every scaffold', async () => {
  const { code, stdout } = await verify(['list']);
  expect(code).toBe(0);
  expect(stdout.match(/^ {2}\w+/gm)).toHaveLength(33);
});
