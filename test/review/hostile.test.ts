/** What nobody should send to reviews: each answer is a clear error or a stated limit, and the next call works. */
import { beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../generated.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { until } from '../until.ts';

const server = sharedServer();
let base: URL;

type Facts = Readonly<Record<string, unknown>>;

interface Answer {
  readonly failed: boolean;
  /** The message of an error, or the facts as JSON. */
  readonly says: string;
  readonly facts: Facts;
}

async function call(name: string, args: Facts, token = 'hostile'): Promise<Answer> {
  const { body } = await callTool(base, name, { ...args }, { token });
  const facts = (body.result?.structuredContent ?? {}) as Facts;
  const failed = body.error !== undefined || body.result?.['isError'] === true;
  return { failed, facts, says: body.error?.message ?? JSON.stringify(facts) };
}

const added = (path: string, lines: readonly string[]) =>
  `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
const some = (count: number) => Array.from({ length: count }, (_, at) => `x${at} = ${at}`);

beforeAll(async () => {
  base = (await server.listen()).url;
  await call('put_files', {
    workspace: 'hostile',
    files: [{ path: 'src/a.py', content: 'def f(x: int) -> int:\n    return x\n' }],
  });
});

describe('a diff', () => {
  it.each([
    ['that is empty', '', /no change|empty|is no diff/i],
    ['that is prose', 'hello there\n', /diff/],
    ['of bytes', Array.from({ length: 3000 }, (_, at) => String.fromCharCode((at * 7) % 256)).join(''), /line|diff/],
    ['with wrong counts and a line of no kind', '--- a/x.py\n+++ b/x.py\n@@ -1,3 +1,2 @@\n-a\nb\n', /line 3|hunk/i],
    ['that leaves the repository', '--- a/../../e\n+++ b/../../e\n@@ -1 +1 @@\n-a\n+b\n', /\.\./],
    ['with a NUL in a path', '--- a/x\0y\n+++ b/x\0y\n@@ -1 +1 @@\n-a\n+b\n', /path|NUL|character/i],
    ['of UTF-16 read as UTF-8', Buffer.from(added('a.py', ['x']), 'utf16le').toString('latin1'), /line|diff/],
  ])('%s is refused', async (_says, diff, why) => {
    const { failed, says } = await call('review_diff', { diff });
    expect({ failed, says }).toMatchObject({ failed: true, says: expect.stringMatching(why) });
  });

  it.each([
    ['of very many lines', added('src/big.py', some(amount(40_000, 8000)))],
    ['of one line of 3 MB', added('a.min.js', ['a(b,c);'.repeat(400_000)])],
    [
      'of very many files',
      Array.from(
        { length: amount(2000, 400) },
        (_, at) => `--- a/f${at}.py\n+++ b/f${at}.py\n@@ -1 +1 @@\n-a = ${at}\n+a = ${at + 1}\n`,
      ).join(''),
    ],
    ['against files that are not there', '--- a/none.py\n+++ b/none.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n'],
  ])('%s is reviewed', async (_says, diff) => {
    const { failed, says, facts } = await call('review_diff', { diff, workspace_path: 'hostile' });
    expect(failed ? says : '').toBe('');
    expect(facts).toMatchObject({ status: 'reviewed' });
  });

  it('says of a file that neither side has that it was not compared', async () => {
    const diff = '--- a/none.py\n+++ b/none.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';
    const { facts } = await call('review_diff', { diff, workspace_path: 'hostile' });
    expect(JSON.stringify(facts['omitted'])).toContain('none.py');
  });
});

describe('rules', () => {
  const rule = (pattern: string) =>
    `g:\n  - {id: A, rule: r, paths: ["**"], severity: HIGH, category: c, action: deny, deny: {regex: {pattern: "${pattern}"}}}\n`;
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(',')}]`),
  ];
  it.each([
    ['a bomb of aliases', bomb.join('\n'), /has 72 mistakes/],
    ['lists in lists', '['.repeat(50_000), /deep|nest/i],
    ['a pattern that grows', rule('(x{1000}){1000}'), /pattern|repeat/i],
    ['a pattern that is none', rule('('), /pattern|missing/i],
    ['wrong types', 'g:\n  - {id: 1, rule: [], severity: BAD, action: maybe}\n  - 5\n', /line 2/],
    ['a megabyte', `# ${'x'.repeat(1 << 20)}`, /262144 is the limit/],
    ['ten thousand of them', `g:\n${'  - {id: A, rule: r}\n'.repeat(10_000)}`, /rule A: category is missing/],
  ])('of %s are refused', async (_says, invariants, why) => {
    const { failed, says } = await call('check_invariants', { diff: added('src/a.py', some(20)), invariants });
    expect({ failed, says }).toMatchObject({ failed: true, says: expect.stringMatching(why) });
  });
});

