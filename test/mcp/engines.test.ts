import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sarifFaults } from '../sarif.ts';
import { sharedServer } from './harness.ts';
import { callTool, connect, post } from './requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

const TRICKY = `
def tricky(x: int, y: int) -> int:
    if x == 12345 and y == 7 * x + 3:
        raise ValueError('boom')
    return 0
`;

const check = (code: string, function_name: string) => callTool(base, 'symbolic_check', { code, function_name });

/** The SARIF of the run that a call's result links to. */
async function sarifOf(name: string, args: Record<string, unknown>) {
  const { body } = await callTool(base, name, args);
  const uri = /"(lemma:[^"]*)"/.exec(JSON.stringify(body.result?.content))?.[1];
  const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `${uri}.sarif` } };
  const read = await post(new URL('/mcp', base), request, {});
  const [content] = z.object({ contents: z.array(z.object({ text: z.string() })) }).parse(read.body.result).contents;
  const log: unknown = JSON.parse(content?.text ?? '');
  expect(sarifFaults(log)).toEqual([]);
  return z
    .object({ runs: z.array(z.object({ results: z.array(z.unknown()), invocations: z.array(z.unknown()) })) })
    .parse(log).runs[0];
}

describe('the symbolic tools, with Z3 and CPython', () => {
  it('find the one input that fails', async () => {
    const { body } = await check(TRICKY, 'tricky');
    expect(body.result?.structuredContent).toMatchObject({
      status: 'counterexample',
      counterexamples: [{ args: { x: 12345, y: 86418 }, outcome: { kind: 'raised', exception: 'ValueError' } }],
    });
  });

  it('have reports as SARIF, with what was found where it happens', async () => {
    const place = (startLine: number) => [
      { physicalLocation: { artifactLocation: { uri: 'code.py' }, region: { startLine } } },
    ];
    const raised = TRICKY.split('\n').findIndex((line) => line.includes('raise')) + 1;
    const checked = await sarifOf('symbolic_check', { code: TRICKY, function_name: 'tricky' });
    expect(checked?.results).toMatchObject([
      { ruleId: 'contract-violation', level: 'error', locations: place(raised) },
    ]);
    const found = await sarifOf('find_path_to_exception', {
      code: TRICKY,
      function_name: 'tricky',
      exception_type: 'ValueError',
    });
    expect(found?.results).toMatchObject([{ ruleId: 'reachable-exception', locations: place(raised) }]);
    const pair = 'def f(x: int) -> int:\n    return x\n\ndef g(x: int) -> int:\n    return abs(x)\n';
    const compared = await sarifOf('compare_functions', { code: pair, function_a: 'f', function_b: 'g' });
    expect(compared?.results[0]).toMatchObject({ ruleId: 'behavioral-difference', locations: place(4) });
    const dead = 'def h(x: int) -> int:\n    return x\n    print(x)\n';
    const branches = await sarifOf('analyze_branches', { code: dead, function_name: 'h' });
    expect(branches?.results).toMatchObject([{ ruleId: 'dead-code', level: 'note', locations: place(3) }]);
    const verified = await sarifOf('symbolic_check', { code: dead, function_name: 'h' });
    expect(verified?.results).toEqual([]);
    expect(verified?.invocations).toMatchObject([{ properties: { status: 'verified', coverage_estimate: 1 } }]);
  });

  it('tell an exception that is raised from one that cannot be', async () => {
    const find = async (exception_type: string) => {
      const args = { code: TRICKY, function_name: 'tricky', exception_type };
      return (await callTool(base, 'find_path_to_exception', args)).body.result?.structuredContent;
    };
    expect(await find('ValueError')).toMatchObject({ status: 'found', triggering_inputs: [{ args: { x: 12345 } }] });
    expect(await find('LookupError')).toMatchObject({ status: 'unreachable', triggering_inputs: [] });
  });

  it('tell functions that differ from functions that do not', async () => {
    const other =
      'def other(a: int, b: int) -> int:\n    if 7 * a + 3 == b and a == 12345:\n        raise ValueError\n    return RESULT\n';
    const compare = async (result: string, precondition: string) => {
      const code = `${TRICKY}${other.replace('RESULT', result)}`;
      const args = { code, function_a: 'tricky', function_b: 'other', precondition };
      return (await callTool(base, 'compare_functions', args)).body.result?.structuredContent;
    };
    expect(await compare('0', 'x > 1')).toMatchObject({ status: 'equivalent', confidence: 'proven', differences: [] });
    expect(await compare('int(a == 54321)', 'x > 1')).toMatchObject({
      status: 'different',
      distinguishing_input: { x: 54321 },
      differences: [{ difference: 'return value', outcome_a: { value: '0' }, outcome_b: { value: '1' } }],
    });
  });

  it('list the branches of a function, and the input of each side', async () => {
    const analyze = async (symbolic_reachability: boolean) => {
      const args = { code: TRICKY, function_name: 'tricky', symbolic_reachability };
      return (await callTool(base, 'analyze_branches', args)).body.result?.structuredContent;
    };
    const test = { line: 3, kind: 'if', condition: 'x == 12345 and y == 7 * x + 3' };
    expect(await analyze(false)).toMatchObject({
      status: 'complete',
      analysis_mode: 'static',
      branches: [{ ...test, true_reachable: null, false_reachable: null }, { kind: 'boolean' }],
      total_branches: 2,
      cyclomatic_complexity: 3,
    });
    expect(await analyze(true)).toMatchObject({
      analysis_mode: 'symbolic',
      branches: [
        { ...test, true_reachable: true, true_example: { args: { x: 12345, y: 86418 } }, false_reachable: true },
        { condition: 'x == 12345', true_reachable: true, false_reachable: true },
      ],
      dead_code_lines: [],
    });
  });

  it.each([
    ['a syntax error', 'def f(:', 'f', 'SyntaxError'],
    ['a missing function', TRICKY, 'trick', 'ValueError'],
  ])('refuse %s, and the next call works', async (_what, code, name, error_type) => {
    const { body } = await check(code, name);
    expect(body.result).toMatchObject({ isError: true, structuredContent: { status: 'error', error_type } });
    expect((await check(TRICKY, 'tricky')).body.result?.structuredContent).toMatchObject({ status: 'counterexample' });
  });

  it.each([
    [
      'an expression nested 10,000 levels deep',
      `def f(x: int) -> int:\n    return ${'('.repeat(10_000)}x${')'.repeat(10_000)}\n`,
    ],
    ['recursion without end', 'def f(x: int) -> int:\n    return f(x + 1)\n'],
  ])('survive %s', async (_what, code) => {
    const { body } = await check(code, 'f');
    expect(body.result?.structuredContent).not.toMatchObject({ status: 'verified' });
    expect((await check(TRICKY, 'tricky')).body.result?.structuredContent).toMatchObject({ status: 'counterexample' });
  });
});

