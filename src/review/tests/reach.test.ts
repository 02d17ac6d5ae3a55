import { beforeAll, expect, test } from 'vitest';
import { graphedRepository, parsedSyntax } from '../../../test/parsed.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import { graphReach } from './reach.ts';

let syntax: SyntaxApi;

beforeAll(async () => {
  syntax = await parsedSyntax();
});

test('tests of each language reach what they call', async () => {
  const repository = graphedRepository(syntax);
  await repository.push({
    'lib.ts': 'export function web() {}\nexport function alone() {}\n',
    'lib.test.ts': "import { web } from './lib';\ndescribe('w', () => {\n  it('works', () => web());\n});\n",
    'lib.go': 'package lib\n\nfunc Gopher() int { return 1 }\n',
    'lib_test.go': 'package lib\n\nimport "testing"\n\nfunc TestGopher(t *testing.T) { Gopher() }\n',
    'src/lib.rs':
      'fn crab() -> u8 { 1 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn walks() { crab(); }\n}\n',
    'src/main/Lib.java': 'class Lib { static int bean() { return 1; } }\n',
    'src/test/LibTest.java': 'class LibTest { @Test void returnsOne() { Lib.bean(); } }\n',
    'lib.py': 'def snake():\n    pass\ndef held():\n    pass\n',
    'box.py':
      'class Box:\n    def __init__(self, n): self.n = n\n    def __len__(self): return self.n\n    def free(self): pass\nclass Bare:\n    def __init__(self): pass\n',
    'tests/test_box.py': 'from box import Box\ndef test_size():\n    assert len(Box(3)) == 3\n',
    'tests/test_lib.py':
      'import unittest\nfrom lib import snake, held\nclass Case(unittest.TestCase):\n    def setUp(self):\n        held()\n    def test_it(self):\n        pass\ndef test_snake():\n    snake()\n',
  });
  const reach = graphReach({
    callGraph: async (request) => ({
      ...repository.graph.callGraph(request),
      coverage: repository.indexer.coverage('everything'),
    }),
    async searchCode() {
      throw new Error('Nothing is searched for.');
    },
  });
  const ids = async (name: string, file: string) => (await reach.testsOf(name, file))?.tests.map(({ id }) => id);
  expect(await ids('web', 'lib.ts')).toEqual(['lib.test.ts']);
  expect(await ids('alone', 'lib.ts')).toEqual([]);
  expect(await ids('Gopher', 'lib.go')).toEqual(['lib_test.go::TestGopher']);
  expect(await ids('crab', 'src/lib.rs')).toHaveLength(1);
  expect(await ids('bean', 'src/main/Lib.java')).toHaveLength(1);
  expect(await ids('snake', 'lib.py')).toEqual(['tests/test_lib.py::test_snake']);
  expect(await ids('held', 'lib.py')).toEqual(['tests/test_lib.py']);
  const sized = ['tests/test_box.py::test_size'];
  expect(await reach.testsOf('Box.__init__', 'box.py')).toMatchObject({ tests: [{ id: sized[0] }] });
  expect(await reach.testsOf('Box.__len__', 'box.py')).toMatchObject({ tests: [{ id: sized[0] }], approximate: true });
  expect(await ids('Box.free', 'box.py')).toEqual([]);
  expect(await ids('Bare.__init__', 'box.py')).toEqual([]);
});
