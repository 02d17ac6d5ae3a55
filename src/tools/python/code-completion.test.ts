import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { Completions } from '../../python/protocol.ts';
import codeCompletion from './code-completion.ts';

const COMPLETIONS: Completions = {
  matches: ['append', 'apply'],
  types: ['method', 'instance'],
  start: 2,
  notices: ['There may be more.'],
};

const context = (seen: unknown[] = []) =>
  toolContext({
    pythonSessions: pythonSessions(
      pythonSession({
        async complete(request) {
          seen.push(request);
          return COMPLETIONS;
        },
      }),
    ),
  });

it('answers with every fact, as structure and as text', async () => {
  const seen: unknown[] = [];
  const { structuredContent, content } = await codeCompletion.call(
    { code: 'x.ap', cursor_pos: 4, session_id: 'work' },
    context(seen),
  );
  expect(seen).toEqual([{ code: 'x.ap', cursor: 4 }]);
  expect(structuredContent).toEqual({
    matches: ['append', 'apply'],
    cursor_start: 2,
    cursor_end: 4,
    types: ['method', 'instance'],
    notices: ['There may be more.'],
    session_id: 'work',
  });
  expect(content.map((part) => (part.type === 'text' ? part.text : part.type))).toMatchInlineSnapshot(`
    [
      "Completions, each to replace the code points from 2 to 4:
    append (method)
    apply (instance)
    Notice: There may be more.
    [session work]",
    ]
  `);
});

it.each([
  ['abc', -1, 3],
  ['abc', 4, 3],
  ['😀', 2, 1],
  ['', 1, 0],
])('refuses a cursor outside of %j: %i', async (code, cursor_pos, length) => {
  await expect(codeCompletion.call({ code, cursor_pos }, context())).rejects.toMatchObject({
    failure: { errorType: 'ValueError', message: expect.stringContaining(`must be 0 to ${length}`) },
  });
});

it.each([
  ['abc', 3],
  ['😀', 1],
  ['', 0],
])('takes the end of %j: %i', async (code, cursor_pos) => {
  const { structuredContent } = await codeCompletion.call({ code, cursor_pos }, context());
  expect(structuredContent).toMatchObject({ cursor_end: cursor_pos });
});

it.each([[1.5], ['3'], [undefined]])('refuses a cursor of %s', async (cursor_pos) => {
  await expect(codeCompletion.call({ code: 'abc', cursor_pos }, context())).rejects.toThrow('cursor_pos');
});
