import { expect, it } from 'vitest';
import { toolContext, workspaces } from '../../../test/tool-context.ts';
import type { ImportRequest } from '../../workspace/git/fetch/import.ts';
import importRepository from './import-repository.ts';

const COMMIT = 'a'.repeat(40);

it('asks for the default branch with all of its history, and says where it is', async () => {
  const asked: ImportRequest[] = [];
  const ctx = toolContext({
    workspaces: workspaces({
      async importRepository(request, checkpoint) {
        asked.push(request);
        await checkpoint({ done: 1, message: '1 MB received' });
        const coverage = {
          branch: 'main',
          commit: COMMIT,
          complete: true,
          filesIndexed: 1,
          filesPending: 0,
          filesSkipped: 0,
          filesOutdated: 0,
        };
        return { ref: 'refs/heads/main', branch: 'main', commit: COMMIT, bytes: 123, coverage };
      },
    }),
  });
  const result = await importRepository.call({ url: 'https://example.com/a.git' }, ctx);
  expect(asked).toEqual([{ url: 'https://example.com/a.git', force: false }]);
  expect(ctx.steps).toEqual([{ done: 1, message: '1 MB received' }]);
  expect(result.structuredContent).toMatchObject({
    branch: 'main',
    commit: COMMIT,
    changed: true,
    bytes_received: 123,
  });
  expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining(`at ${COMMIT}; 123 bytes`) }]);
});