describe('run_python_code, with CPython', () => {
  it('keeps variables and files from call to call, per user', async () => {
    const run = async (code: string, token: string) =>
      (await callTool(base, 'run_python_code', { code }, { token: `engines-${token}` })).body.result?.structuredContent;
    expect(await run('x = 41\nopen("a.txt", "w").write("hi")', 'alice')).toMatchObject({
      status: 'ok',
      new_files: ['a.txt'],
    });
    expect(await run('print(open("a.txt").read())\nx + 1', 'alice')).toMatchObject({ stdout: 'hi\n', results: '42' });
    expect(await run('x', 'bob')).toMatchObject({ status: 'error', error_type: 'NameError' });
  });

  it.each(['modern', 'legacy'] as const)('stops a loop whose caller cancels, %s', async (era) => {
    const client = await connect(base, era, { token: era });
    const loop = { name: 'run_python_code', arguments: { code: 'print("on")\nwhile True: pass', timeout: 300 } };
    const abort = new AbortController();
    const onprogress = ({ message = '' }) => message.startsWith('on') && abort.abort();
    await expect(client.callTool(loop, { signal: abort.signal, timeout: 300_000, onprogress })).rejects.toThrow();
    expect(abort.signal.aborted).toBe(true);
    // The session runs one cell at a time: this one waits until the loop has ended.
    const next = await client.callTool({ name: 'run_python_code', arguments: { code: '6 * 7' } });
    expect(next.structuredContent).toMatchObject({ status: 'ok', results: '42' });
    await client.close();
  });
});

it('reports the versions of what really runs', async () => {
  const { body } = await callTool(base, 'health_check', {});
  expect(body.result?.structuredContent).toMatchObject({
    status: 'healthy',
    python_version: expect.stringMatching(/^3\.14\./),
    z3_version: expect.stringMatching(/\d+\.\d+/),
  });
});
