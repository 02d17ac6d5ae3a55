/** Reviews through the real server, of repositories that git pushed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { sarifFaults } from '../sarif.ts';

const server = sharedServer();
let base: URL;
let git: LocalGit;
let first: string;

/** Put together here, so that no scanner takes this file for a leak. */
const SECRET = ['sk', 'live', 'x7Rk2Lm9Qw4Ns8Vb1Zc6Tf3H'].join('_');

const PRICE = `
def reduced(price: int) -> int:
    return price - price // 10
`;

type Facts = Readonly<Record<string, unknown>>;
type Found = Readonly<Record<'rule' | 'file' | 'title' | 'check' | 'id', string>> & { readonly line: number };

async function call(name: string, args: Facts) {
  const { body } = await callTool(base, name, { ...args });
  const content = (body.result?.content ?? []) as readonly { readonly text?: string; readonly uri?: string }[];
  return {
    facts: (body.result?.structuredContent ?? body) as Facts,
    text: content[0]?.text ?? '',
    report: content.find(({ uri }) => uri !== undefined)?.uri,
    failed: body.error !== undefined || body.result?.['isError'] === true,
  };
}

const findingsOf = (facts: Facts) => facts['findings'] as readonly Found[];

beforeAll(async () => {
  base = (await server.listen()).url;
  git = await createLocalGit();
  first = await git.commit('Begin', {
    'src/price.py': PRICE,
    'src/shop.ts': 'export const open = true;\n',
    '.review-invariants.yml':
      'security:\n  - id: SEC001\n    rule: "No eval"\n    paths: ["src/**"]\n    severity: CRITICAL\n    category: security\n    action: deny\n    deny:\n      regex:\n        pattern: "\\\\beval\\\\("\n',
  });
  await git.git('switch', '-q', '-c', 'topic');
  await git.commit('Add a shop', {
    'src/price.py': PRICE.replace('// 10', '// 9'),
    'src/shop.ts': `export const open = true;\nconst token = '${SECRET}';\nexport const run = (code: string) => eval(code + token);\n`,
  });
  await git.git('push', '-q', new URL('/git/reviewed', base).href, 'main', 'topic');
});
afterAll(() => git.remove());