describe('an answer to a question', () => {
  const ask = async () => {
    const options = { enable_llm_review: true, llm_risk_threshold: 1, two_pass: false };
    const { facts } = await call('review_diff', { diff: added('src/b.py', ['print(1)', 'print(2)']), options });
    expect(facts).toMatchObject({ status: 'hand_back' });
    return String(facts['handle']);
  };
  const finding = {
    line: 1,
    confidence: 0.7,
    file: 'src/b.py',
    quote: 'print(1)',
    severity: 'LOW',
    category: 'style',
    title: 't',
    description: 'd',
  };

  it('that is none, of nobody, or of another user is refused, and the question waits on', async () => {
    const handle = await ask();
    for (const [args, token] of [
      [{ handle, answer: { findings: 'none' } }, 'hostile'],
      [{ handle, answer: { look_at: [] } }, 'hostile'],
      [{ handle: 'question-000000000000', answer: { findings: [] } }, 'hostile'],
      [{ handle, answer: { findings: [] } }, 'somebody-else'],
    ] as const) {
      expect(await call('review_diff', { diff: '', ...args }, token)).toMatchObject({ failed: true });
    }
    const { facts } = await call('review_diff', { diff: '', handle, answer: { findings: [] } });
    expect(facts).toMatchObject({ status: 'reviewed' });
    // The same answer again is the same review, another one is none.
    expect((await call('review_diff', { diff: '', handle, answer: { findings: [] } })).failed).toBe(false);
    expect((await call('review_diff', { diff: '', handle, answer: { findings: [finding] } })).failed).toBe(true);
  });

  it('that quotes what the change does not have is dropped', async () => {
    const handle = await ask();
    const findings = [finding, { ...finding, quote: 'print(3)' }, { ...finding, file: 'src/c.py' }];
    const { facts } = await call('review_diff', { diff: '', handle, answer: { findings } });
    expect(JSON.stringify(facts)).toContain('"title":"t"');
    expect(facts).toMatchObject({ summary: { total_findings: 1 } });
  });
});

it('a workspace that is erased under a review in the background ends it, and says why', async () => {
  const files = Array.from({ length: 90 }, (_, at) => ({ path: `src/${at}.txt`, content: `${at}\n`.repeat(700) }));
  const erasedUnderReview = async () => {
    await call('put_files', { workspace: 'short-lived', files: [{ path: 'a.txt', content: 'a\n' }] });
    await call('put_files', { workspace: 'short-lived', branch: 'topic', files });
    const { facts } = await call('start_reactive_review', {
      workspace: 'short-lived',
      pr_metadata: { pr_number: 1, title: 't', base_branch: 'main', head_branch: 'topic' },
      options: { max_concurrent_steps: 1 },
    });
    const { session_id } = facts;
    await call('delete_workspace', { workspace: 'short-lived', confirm: 'short-lived' });
    return until(async () => {
      const { session } = (await call('get_reactive_status', { session_id })).facts;
      expect(session).toMatchObject({ status: expect.stringMatching(/failed|completed/) });
      return session;
    });
  };
  let session = await erasedUnderReview();
  // The review may have been faster.
  while (JSON.stringify(session).includes('"completed"')) session = await erasedUnderReview();
  expect(session).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/commit|empty|deleted while it ran/),
  });
});

it('tests that run on and on end when their caller leaves', async () => {
  const test = 'from src.a import f\n\n\ndef test_f():\n    while f(1):\n        pass\n';
  await call('put_files', { workspace: 'hostile', files: [{ path: 'tests/test_a.py', content: test }] });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer hostile',
  };
  const metrics = async () => (await fetch(new URL('/metrics', base), { headers })).text();
  const diff =
    '--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n def f(x: int) -> int:\n-    return x\n+    return x + 1\n';
  const review = { diff, workspace_path: 'hostile', options: { run_tests: true } };
  const params = { name: 'review_diff', arguments: review };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const leaving = new AbortController();
  const request = { method: 'POST', headers, body, signal: leaving.signal };
  const gone = fetch(new URL('/mcp/all', base), request).then((answer) => answer.text());
  gone.catch(() => undefined);
  await until(async () => expect(await metrics()).toContain('mcp_running_calls 1\n'));
  leaving.abort();
  await until(async () => expect(await metrics()).toMatch(/tool_name="review_diff",outcome="cancelled"\} 1\n/));
  expect(await call('scrub_secrets', { content: 'x' })).toMatchObject({ failed: false });
});
