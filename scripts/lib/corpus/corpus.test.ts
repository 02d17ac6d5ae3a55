import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { branchArguments, gradeOfBranches } from './branches.ts';
import { type Case, DECIDERS, parseCases } from './cases.ts';
import { type Grade, gradeOf, type Result } from './grade.ts';
import { report } from './report.ts';

function decider(tool: string) {
  const found = DECIDERS.get(tool);
  if (found === undefined) throw new Error(tool);
  return found;
}

describe('gradeOf', () => {
  it.each<[string, string, string, Grade]>([
    ['symbolic_check', 'verified', 'verified', 'agrees'],
    ['symbolic_check', 'counterexample', 'counterexample', 'agrees'],
    ['symbolic_check', 'counterexample', 'verified', 'wrong proof'],
    ['symbolic_check', 'verified', 'counterexample', 'false alarm'],
    ['symbolic_check', 'verified', 'unknown', 'unknown'],
    ['symbolic_check', 'verified', 'timeout', 'timeout'],
    ['symbolic_check', 'verified', 'error', 'error'],
    ['symbolic_check', 'verified', 'found', 'error'],
    ['find_path_to_exception', 'found', 'unreachable', 'wrong proof'],
    ['find_path_to_exception', 'unreachable', 'found', 'false alarm'],
  ])('%s, expected %s, said %s: %s', (tool, expected, status, grade) => {
    expect(gradeOf(decider(tool), expected, status)).toBe(grade);
  });

  it('refuses a verdict that the tool does not have', () => {
    expect(() => gradeOf(decider('symbolic_check'), 'found', 'verified')).toThrow('expects "found"');
  });
});

describe('gradeOfBranches', () => {
  const branch = { line: 2, kind: 'if', condition: 'x', true_reachable: true, false_reachable: false };
  const example: Case = {
    id: 'b',
    tool: 'analyze_branches',
    code: '',
    function: 'f',
    expected: { branches: [branch], dead_line_ranges: [[4, 5]], cyclomatic_complexity: { one: 2, other: 3 } },
  };
  const analysis = { branches: [branch], dead_code_lines: [4, 5], cyclomatic_complexity: 3 };

  it.each<[string, object, Grade]>([
    ['what is known', {}, 'agrees'],
    ['more branches than are known', { branches: [{ ...branch, kind: 'assert' }, branch] }, 'agrees'],
    ['a side that is reachable', { branches: [{ ...branch, true_reachable: false }] }, 'wrong proof'],
    ['a live line as dead', { dead_code_lines: [3, 4, 5] }, 'wrong proof'],
    ['a side that is not reachable', { branches: [{ ...branch, false_reachable: true }] }, 'false alarm'],
    ['one dead line too few', { dead_code_lines: [4] }, 'false alarm'],
    ['a complexity of its own', { cyclomatic_complexity: 4 }, 'false alarm'],
    ['no decision on a side', { branches: [{ ...branch, true_reachable: null }] }, 'unknown'],
    ['nothing of a branch', { branches: [] }, 'unknown'],
  ])('%s: %s', (_what, said, grade) => {
    const answer = { status: 'complete', message: '', inputs: [], reasons: [], seconds: 1 };
    expect(gradeOfBranches(example, { ...answer, analysis: { ...analysis, ...said } })).toBe(grade);
  });

  it('takes an answer without analysis as an error', () => {
    expect(gradeOfBranches(example, { status: 'error', message: '', inputs: [], reasons: [], seconds: 1 })).toBe(
      'error',
    );
  });

  it('asks for reachability where the case knows it', () => {
    expect(branchArguments(example)).toMatchObject({ function_name: 'f', symbolic_reachability: true });
    const complexity = { ...example, expected: { cyclomatic_complexity: { one: 1 } } };
    expect(branchArguments(complexity)).toMatchObject({ symbolic_reachability: false });
  });
});

describe('parseCases', () => {
  it('names the line that is not a case', () => {
    const good = JSON.stringify({ id: 'a', tool: 't', code: '', function: 'f', expected: 'verified' });
    expect(parseCases(`${good}\n\n${good}\n`)).toHaveLength(2);
    expect(() => parseCases(`${good}\n{"id": 1}`)).toThrow('Line 2 is not a case');
  });
});

describe('report', () => {
  const example: Case = { id: 'one', tool: 'symbolic_check', code: '', function: 'f', expected: 'verified' };
  const unknown = (id: string, construct: string): Result => ({
    example: { ...example, id },
    grade: 'unknown',
    answer: { status: 'unknown', message: '', inputs: [], reasons: [{ construct, message: '' }], seconds: 1 },
  });

  it('takes classes and parameters of different names as one construct', () => {
    expect(report([unknown('u1', 'parameter xs'), unknown('u2', 'parameter n')])).toContain('2  unknown: parameter …');
  });

  it('counts grades, lists wrong answers, and orders constructs by frequency', () => {
    const text = report([
      unknown('u1', 'lambda'),
      unknown('u2', 'yield'),
      unknown('u3', 'yield'),
      {
        example,
        grade: 'false alarm',
        answer: { status: 'counterexample', message: 'no', inputs: ['f(1)', 'f(2)'], reasons: [], seconds: 3 },
      },
      { example: { ...example, tool: 'analyze_branches', expected: {} }, grade: 'not offered' },
    ]);
    const [header, ...rows] = text.split('\n').map((line) => line.split(/ {2,}/));
    expect(header).toEqual([
      '',
      'cases',
      'agrees',
      'wrong proof',
      'false alarm',
      'unknown',
      'timeout',
      'error',
      'not offered',
      'p50 s',
      'p95 s',
    ]);
    expect(rows[0]).toEqual(['analyze_branches: (other)', '1', '0', '0', '0', '0', '0', '0', '1', '-', '-']);
    expect(rows[1]).toEqual(['symbolic_check: verified', '4', '0', '0', '1', '3', '0', '0', '0', '1.00', '3.00']);
    expect(text).toContain('No wrong proof.');
    expect(text).toContain('1 of grade "false alarm":\n  one\n    counterexample: f(1), f(2)');
    expect(text.indexOf('2  unknown: yield')).toBeLessThan(text.indexOf('1  unknown: lambda'));
    expect(text).toContain('2  unknown: yield  (u2, u3)');
  });
});

describe('ask', () => {
  let url = new URL('http://127.0.0.1');
  const server = createServer((request: IncomingMessage, response) => {
    void json(request).then((body) => response.end(JSON.stringify(answerTo(body))));
  });

  function answerTo(body: unknown): unknown {
    const text = JSON.stringify(body);
    if (text.includes('"broken"')) return { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'It failed.' } };
    if (text.includes('"odd"')) return { jsonrpc: '2.0', id: 1, result: { content: [] } };
    return {
      jsonrpc: '2.0',
      id: 1,
      result: { structuredContent: { status: 'verified', message: 'proved', counterexamples: [{ call: 'f(1)' }] } },
    };
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
    url = new URL(`http://127.0.0.1:${port}`);
  });

  afterAll(() => {
    server.close();
  });

  it('reads an answer', async () => {
    expect(await ask(url, 'symbolic_check', {}, 5)).toMatchObject({
      status: 'verified',
      message: 'proved',
      inputs: ['f(1)'],
      reasons: [],
    });
  });

  it.each([
    ['broken', 'It failed.'],
    ['odd', 'structuredContent'],
  ])('takes a %s answer as an error', async (tool, message) => {
    const answer = await ask(url, tool, {}, 5);
    expect(answer.status).toBe('error');
    expect(answer.message).toContain(message);
  });
});