describe('review_commit', () => {
  it('finds what a branch breaks, on its changed lines, and says the same again', async () => {
    const args = { workspace: 'reviewed', branch: 'topic' };
    const { facts, text, report } = await call('review_commit', args);
    expect(facts).toMatchObject({ status: 'reviewed', base: first, should_fail: false });
    const found = findingsOf(facts).map(({ rule, file, line }) => `${rule} ${file}:${line}`);
    expect(found).toContain('invariant/SEC001 src/shop.ts:3');
    expect(found).toContainEqual(expect.stringMatching(/^secret\/\S+ src\/shop\.ts:2$/));
    expect(facts['changes']).toEqual([
      expect.stringMatching(/^reduced \(src\/price\.py:2\): different for reduced\(/),
      'no test reaches reduced (src/price.py:2)',
    ]);
    expect(JSON.stringify(facts) + text).not.toContain(SECRET);
    expect(report).toMatch(/^lemma:\/\/reports\//);
    const again = await call('review_commit', args);
    expect(again.facts['run_id']).toBe(facts['run_id']);
    expect(again.report).toBe(report);
    expect(findingsOf(again.facts)).toEqual(findingsOf(facts));
  });

  it('follows the options', async () => {
    const options = {
      enable_behaviour: false,
      categories: ['security'],
      fail_on_invariant_ids: ['SEC001'],
      include_sarif: true,
      include_markdown: true,
    };
    const { facts } = await call('review_commit', { workspace: 'reviewed', range: `${first}..topic`, options });
    expect(facts['should_fail']).toBe(true);
    expect(facts['fail_reasons']).toEqual([expect.stringContaining('SEC001')]);
    expect(sarifFaults(facts['sarif'])).toEqual([]);
    expect(facts['markdown']).toContain('## Review:');
    const allowlist_finding_ids = findingsOf(facts).map(({ id }) => id);
    const dismissed = await call('review_commit', {
      workspace: 'reviewed',
      range: `${first}..topic`,
      options: { ...options, allowlist_finding_ids },
    });
    expect(dismissed.facts).toMatchObject({ findings: [], should_fail: false });
  });

  it('refuses what names no change', async () => {
    for (const [args, message] of [
      [{ workspace: 'nowhere' }, /nowhere/],
      [{ workspace: 'reviewed', branch: 'nope' }, /nope/],
      [{ workspace: 'reviewed', range: 'topic' }, /no range/],
      [{ workspace: 'reviewed', commit: first, branch: 'topic' }, /different changes/],
    ] as const) {
      const { failed, text } = await call('review_commit', args);
      expect(failed).toBe(true);
      expect(text).toMatch(message);
    }
  });
});

describe('review_diff', () => {
  it('finds the same by a diff, whichever side the workspace has', async () => {
    const diff = await git.git('diff', 'main', 'topic');
    const whole = await call('review_commit', { workspace: 'reviewed', branch: 'topic' });
    for (const ref of ['main', 'topic']) {
      const { facts } = await call('review_diff', { diff: `${diff}\n`, workspace_path: '/home/ada/reviewed', ref });
      expect(findingsOf(facts).map(({ id }) => id)).toEqual(findingsOf(whole.facts).map(({ id }) => id));
    }
    const alone = await call('review_diff', { diff: `${diff}\n` });
    expect(findingsOf(alone.facts).map(({ check }) => check)).toEqual(['secrets']);
  });

  it('reads a diff that was written by hand, and cites the lines of the workspace', async () => {
    const diff =
      'diff --git a/src/shop.ts b/src/shop.ts\nindex before..after\n--- a/src/shop.ts\n+++ b/src/shop.ts\n@@ -7,4 +7,9 @@\n export const open = true;\n' +
      '+export const other = true;\n+export const run = (code: string) => eval(code);\n';
    const { facts } = await call('review_diff', { diff, workspace_path: '/home/ada/reviewed', ref: 'main' });
    expect(findingsOf(facts).map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toContain(
      'invariant/SEC001 src/shop.ts:3',
    );
    expect(facts['metadata']).toMatchObject({
      warnings: expect.arrayContaining([
        expect.stringContaining('count other lines than follow them (line 5 of the diff)'),
        expect.stringContaining('"index" without ids'),
        expect.stringContaining('The line numbers of 1 of 1 files are wrong in the diff'),
      ]),
    });
  });

  it('refuses what is no diff, and a workspace that is not there', async () => {
    for (const [args, message] of [
      [{}, /no diff/],
      [{ diff: '' }, /empty/],
      [{ diff: '\u0001\u0002 garbage' }, /no diff/],
      [{ diff: '--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1 +1 @@\n-a\n+b\n' }, /\.\./],
      [{ diff: '--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\nb\n' }, /line/],
      [{ diff: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', workspace_path: '/srv/nowhere' }, /nowhere/],
    ] as const) {
      const { failed, text } = await call('review_diff', args);
      expect([failed, text]).toEqual([true, expect.stringMatching(message)]);
    }
    const { text } = await call('review_diff', { diff: 'x'.repeat(5 << 20) });
    expect(text).toBe('');
  });

  it('asks the calling agent in two rounds, and takes findings that quote a changed line only', async () => {
    const options = { enable_llm_review: true, llm_risk_threshold: 1, enable_behaviour: false };
    const asked = await call('review_commit', { workspace: 'reviewed', branch: 'topic', options });
    expect(asked.facts['status']).toBe('hand_back');
    expect(asked.text).toContain('src/price.py');
    const handle = asked.facts['handle'];
    const second = await call('review_commit', {
      handle,
      answer: { look_at: [{ file: 'src/price.py', why: 'money' }] },
    });
    expect(second.facts['status']).toBe('hand_back');
    expect(second.text).toContain('+    return price - price // 9');
    const finding = {
      file: 'src/price.py',
      line: 99,
      severity: 'HIGH',
      confidence: 1,
      title: 'A percent is one tenth',
      description: 'It divides by 10.',
    };
    const quote = 'return price - price // 9';
    const answer = {
      findings: [
        { ...finding, quote },
        { ...finding, quote: 'return sum()' },
      ],
    };
    const { facts } = await call('review_commit', { handle: second.facts['handle'], answer });
    expect(facts).toMatchObject({
      status: 'reviewed',
      stats: { llm_passes_executed: 2, llm_findings_added: 1, llm_findings_dropped: 1 },
      metadata: { llm_model: 'calling agent' },
    });
    expect(findingsOf(facts)).toContainEqual(
      expect.objectContaining({ check: 'model', line: 3, confidence: 0.7, file: 'src/price.py' }),
    );
  });

  it('scrubs what a name or a place gives away, and says what it was', async () => {
    const content = 'PORT=1\nDB_PASSWORD=hunter2 # dev\nurl = redis://:pw@localhost/0\nTOKEN=$TOKEN\n';
    const { facts } = await call('scrub_secrets', { content });
    expect(facts).toMatchObject({
      scrubbed_content: 'PORT=1\nDB_PASSWORD=******* # dev\nurl = redis://:**@localhost/0\nTOKEN=$TOKEN\n',
      counts: { named_value: 1, placed_value: 1 },
    });
  });

  it('shows no model a secret, and none a change of little risk', async () => {
    const options = { enable_llm_review: true, llm_risk_threshold: 1, two_pass: false, enable_behaviour: false };
    const asked = await call('review_commit', { workspace: 'reviewed', branch: 'topic', options });
    expect(asked.text).toContain('eval(code + token)');
    expect(asked.text + JSON.stringify(asked.facts)).not.toContain(SECRET);
    const { facts } = await call('review_commit', {
      workspace: 'reviewed',
      branch: 'topic',
      options: { ...options, llm_risk_threshold: 5 },
    });
    expect(facts).toMatchObject({
      status: 'reviewed',
      stats: { llm_passes_executed: 0, llm_skipped_reason: expect.stringContaining('below') },
    });
  });
});
