/** Which tests call a function, by the graph of calls of an indexed commit. */
import { asToolFailure } from '../../lib/errors.ts';
import type { WorkspaceApi } from '../../workspace/service.ts';
import { isTestFile } from './changed-functions.ts';
import type { Reach, ReachingTest } from './service.ts';

/** Calls between a test and what it reaches, and functions on the way. */
const MOST_STEPS = 5;
const MOST_NODES = 150;

/** Reach by a workspace's graph. */
export function graphReach(workspace: Pick<WorkspaceApi, 'callGraph'>): Reach {
  return {
    async testsOf(name, file) {
      try {
        const request = {
          name,
          file,
          direction: 'callers',
          depth: MOST_STEPS,
          maxNodes: MOST_NODES,
          approximate: true,
        } as const;
        const { nodes, edges, omitted, ambiguous } = await workspace.callGraph(request);
        const tests = nodes
          .filter((node) => isTestFile(node.path) && isTest(node.name))
          .map(({ path, scope, name: test }): ReachingTest => {
            return {
              file: path,
              name: test,
              id: [path, ...scope.split('.').filter((part) => part !== ''), test].join('::'),
            };
          });
        return {
          tests,
          approximate: edges.some(({ certainty }) => certainty === 'approximate'),
          complete: omitted === 0 && ambiguous.length === 0,
        };
      } catch (error) {
        if (asToolFailure(error)?.failure.errorType !== 'SYMBOL_NOT_FOUND') throw error;
        return undefined;
      }
    },
  };
}

function isTest(name: string): boolean {
  return /^(?:test|Test|it_|should)/.test(name);
}
