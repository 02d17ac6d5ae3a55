/** What is reported of what was found. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import type { Policy } from './policy.ts';
import { report } from './report.ts';

const POLICY: Policy = { confidenceThreshold: 0.7, maxFindings: 50, failOnInvariantIds: [], allowlist: [] };

function finding(facts: Partial<Finding>): Finding {
  const line = facts.line ?? 1;
  return {
    check: 'static',
    rule: 'ruff/F821',
    severity: 'MEDIUM',
    category: 'correctness',
    confidence: 0.9,
    title: 'Undefined name',
    description: '',
    file: 'a.py',
    line,
    impact: '',
    recommendation: '',
    evidence: [],
    identity: `line ${line}`,
    ...facts,
  };
}

const ids = async (findings: readonly Finding[]) => (await report(findings, POLICY)).findings.map(({ id }) => id);

describe('names', () => {
  test('stay when lines move and spaces change', async () => {
    const [before] = await ids([finding({ line: 3, identity: 'return  x ' })]);
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(await ids([finding({ line: 90, identity: 'return x' })])).toEqual([before]);
  });

  test('tell equal lines apart, in their order', async () => {
    const [first, second] = await ids([finding({ line: 9, identity: 'x' }), finding({ line: 4, identity: 'x' })]);
    expect(new Set([first, second]).size).toBe(2);
    expect(await ids([finding({ line: 40, identity: 'x' }), finding({ line: 50, identity: 'x' })])).toEqual([
      first,
      second,
    ]);
  });

  test('depend on rule, file and content', async () => {
    const findings = [{}, { rule: 'ruff/F401' }, { file: 'b.py' }, { identity: 'other' }].map(finding);
    expect(new Set((await Promise.all(findings.map((each) => ids([each])))).flat()).size).toBe(4);
  });
});

describe('one place', () => {
  test('is one finding for several tools, the worst shown', async () => {
    const weak = finding({ rule: 'pyright/reportUndefinedVariable', severity: 'LOW' });
    const { findings } = await report([weak, finding({ severity: 'HIGH' })], POLICY);
    expect(findings).toMatchObject([{ rule: 'ruff/F821', also: [{ rule: 'pyright/reportUndefinedVariable' }] }]);
  });

  test('keeps two rules of one tool, and what is of another category', async () => {
    const found = [finding({}), finding({ rule: 'ruff/F401' }), finding({ rule: 'secret/jwt', category: 'security' })];
    expect((await report(found, POLICY)).findings).toHaveLength(3);
  });

  test('counts what one rule says twice once', async () => {
    expect((await report([finding({}), finding({})], POLICY)).findings).toHaveLength(1);
  });

  test('never loses a second place of one rule', async () => {
    const found = [finding({ line: 1 }), finding({ line: 2 }), finding({ file: 'b.py' })];
    expect((await report(found, POLICY)).findings).toHaveLength(3);
  });
});

describe('policy', () => {
  const all = [
    finding({ line: 1, severity: 'LOW' }),
    finding({ line: 2, severity: 'CRITICAL', category: 'security', rule: 'secret/github_token' }),
    finding({ line: 3, confidence: 0.6 }),
    finding({ line: 4, rule: 'invariant/SEC001', check: 'invariants', severity: 'HIGH' }),
  ];

  test('holds back what is unsure, and counts it', async () => {
    const { findings, total, held, bySeverity, byCategory } = await report(all, POLICY);
    expect(findings.map(({ line }) => line)).toEqual([2, 4, 1]);
    const unsureFindings = [{ rule: expect.any(String), file: 'a.py', line: 3, confidence: 0.6 }];
    expect({ total, held }).toEqual({
      total: 3,
      held: { dismissed: 0, unsure: 1, unsureFindings, otherCategory: 0, overLimit: 0 },
    });
    expect(bySeverity).toEqual({ CRITICAL: 1, HIGH: 1, MEDIUM: 0, LOW: 1 });
    expect(byCategory).toEqual({ correctness: 2, security: 1 });
  });

  test('fails on a severity or worse', async () => {
    const failing = async (failOnSeverity: Policy['failOnSeverity']) =>
      (await report(all.slice(0, 1), { ...POLICY, ...(failOnSeverity && { failOnSeverity }) })).shouldFail;
    expect([await failing('LOW'), await failing('MEDIUM'), await failing(undefined)]).toEqual([true, false, false]);
  });

  test('fails on behaviour that differs, where the policy says so', async () => {
    const different = ['f (a.py:1)', 'g (a.py:5)'];
    expect((await report([], POLICY, different)).shouldFail).toBe(false);
    expect(await report([], { ...POLICY, failOnBehaviour: true })).toMatchObject({ shouldFail: false });
    const verdict = await report([], { ...POLICY, failOnBehaviour: true }, different);
    expect(verdict.failReasons).toEqual(['2 functions behave differently: f (a.py:1), g (a.py:5)']);
  });

  test('fails on findings beyond the limit, and says which', async () => {
    const verdict = await report(all, { ...POLICY, maxFindings: 1, failOnInvariantIds: ['SEC001'] });
    expect(verdict).toMatchObject({ shouldFail: true, held: { overLimit: 2 }, total: 3 });
    expect(verdict.failReasons).toEqual(['Invariant SEC001 is broken: a.py:4 Undefined name']);
  });

  test('forgets what was dismissed, by id or rule', async () => {
    const [first] = await ids(all);
    const policy: Policy = { ...POLICY, failOnSeverity: 'CRITICAL', allowlist: [first ?? '', 'invariant/SEC001'] };
    expect(await report(all, policy)).toMatchObject({ total: 1, shouldFail: false, held: { dismissed: 2 } });
  });

  test('shows wanted categories only', async () => {
    const verdict = await report(all, { ...POLICY, categories: ['security'], failOnSeverity: 'LOW' });
    expect(verdict).toMatchObject({ total: 1, held: { otherCategory: 2 } });
  });
});
