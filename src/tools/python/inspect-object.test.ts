import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { Inspection, InspectionRequest } from '../../python/protocol.ts';
import inspectObject from './inspect-object.ts';

const context = (answer: Inspection, seen: InspectionRequest[] = []) =>
  toolContext({
    pythonSessions: pythonSessions(
      pythonSession({
        async inspect(request) {
          seen.push(request);
          return answer;
        },
      }),
    ),
  });

const FACTS = {
  name: 'f',
  type: 'function',
  signature: 'f(a: "<T>")',
  docstring: 'One.\n\nTwo & three.',
  file: '<cell 1>',
  line: 3,
  source: 'def f(a: "<T>"): ...\n',
};

it('answers with every fact, as structure, as text and as HTML', async () => {
  const seen: InspectionRequest[] = [];
  const args = { code: 'f', cursor_pos: 1, detail_level: 1 };
  const { structuredContent, content } = await inspectObject.call(args, context({ object: FACTS, notices: [] }, seen));
  expect(seen).toEqual([{ code: 'f', cursor: 1, withSource: true }]);
  expect(structuredContent).toMatchObject({ found: true, ...FACTS, notices: [], session_id: 'default' });
  const { data } = Object(structuredContent);
  expect(data).toMatchInlineSnapshot(`
    {
      "text/html": "<dl><dt>Name</dt><dd><pre>f</pre></dd><dt>Signature</dt><dd><pre>f(a: &quot;&lt;T&gt;&quot;)</pre></dd><dt>Type</dt><dd><pre>function</pre></dd><dt>Defined in</dt><dd><pre>&lt;cell 1&gt;:3</pre></dd><dt>Docstring</dt><dd><pre>One.

    Two &amp; three.</pre></dd><dt>Source</dt><dd><pre>def f(a: &quot;&lt;T&gt;&quot;): ...</pre></dd></dl>",
      "text/plain": "Name: f
    Signature: f(a: "<T>")
    Type: function
    Defined in: <cell 1>:3
    Docstring:
    One.

    Two & three.
    Source: def f(a: "<T>"): ...",
    }
  `);
  const plain = data['text/plain'];
  expect(content).toEqual([{ type: 'text', text: `${plain}\n[session default]` }]);
});

it('says what was not found', async () => {
  const answer = { notices: ['Nothing is known of `x`.'] };
  const { structuredContent, content } = await inspectObject.call({ code: 'x', cursor_pos: 0 }, context(answer));
  expect(structuredContent).toEqual({ found: false, data: {}, notices: answer.notices, session_id: 'default' });
  const text = 'Nothing was found.\nNotice: Nothing is known of `x`.\n[session default]';
  expect(content).toEqual([{ type: 'text', text }]);
});

it('asks for the source at detail level 1 only', async () => {
  const seen: InspectionRequest[] = [];
  const ctx = context({ notices: [] }, seen);
  await inspectObject.call({ code: 'x', cursor_pos: 1 }, ctx);
  await inspectObject.call({ code: 'x', cursor_pos: 1, detail_level: 0 }, ctx);
  expect(seen.map(({ withSource }) => withSource)).toEqual([false, false]);
  await expect(inspectObject.call({ code: 'x', cursor_pos: 1, detail_level: 2 }, ctx)).rejects.toThrow('detail_level');
});

it('refuses a cursor outside of the code', async () => {
  await expect(inspectObject.call({ code: 'x', cursor_pos: 2 }, context({ notices: [] }))).rejects.toThrow('0 to 1');
});
