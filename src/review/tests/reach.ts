/** Which tests call a function, by the graph of calls of an indexed commit. */
import { asToolFailure } from '../../lib/errors.ts';
import type { CallNode, WorkspaceApi } from '../../workspace/api.ts';
import { isTestFile } from './changed-functions.ts';
import type { Reach, ReachingTest } from './service.ts';

/** Calls between a test and what it reaches, and functions on the way. */
const MOST_STEPS = 5;
const MOST_NODES = 150;
/** Lines that have a function's name. */
const MOST_MATCHES = 500;

/** Reach by a workspace's graph. */
export function graphReach(workspace: Pick<WorkspaceApi, 'callGraph' | 'searchCode'>): Reach {
  return {
    async testsOf(name, file) {
      const own = await callersOf(name, file);
      const owner = classCalledFor(name);
      const made = owner === undefined ? undefined : await callersOf(owner, file);
      if (own === undefined || made === undefined) return own ?? made;
      const tests = new Map([...own.tests, ...made.tests].map((test) => [test.id, test]));
      return {
        tests: [...tests.values()],
        // whoever makes an object need not use each of its operators
        approximate: own.approximate || made.approximate || !CONSTRUCTORS.test(name),
        complete: own.complete && made.complete,
      };
    },
    async filesNaming(word) {
      const { matches } = await workspace.searchCode({
        ...{ pattern: word, regex: false, caseSensitive: true, wholeWord: true, contextLines: 0 },
        ...{ paths: [], excludePaths: [], fileTypes: [], maxResults: MOST_MATCHES },
      });
      const counts = new Map<string, number>();
      for (const { file } of matches) if (isTestFile(file)) counts.set(file, (counts.get(file) ?? 0) + 1);
      return [...counts]
        .sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1))
        .map(([file]) => file);
    },
  };

  async function callersOf(name: string, file: string): ReturnType<Reach['testsOf']> {
    try {
      const request = {
        name,
        file,
        direction: 'callers',
        depth: MOST_STEPS,
        maxNodes: MOST_NODES,
        approximate: true,
      } as const;
      const { nodes, edges, outside, omitted, ambiguous } = await workspace.callGraph(request);
      const tests = nodes.filter(isTest).map(({ path, scope, name: test }): ReachingTest => {
        return {
          file: path,
          name: test,
          id: [path, ...scope.split('.').filter((part) => part !== ''), test].join('::'),
        };
      });
      // What only a fixture or setUp reaches is reached by tests that the graph does not lead to.
      const named = new Set(tests.map(({ file: path }) => path));
      const helped = nodes.filter(({ path, distance }) => distance < 0 && isTestFile(path) && !named.has(path));
      const files = [...helped, ...outside.filter(({ path }) => !path.endsWith('.py') && isTestFile(path))].map(
        ({ path }): ReachingTest => ({ file: path, name: '', id: path }),
      );
      return {
        tests: [...tests, ...files],
        approximate: [...edges, ...outside].some(({ certainty }) => certainty === 'approximate'),
        complete: omitted === 0 && ambiguous.length === 0,
      };
    } catch (error) {
      if (asToolFailure(error)?.failure.errorType !== 'SYMBOL_NOT_FOUND') throw error;
      return undefined;
    }
  }
}

/** Methods that are called by making an object. */
const CONSTRUCTORS = /\.(?:__init__|__new__|__post_init__|constructor|initialize|__construct)$/;
/** Methods that Python calls by itself. */
const SPECIAL = /\.__\w+__$/;

/** The class whose use calls the method without naming it. */
function classCalledFor(name: string): string | undefined {
  const [method = '', owner = ''] = name.split('.').toReversed();
  const isCalled = CONSTRUCTORS.test(name) || SPECIAL.test(name) || (owner !== '' && method === owner);
  return isCalled ? name.slice(0, name.lastIndexOf('.')) : undefined;
}

/** Python's are run by their ids; elsewhere a function in a file of tests is one, or serves one, and Rust has tests beside the code. */
function isTest({ path, name, scope }: Pick<CallNode, 'path' | 'name' | 'scope'>): boolean {
  if (path.endsWith('.py')) return isTestFile(path) && name.startsWith('test');
  return isTestFile(path) || (path.endsWith('.rs') && /(?:^|[.:])tests?(?:$|[.:])/.test(scope));
}
