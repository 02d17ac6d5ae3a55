import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { VariableList } from '../../python/protocol.ts';
import listVariables from './list-variables.ts';

const context = (list: VariableList) =>
  toolContext({ pythonSessions: pythonSessions(pythonSession({ variables: async () => list })) });

it('answers with every fact, as structure and as text', async () => {
  const variables = [
    { name: 'a', type: 'list', kind: 'value', value: '[1]', length: 1 },
    { name: 'm', type: 'numpy.ndarray', kind: 'value', value: '<ndarray object>', shape: [2, 3] },
    { name: 'os', type: 'module', kind: 'module', value: "<module 'os'>" },
  ] as const;
  const { structuredContent, content } = await listVariables.call({}, context({ variables, notices: ['Cut.'] }));
  expect(structuredContent).toEqual({ variables, total_variables: 3, notices: ['Cut.'], session_id: 'default' });
  expect(content.map((part) => (part.type === 'text' ? part.text : part.type))).toMatchInlineSnapshot(`
    [
      "3 of 3 variables.
    a (list, length 1): [1]
    m (numpy.ndarray, shape (2, 3)): <ndarray object>
    os (module, module): <module 'os'>
    Notice: Cut.
    [session default]",
    ]
  `);
});

it('says that there are none', async () => {
  const { content } = await listVariables.call({ session_id: 'work' }, context({ variables: [], notices: [] }));
  expect(content).toEqual([{ type: 'text', text: 'There are no variables.\n[session work]' }]);
});
