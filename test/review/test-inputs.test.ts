/** Behaviour that no proof decides, compared on inputs of a repository's own tests. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();
let base: URL;
let git: LocalGit;

/** Names are computed, so that nothing here is proved. */
const FIELDS = `
import itertools
import time
import uuid

MISSING = object()
TAKEN = []
NUMBERS = itertools.count()


class Field:
    def __init__(self, kind, strict=False):
        self.kind, self.strict = kind, strict

    def load(self, value):
        return getattr(self, "load_" + self.kind)(value)

    def load_text(self, value):
        return getattr(value, "st" + "rip")()

    def load_rows(self, value):
        return [getattr(each, "upp" + "er")() for each in value]

    def load_lines(self, value):
        return [getattr(each, "upp" + "er")() for each in value]

    def load_default(self, value, default=MISSING):
        return "none" if default is MISSING else getattr(value, "low" + "er")()

    def load_clock(self, value):
        return [getattr(value, "low" + "er")(), time.time()]

    def load_counted(self, value):
        TAKEN.append(getattr(value, "low" + "er")())
        return len(TAKEN)

    def load_identity(self, value):
        return [getattr(value, "low" + "er")(), uuid.uuid4().hex]

    def load_kept(self, value):
        self.last = getattr(value, "low" + "er")()

    def load_private(self, value):
        self.last = getattr(value, "low" + "er")()

    def load_again(self, value):
        return getattr(value, "low" + "er")() * 2

    def load_many(self, value):
        raise ValueError(getattr(value, "low" + "er")())
`;

const CHANGED = FIELDS.replace('"st" + "rip"', '"rst" + "rip"')
  .replace(
    'return [getattr(each, "upp" + "er")() for each in value]',
    'return (getattr(each, "upp" + "er")() for each in value)',
  )
  .replace(
    /(def load_lines.*\n).*\n/,
    '$1        found = []\n        for each in value:\n            found.append(getattr(each, "upp" + "er")())\n        return found\n',
  )
  .replace('"none" if default is MISSING else', '"none" if MISSING is default else')
  .replace(
    /(def load_clock.*\n).*\n/,
    '$1        lower = getattr(value, "low" + "er")\n        return [lower(), time.time()]\n',
  )
  .replace('return len(TAKEN)', 'size = len(TAKEN)\n        return size')
  .replace(
    /(def load_identity.*\n).*\n/,
    '$1        lower = getattr(value, "low" + "er")\n        return [lower(), uuid.uuid4().hex]\n',
  )
  .replace(
    'self.last = getattr(value, "low" + "er")()\n\n    def load_private',
    'self.last = getattr(value, "low" + "er")() + "."\n\n    def load_private',
  )
  .replace(/(def load_private.*\n)/, '$1        self._cache = value\n')
  .replace('getattr(value, "low" + "er")() * 2', 'getattr(value, "low" + "er")() + getattr(value, "low" + "er")()')
  .replace('raise ValueError(getattr', 'raise TypeError(getattr');

const TESTS = `
from fields import Field
import pytest


@pytest.mark.parametrize("kind", ["text", "default", "clock", "counted", "identity", "kept", "private", "again"])
def test_words(kind):
    Field(kind).load("Word")


def test_lists():
    assert list(Field("rows").load(["a", "b"])) == ["A", "B"]
    assert list(Field("lines").load(["a", "b"])) == ["A", "B"]


def test_faults():
    with pytest.raises(Exception):
        Field("many").load("Word")
`;

/** Objects that no constructor makes from plain values, with words in the place of names. */
const ROWS = `
class Words(set):
    def __missing__(self, key):
        raise KeyError(key)


class Table:
    @classmethod
    def of(cls, reader):
        made = cls.__new__(cls)
        made.rows, made.words = list(reader), {"a"}
        return made

    def first(self, column):
        return getattr(self, "rows")[0] if column in self.words else None
`;

const ROW_TESTS = `
import some_package_that_is_not_there
from rows import Table


def test_first():
    assert Table.of([" a "]).first("a") == " a "


def test_of_the_package():
    some_package_that_is_not_there.check(Table)
`;

const ALIKE = 'had the same outcome on both sides';

beforeAll(async () => {
  base = (await server.listen()).url;
  git = await createLocalGit();
  await git.commit('Begin', { 'fields.py': FIELDS, 'tests/test_fields.py': TESTS });
  await git.commit('Change fields', { 'fields.py': CHANGED });
  await git.git('push', '-q', new URL('/git/fields', base).href, 'main');
  await git.commit('Begin with rows', { 'rows.py': ROWS, 'tests/test_rows.py': ROW_TESTS });
  await git.commit('Change rows', {
    'rows.py': ROWS.replace(
      'if column in self.words else None',
      'if column in self.words or Words().__missing__(column) else None',
    ),
  });
  await git.git('push', '-q', new URL('/git/rows', base).href, 'main');
});
afterAll(() => git.remove());

interface Change {
  readonly function: string;
  readonly status: string;
  readonly message: string;
  readonly call?: string;
  readonly test?: string;
}

it('shows what tests do not notice, and nothing that is the same or varies', async () => {
  const { body } = await callTool(base, 'compare_behaviour', { workspace: 'fields', timeout_seconds: 1 });
  const { changes = [] } = (body.result?.structuredContent ?? {}) as { changes?: readonly Change[] };
  const different = new Map(
    changes.filter(({ status }) => status === 'different').map((each) => [each.function, each]),
  );
  const names = ['kept', 'many', 'private', 'rows', 'text'].map((each) => `Field.load_${each}`);
  expect([...different.keys()].sort()).toEqual(names);
  expect(different.get('Field.load_text')).toMatchObject({ message: expect.stringContaining("'") });
  expect(changes.filter(({ message }) => message.includes(ALIKE)).map((each) => each.function)).toContain(
    'Field.load_lines',
  );
});

it('replays calls of tests on both sides where packages cannot be loaded', async () => {
  const { body } = await callTool(base, 'compare_behaviour', { workspace: 'rows', timeout_seconds: 1 });
  const { changes = [] } = (body.result?.structuredContent ?? {}) as { changes?: readonly Change[] };
  const found = Object.fromEntries(changes.map((each) => [each.function, each]));
  expect(found['Table.first']).toMatchObject({
    status: 'different',
    call: "Table(rows=[' a '], words={'a'}).first(column='')",
    message:
      "before: returns None; after: raises KeyError:  (outcome; made from a call of tests/test_rows.py::test_first, column: 'a' → '')",
    test: 'tests/test_rows.py::test_first',
  });
});
