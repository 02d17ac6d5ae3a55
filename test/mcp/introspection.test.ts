/** Completion, inspection and the list of variables, through the front Worker to the real interpreter. */
import { beforeAll, expect, it } from 'vitest';
import { askCell, HOLD } from '../python/held-cells.ts';
import { sharedServer } from './harness.ts';
import { callTool } from './requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

async function call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { body } = await callTool(base, tool, args, { token: 'introspection' });
  const facts = body.result?.structuredContent;
  return typeof facts === 'object' && facts !== null ? { ...facts } : { refused: body };
}

it('serves all three from a session', async () => {
  const code =
    'def greet(name, *, loud=False):\n    "Greets."\n    return name\nitems = {"grün": [1]}\nopen("日本.txt", "w").close()';
  expect(await call('run_python_code', { code })).toMatchObject({ status: 'ok' });

  expect(await call('code_completion', { code: 'greet(lou', cursor_pos: 9 })).toEqual({
    matches: ['loud='],
    types: ['param'],
    cursor_start: 6,
    cursor_end: 9,
    notices: [],
    session_id: 'default',
  });
  expect(await call('code_completion', { code: '"😀"; items["gr"]', cursor_pos: 14 })).toMatchObject({
    matches: ['grün'],
    cursor_start: 12,
    cursor_end: 14,
  });
  expect(await call('code_completion', { code: 'open("日', cursor_pos: 7 })).toMatchObject({ matches: ['日本.txt'] });

  expect(await call('inspect_object', { code: 'greet(', cursor_pos: 6, detail_level: 1 })).toMatchObject({
    found: true,
    data: { 'text/plain': expect.stringContaining('Greets.'), 'text/html': expect.stringContaining('<dt>Source</dt>') },
    signature: 'greet(name, *, loud=False)',
    file: '<cell 1>',
    line: 1,
    source: 'def greet(name, *, loud=False):\n    "Greets."\n    return name\n',
  });
  expect(await call('inspect_object', { code: 'nothing', cursor_pos: 3 })).toMatchObject({ found: false, data: {} });

  expect(await call('list_variables', {})).toMatchObject({
    variables: [
      { name: 'greet', type: 'function', kind: 'function', value: 'def greet(name, *, loud=False)' },
      { name: 'items', type: 'dict', kind: 'value', value: "{'grün': [1]}", length: 1 },
    ],
    total_variables: 2,
    session_id: 'default',
  });
});

it('waits for the running cell, and leaves the session as it was', async () => {
  const running = askCell(base, 'introspection', `${HOLD}late = 1`, 'busy');
  await running.begun;
  let isAnswered = false;
  const completion = call('code_completion', { code: 'lat', cursor_pos: 3, session_id: 'busy' }).finally(() => {
    isAnswered = true;
  });
  expect(await call('get_workspace_info', { session_id: 'busy' })).toMatchObject({ kernel: 'busy' });
  expect(isAnswered).toBe(false);
  await call('interrupt_execution', { session_id: 'busy' });
  expect(await completion).toMatchObject({ matches: ['late'], session_id: 'busy' });
  expect(await running.result).toMatchObject({ status: 'interrupted' });
  expect(await call('run_python_code', { code: 'late', session_id: 'busy' })).toMatchObject({
    results: '1',
    notices: [],
  });
});

it('refuses a cursor outside of the code, and says what is allowed', async () => {
  for (const tool of ['code_completion', 'inspect_object']) {
    expect(await call(tool, { code: '😀', cursor_pos: 2 })).toMatchObject({
      status: 'error',
      error_type: 'ValueError',
      message: 'cursor_pos is 2; it must be 0 to 1, the length of the code in code points.',
    });
  }
});
