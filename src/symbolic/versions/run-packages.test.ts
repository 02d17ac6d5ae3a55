/** Versions that stand in packages whose text does not tell all that they use. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

type Files = Readonly<Record<string, string>>;

const PACKAGE: Files = {
  'src/pkg/__init__.py': 'from .main import f\n',
  'src/pkg/base.py':
    'REGISTRY = {}\n\nclass Meta(type):\n    def __new__(cls, name, bases, names):\n        made = super().__new__(cls, name, bases, names)\n        made.order = [one.__name__ for one in made.__mro__]\n        REGISTRY[name] = made\n        return made\n\nclass Base(metaclass=Meta):\n    def size(self) -> int:\n        return len(self.order)\n',
  'src/pkg/main.py':
    'from . import base\nfrom .base import Base, REGISTRY\n\nclass Box(Base):\n    def __init__(self, width: int) -> None:\n        self.width = width\n\n    def area(self, height: int) -> int:\n        return self.width * height + self.size()\n\ndef f(x: int, name: str) -> int:\n    return getattr(base, "REGISTRY")[name or "Box"](x).area(2)\n',
};

const compare = (changes: Files, name: string, path = 'src/pkg/main.py') =>
  symbolic.versions(
    path,
    name,
    async (side, wanted) => (side === 'after' ? { ...PACKAGE, ...changes } : PACKAGE)[wanted],
  );

const changed = (path: string, from: string, to: string): Files => {
  const text = PACKAGE[path] ?? '';
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return { [path]: text.replace(from, to) };
};

test('a difference is shown by runs of both packages', async () => {
  const { status, differences } = await compare(
    changed('src/pkg/main.py', 'self.width * height', 'self.width + height'),
    'Box.area',
  );
  expect({ status, differences }).toMatchObject({
    status: 'different',
    differences: [{ foundBy: 'trial', before: { kind: 'returned' }, after: { kind: 'returned' } }],
  });
});

test('what another module of the package does counts', async () => {
  expect(await compare(changed('src/pkg/base.py', 'len(self.order)', 'len(self.order) + 1'), 'Box.area')).toMatchObject(
    {
      status: 'different',
    },
  );
  expect(await compare(changed('src/pkg/base.py', 'len(self.order)', 'len(self.order) + 1'), 'f')).toMatchObject({
    status: 'different',
  });
});

test('runs that end alike prove nothing', async () => {
  const { status, message, reasons } = await compare(
    changed('src/pkg/main.py', 'self.width * height', 'height * self.width'),
    'Box.area',
  );
  expect(status).toBe('unknown');
  expect(message).toMatch(/^Not proved; of \d+ inputs .* did the same\.$/);
  expect(reasons).toHaveLength(1);
});

test.each([
  ['a package that is needed on import', 'import nothing_of_that_name\nnothing_of_that_name.call()\n'],
  ['an import that fails', 'raise ValueError("no")\n'],
  ['a module of the workspace that is not there', 'try:\n    from . import generated\nexcept ImportError:\n    pass\n'],
])('%s is not decided', async (_, head) => {
  const text = `${head}${PACKAGE['src/pkg/main.py']}`.replace('self.width * height', '0');
  const { status, reasons } = await compare({ 'src/pkg/main.py': text }, 'Box.area');
  expect({ status, last: reasons.at(-1)?.message }).toEqual({
    status: 'unknown',
    last: expect.stringContaining('both versions cannot be run'),
  });
});

test('chance and addresses are no difference', async () => {
  const body = (text: string) => changed('src/pkg/main.py', 'return self.width * height + self.size()', text);
  expect((await compare(body('return id(self.order) + height'), 'Box.area')).status).not.toBe('equivalent');
  const chance = 'import random\n        return random.random() * 0 + hash(object()) % 2';
  const files = body(chance);
  const both = await symbolic.versions('src/pkg/main.py', 'Box.area', async (side, path) => {
    const now: Files = { ...PACKAGE, ...files };
    return side === 'after' ? now[path]?.replace('% 2', '% 2 + 0') : now[path];
  });
  expect(both).toMatchObject({ status: 'unknown', differences: [] });
});

test('a package that is not there hides no difference beside it', async () => {
  const files = changed('src/pkg/main.py', 'self.width * height', 'self.width + height');
  const text = (path: string, version: Files) =>
    path === 'src/pkg/main.py' ? `import other\n${version[path]}` : version[path];
  const { status } = await symbolic.versions('src/pkg/main.py', 'Box.area', async (side, path) =>
    text(path, side === 'after' ? { ...PACKAGE, ...files } : PACKAGE),
  );
  expect(status).toBe('different');
});
