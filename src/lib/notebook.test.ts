import { expect, test } from 'vitest';
import { readNotebook, withoutResults } from './notebook.ts';

const NOTEBOOK = {
  cells: [
    {
      attachments: { 'a.png': { 'image/png': 'iVBORw0' } },
      cell_type: 'markdown',
      source: ['![a](data:image/png;base64,iVBORw0KGgo=)\n', 'words "quoted" \\ [outputs]'],
    },
    {
      cell_type: 'code',
      outputs: [{ data: { 'text/plain': ['a result\n', '}'] } }],
      source: ['"outputs"'],
    },
  ],
  metadata: { kernelspec: { language: 'Python' }, widgets: { state: { a: 1 } } },
};

test.each([0, 1])('outputs and images leave a text of the same lines: indented by %i', (indent) => {
  const text = JSON.stringify(NOTEBOOK, null, indent);
  const kept = withoutResults(text);
  expect(kept.split('\n').length).toBe(text.split('\n').length);
  const [markdown, code] = NOTEBOOK.cells;
  const words = ['![a](data:image/png;base64,)\n', 'words "quoted" \\ [outputs]'];
  expect(JSON.parse(kept)).toEqual({
    cells: [
      { ...markdown, attachments: {}, source: words },
      { ...code, outputs: [] },
    ],
    metadata: { kernelspec: { language: 'Python' }, widgets: {} },
  });
  expect(readNotebook(kept)).toMatchObject({
    kernel: 'python',
    cells: [
      { kind: 'markdown', lines: [{ text: '![a](data:image/png;base64,)' }, { text: 'words "quoted" \\ [outputs]' }] },
      { kind: 'code', lines: [{ text: '"outputs"' }] },
    ],
  });
});

test('the older format', () => {
  const cells = [{ cell_type: 'code', input: ['a = 1\n', 'b'], outputs: ['no'] }];
  const text = withoutResults(JSON.stringify({ worksheets: [{ cells }] }));
  expect(text).not.toContain('no');
  expect(readNotebook(text)).toMatchObject({ cells: [{ kind: 'code', lines: [{ text: 'a = 1' }, { text: 'b' }] }] });
});

test.each(['', '{', 'words', '[1, 2]', '{"cells": []}', '{"cells": [', '{"cells": {"outputs": [1'])('%j', (text) => {
  expect(withoutResults(text).length).toBeLessThanOrEqual(text.length + 1);
  expect(readNotebook(text)?.cells.length ?? 0).toBeLessThanOrEqual(1);
});
