/** Which definitions references mean, in small projects of each family of languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { graphedRepository, parsedSyntax } from '../../../test/parsed.ts';
import { atOnce, WorkBudget } from '../../lib/sliced-work.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import { KnownPlaces, Sites } from './sites.ts';

let syntax: SyntaxApi;

beforeAll(async () => {
  syntax = await parsedSyntax();
});

/** Every call and type of a file as `line name -> file:line`, `~` before what is approximate. */
async function edges(files: Readonly<Record<string, string>>, path: string): Promise<readonly string[]> {
  const repository = graphedRepository(syntax);
  await repository.push(files);
  const sites = new Sites(
    repository.database.sql,
    new KnownPlaces(repository.graph.code()),
    new WorkBudget(Number.POSITIVE_INFINITY),
  );
  return atOnce(sites.inLines(path, 1, 1000))
    .filter(({ kind }) => kind !== 'use')
    .map(({ line, name, targets, certainty }) => {
      const places = targets.map((target) => `${target.path}:${target.nameLine}`);
      return `${line} ${name} -> ${certainty === 'approximate' ? '~' : ''}${places.join(' ')}`;
    });
}

describe('Python', () => {
  it('follows relative imports, re-exports, other names and submodules', async () => {
    const files = {
      'src/pkg/__init__.py': 'from .core import run as start\nfrom . import tools\n',
      'src/pkg/core.py': 'def run():\n    pass\n',
      'src/pkg/tools/__init__.py': '',
      'src/pkg/tools/text.py': 'from ..core import run\ndef clean():\n    run()\n',
      'app.py':
        'import pkg\nfrom pkg import start as go, tools\nfrom pkg.tools import text\nimport pkg.core as core\nimport json\ndef main(core2):\n    go()\n    text.clean()\n    core.run()\n    pkg.start()\n    pkg.tools.text.clean()\n    json.run()\n    open()\n    core2.run()\n',
      'other.py': 'def open():\n    pass\n\nclass Runner:\n    def run(self):\n        pass\n',
    };
    expect(await edges(files, 'app.py')).toEqual([
      '7 go -> src/pkg/core.py:1',
      '8 clean -> src/pkg/tools/text.py:2',
      '9 run -> src/pkg/core.py:1',
      '10 start -> src/pkg/core.py:1',
      '11 clean -> src/pkg/tools/text.py:2',
      '14 run -> ~other.py:5',
    ]);
    expect(await edges(files, 'src/pkg/tools/text.py')).toEqual(['3 run -> src/pkg/core.py:1']);
  });

  it('tells methods of one class from those of another, and follows bases and types', async () => {
    const files = {
      'a.py':
        'class A:\n    def save(self):\n        self.check()\n    def check(self):\n        pass\n\nclass B(A):\n    def save(self):\n        super().save()\n        self.check()\n\nclass C:\n    def check(self):\n        pass\n\ndef use(b: B, c: "C | None", d):\n    b.check()\n    c.check()\n    d.check()\n    b = A()\n',
    };
    expect(await edges(files, 'a.py')).toEqual([
      '3 check -> a.py:4',
      '7 A -> a.py:1',
      '9 save -> a.py:2',
      '10 check -> a.py:4',
      '16 B -> a.py:7',
      '17 check -> a.py:4',
      '18 check -> a.py:13',
      '19 check -> ~a.py:4 a.py:13',
      '20 A -> a.py:1',
    ]);
  });
});

/** Places that mean a definition as `file:line`, `~` before what is approximate. */
async function uses(files: Readonly<Record<string, string>>, name: string): Promise<readonly string[]> {
  const repository = graphedRepository(syntax);
  await repository.push(files);
  const { references } = repository.graph.findReferences({ name, limit: 100, offset: 0, approximate: true });
  return references.map(({ path, line, certainty }) => `${certainty === 'approximate' ? '~' : ''}${path}:${line}`);
}

describe('references', () => {
  it('are all uses of a definition, also of methods as values, and lines of imported names', async () => {
    const python =
      'from lib import (\n    other,\n    helper,\n)\n__all__ = ["helper"]\nclass A:\n    def m(self):\n        x = [helper]\n        return run(helper, self.m, other.m)\n';
    const files = { 'lib.py': 'def helper():\n    pass\ndef other():\n    pass\n', 'a.py': python };
    expect(await uses(files, 'helper')).toEqual(['a.py:3', 'a.py:5', 'a.py:8', 'a.py:9']);
    expect(await uses(files, 'A.m')).toEqual(['a.py:9', '~a.py:9']);
  });

  it('see no value of a name in a keyword argument', async () => {
    const files = {
      'check.py': 'def length():\n    pass\n',
      'a.py': 'import check\ndef f():\n    return make(\n        name=1, check=[check.length()]\n    )\n',
    };
    expect(await uses(files, 'length')).toEqual(['a.py:4']);
  });

  it('follow CommonJS: whole exports, members of objects and prototypes', async () => {
    const files = {
      'lib/app.js':
        "var View = require('./view');\nvar utils = require('./utils');\nvar app = exports = module.exports = {};\napp.use = function use(fn) {\n  this.set('view', View);\n  utils.wrap(fn);\n};\napp.set = app.put = function set(name) {\n  return new View(name).render();\n};\n",
      'lib/view.js':
        'module.exports = View;\nfunction View(name) {\n  this.render();\n  function local() {}\n}\nView.prototype.render = function () {};\n',
      'lib/utils.js': 'exports.wrap = function (fn) { return fn; };\nexports.all = [exports.wrap];\n',
      'main.js': "const app = require('./lib/app');\napp.use(app.put);\n",
    };
    expect(await uses(files, 'View')).toEqual([
      'lib/app.js:1',
      'lib/app.js:5',
      'lib/app.js:9',
      'lib/view.js:1',
      'lib/view.js:6',
    ]);
    expect(await uses(files, 'View.render')).toEqual(['lib/app.js:9', 'lib/view.js:3']);
    expect(await uses(files, 'app.set')).toEqual(['lib/app.js:5']);
    expect(await uses(files, 'app.use')).toEqual(['main.js:2']);
    expect(await uses(files, 'app.put')).toEqual(['main.js:2']);
    expect(await uses(files, 'wrap')).toEqual(['lib/app.js:6', 'lib/utils.js:2']);
  });

  it('are in bodies of macros, and by names of Ruby', async () => {
    const c =
      '#define ADD(xs, x) \\\n  do { if (list_add(xs, "list_add", x)) xs->size = limit; } while (0)\nint limit;\nint list_add(int *xs, int x) { return x; }\n';
    expect(await uses({ 'a.c': c }, 'list_add')).toEqual(['a.c:2']);
    expect(await uses({ 'a.c': c }, 'limit')).toEqual(['a.c:2']);
    const ruby = 'class A\n  def m\n  end\nend\nxs.map(&:m)\nx.send(:m, 1)\n';
    expect(await uses({ 'a.rb': ruby }, 'A.m')).toEqual(['~a.rb:5', '~a.rb:6']);
  });

  it('are no methods of texts, numbers, lists, and of what is declared as one', async () => {
    const files = {
      'a.py':
        'class Path:\n    def join(self):\n        pass\n\ndef f(xs: str, y):\n    "-".join(y)\n    xs.join(y)\n    text = ""\n    text.join(y)\n    made = str(y)\n    made.join(y)\n    y.join()\n',
    };
    expect(await uses(files, 'join')).toEqual(['~a.py:12']);
    const added = {
      'a.js': "String.prototype.shout = function () {};\nfunction f() {\n  return 'a'.shout();\n}\n",
    };
    expect(await uses(added, 'shout')).toEqual(['~a.js:3']);
  });

  it('of a prototype in a header are those of its body', async () => {
    const files = {
      'list.h': 'int list_add(int x);\n',
      'list.c': '#include "list.h"\nint list_add(int x) { return x; }\n',
      'main.c': '#include "list.h"\nint main(void) { return list_add(1); }\n',
    };
    const repository = graphedRepository(syntax);
    await repository.push(files);
    const request = { name: 'list_add', file: 'list.h', limit: 9, offset: 0, approximate: true };
    expect(repository.graph.findReferences(request).references.map(({ path }) => path)).toEqual(['main.c']);
  });
});

describe('TypeScript and JavaScript', () => {
  it('follows relative imports, barrels, default exports, packages and requires', async () => {
    const files = {
      'packages/core/package.json': '{"name": "@acme/core"}',
      'packages/core/src/index.ts': "export * from './shapes.js';\nexport { area as size } from './area';\n",
      'packages/core/src/shapes.ts':
        'export class Circle {\n  readonly #store: Store = new Store();\n  grow(): void {\n    this.#store.put();\n  }\n}\nexport class Store {\n  put(): void {}\n}\n',
      'packages/core/src/area/index.ts':
        'export function area(): number {\n  return 1;\n}\nexport default function fresh() {}\n',
      'app/main.ts':
        "import { Circle, size } from '@acme/core';\nimport fresh from '../packages/core/src/area';\nimport * as shapes from '../packages/core/src/shapes';\nimport { put } from 'elsewhere';\nexport function main(circle: Circle): void {\n  circle.grow();\n  size();\n  fresh();\n  new shapes.Store().put();\n  put();\n  const made = new Circle();\n  made.grow();\n}\n",
      'old.js': "const { area } = require('./packages/core/src/area');\nfunction go() {\n  area();\n}\n",
    };
    expect(await edges(files, 'app/main.ts')).toEqual([
      '5 Circle -> packages/core/src/shapes.ts:1',
      '6 grow -> packages/core/src/shapes.ts:3',
      '7 size -> packages/core/src/area/index.ts:1',
      '8 fresh -> packages/core/src/area/index.ts:4',
      '9 Store -> packages/core/src/shapes.ts:7',
      '9 put -> packages/core/src/shapes.ts:8',
      '11 Circle -> packages/core/src/shapes.ts:1',
      '12 grow -> packages/core/src/shapes.ts:3',
    ]);
    expect(await edges(files, 'packages/core/src/shapes.ts')).toContain('4 put -> packages/core/src/shapes.ts:8');
    expect(await edges(files, 'old.js')).toEqual(['3 area -> packages/core/src/area/index.ts:1']);
  });

  it('does not take a local name for one of the file', async () => {
    const files = {
      'a.ts':
        'function run() {}\nexport function go(run: () => void) {\n  run();\n}\nexport function stay() {\n  run();\n}\n',
    };
    expect(await edges(files, 'a.ts')).toEqual(['6 run -> a.ts:1']);
  });
});

describe('Go', () => {
  it('follows packages, receivers, parameters and constructors', async () => {
    const files = {
      'go.mod': 'module example.org/shop\n',
      'store/store.go':
        'package store\n\ntype Store struct {\n\tlog *Log\n}\n\nfunc New() *Store {\n\treturn &Store{}\n}\n\nfunc (s *Store) Save() {\n\ts.check()\n\ts.log.Write()\n\thelp()\n}\n\nfunc (s *Store) check() {}\n',
      'store/log.go': 'package store\n\ntype Log struct{}\n\nfunc (l *Log) Write() {}\n\nfunc help() {}\n',
      'cmd/main.go':
        'package main\n\nimport (\n\t"fmt"\n\tst "example.org/shop/store"\n)\n\nfunc help() {}\n\nfunc main() {\n\ts := st.New()\n\ts.Save()\n\tfmt.Println()\n\thelp()\n}\n\nfunc use(s *st.Store) {\n\ts.Save()\n}\n',
    };
    expect(await edges(files, 'cmd/main.go')).toEqual([
      '11 New -> store/store.go:7',
      '12 Save -> store/store.go:11',
      '14 help -> cmd/main.go:8',
      '17 Store -> store/store.go:3',
      '18 Save -> store/store.go:11',
    ]);
    expect((await edges(files, 'store/store.go')).filter((edge) => /^1[234] /.test(edge))).toEqual([
      '12 check -> store/store.go:17',
      '13 Write -> store/log.go:5',
      '14 help -> store/log.go:7',
    ]);
  });
});

describe('Rust', () => {
  it('follows modules, use declarations and impls', async () => {
    const files = {
      'src/main.rs':
        'mod store;\nmod util;\nuse crate::store::Store;\nuse util::text::clean as tidy;\n\nfn main() {\n    let s = Store::new();\n    s.save();\n    tidy();\n    crate::util::top();\n}\n',
      'src/store.rs':
        'use super::util;\n\npub struct Store {}\n\nimpl Store {\n    pub fn new() -> Self {\n        Store {}\n    }\n    pub fn save(&self) {\n        self.check();\n        util::top();\n    }\n    fn check(&self) {}\n}\n',
      'src/util/mod.rs': 'pub mod text;\npub fn top() {}\n',
      'src/util/text.rs': 'pub fn clean() {}\n',
    };
    expect(await edges(files, 'src/main.rs')).toEqual([
      '7 new -> src/store.rs:6',
      '8 save -> src/store.rs:9',
      '9 tidy -> src/util/text.rs:1',
      '10 top -> src/util/mod.rs:2',
    ]);
    expect((await edges(files, 'src/store.rs')).slice(-2)).toEqual([
      '10 check -> src/store.rs:13',
      '11 top -> src/util/mod.rs:2',
    ]);
  });
});

describe('Java', () => {
  it('follows imports, packages, bases and fields', async () => {
    const files = {
      'src/main/java/org/shop/Base.java':
        'package org.shop;\n\npublic class Base {\n    protected void check() {}\n}\n',
      'src/main/java/org/shop/Store.java':
        'package org.shop;\n\nimport org.shop.log.Log;\nimport static org.shop.log.Tools.trim;\nimport java.util.List;\n\npublic class Store extends Base {\n    private Log log = new Log();\n\n    public void save(Item item) {\n        check();\n        log.write();\n        item.touch();\n        trim();\n        List.of();\n    }\n}\n',
      'src/main/java/org/shop/Item.java': 'package org.shop;\n\nclass Item {\n    void touch() {}\n}\n',
      'src/main/java/org/shop/log/Log.java':
        'package org.shop.log;\n\npublic class Log {\n    public void write() {}\n}\n',
      'src/main/java/org/shop/log/Tools.java':
        'package org.shop.log;\n\npublic class Tools {\n    public static void trim() {}\n    public static void of() {}\n}\n',
    };
    const found = await edges(files, 'src/main/java/org/shop/Store.java');
    expect(found.map((edge) => edge.replaceAll('src/main/java/org/shop/', ''))).toEqual([
      '7 Base -> Base.java:3',
      '8 Log -> log/Log.java:3',
      '8 Log -> log/Log.java:3',
      '10 Item -> Item.java:3',
      '11 check -> Base.java:4',
      '12 write -> log/Log.java:4',
      '13 touch -> Item.java:4',
      '14 trim -> log/Tools.java:4',
    ]);
  });
});

describe('C and C++', () => {
  it('follows includes from prototypes to bodies, and leaves static homonyms alone', async () => {
    const files = {
      'src/store.h': 'struct store { int n; };\nint save(struct store *s);\n',
      'src/store.c':
        '#include "store.h"\nstatic int help(void) { return 1; }\nint save(struct store *s) {\n  return help() + s->n;\n}\n',
      'src/other.c': 'static int help(void) { return 2; }\nint twice(void) { return help(); }\n',
      'src/main.c':
        '#include <stdio.h>\n#include "store.h"\nint main(void) {\n  struct store s;\n  printf("x");\n  twice();\n  return save(&s);\n}\n',
    };
    expect(await edges(files, 'src/store.c')).toContain('4 help -> src/store.c:2');
    expect(await edges(files, 'src/other.c')).toEqual(['2 help -> src/other.c:1']);
    const calls = await edges(files, 'src/main.c');
    expect(calls).toContain('7 save -> src/store.c:3');
    expect(calls).toContain('6 twice -> ~src/other.c:2');
  });

  it('follows methods through headers, parameters and variables', async () => {
    const files = {
      'store.hpp': 'class Store {\npublic:\n  void save();\n  void check();\n};\n',
      'store.cpp': '#include "store.hpp"\nvoid Store::save() {\n  check();\n}\nvoid Store::check() {}\n',
      'main.cpp':
        '#include "store.hpp"\nvoid run(Store &store) {\n  store.save();\n}\nint main() {\n  Store mine;\n  mine.save();\n}\n',
    };
    expect(await edges(files, 'store.cpp')).toContain('3 check -> store.cpp:5');
    const calls = await edges(files, 'main.cpp');
    expect(calls).toContain('3 save -> store.cpp:2');
    expect(calls).toContain('7 save -> store.cpp:2');
  });
});

it('takes names of Python that a star gives from the last module that gives them', async () => {
  const files = {
    'a.py': 'from b import *\nfrom c import *\n\ndef main():\n    one()\n    two()\n    _three()\n',
    'b.py': 'def one():\n    pass\n\ndef two():\n    pass\n\ndef _three():\n    pass\n',
    'c.py': '__all__ = ["one"]\n\ndef one():\n    pass\n\ndef two():\n    pass\n',
  };
  expect(await edges(files, 'a.py')).toEqual(['5 one -> c.py:3', '6 two -> b.py:4']);
});

it('follows a call of what `_` stands for', async () => {
  const files = {
    'a.py': 'from b import translated as _\n\ndef main(one):\n    return _("text")\n',
    'b.py': 'def translated(text):\n    return text\n',
    'c.ts': 'import { translated as _ } from "./d";\nexport const main = () => _("text");\n',
    'd.ts': 'export function translated(text: string) { return text; }\n',
  };
  expect(await edges(files, 'a.py')).toEqual(['4 _ -> b.py:1']);
  expect(await edges(files, 'c.ts')).toEqual(['2 _ -> d.ts:1']);
});

it('takes no method of a test for one that a program calls by its name', async () => {
  const fake = 'class Fake:\n    def update(self):\n        pass\n';
  const use = 'def use(one):\n    one.update()\n';
  const files = { 'a.py': use, 'tests/test_a.py': fake, 'tests/test_b.py': use };
  expect(await edges(files, 'a.py')).toEqual([]);
  expect(await edges(files, 'tests/test_b.py')).toEqual(['2 update -> ~tests/test_a.py:2']);
});

describe('other languages', () => {
  it('follows Kotlin and Scala packages, PHP classes, Ruby files and shell scripts', async () => {
    const files = {
      'src/org/a/Store.kt': 'package org.a\n\nclass Store {\n    fun save() {}\n}\n\nfun make(): Store = Store()\n',
      'src/org/b/Main.kt':
        'package org.b\n\nimport org.a.Store\nimport org.a.make\n\nfun main(s: Store) {\n    s.save()\n    make()\n}\n',
      'lib/Shop/Store.php':
        '<?php\nnamespace App\\Shop;\nclass Store {\n  public function save() { $this->check(); }\n  public function check() {}\n}\n',
      'lib/main.php': '<?php\nuse App\\Shop\\Store;\nfunction main() {\n  $s = new Store();\n}\n',
      'rb/store.rb': 'class Store\n  def save\n    check\n    check()\n  end\n  def check\n  end\nend\n',
      'sh/lib.sh': 'greet() {\n  echo hi\n}\n',
      'sh/main.sh': 'source ./lib.sh\nrun() {\n  greet\n}\n',
    };
    const kotlin = await edges(files, 'src/org/b/Main.kt');
    expect(kotlin).toContain('7 save -> src/org/a/Store.kt:4');
    expect(kotlin).toContain('8 make -> src/org/a/Store.kt:7');
    expect(await edges(files, 'lib/Shop/Store.php')).toContain('4 check -> lib/Shop/Store.php:5');
    expect(await edges(files, 'lib/main.php')).toContain('4 Store -> lib/Shop/Store.php:3');
    expect(await edges(files, 'rb/store.rb')).toContain('4 check -> rb/store.rb:6');
    expect(await edges(files, 'sh/main.sh')).toContain('3 greet -> sh/lib.sh:1');
  });

  it('follows namespaces of C#', async () => {
    const files = {
      'Store.cs': 'namespace Shop.Data {\n  public class Store {\n    public void Save() {}\n  }\n}\n',
      'Item.cs': 'namespace Shop {\n  public class Item {}\n}\n',
      'Main.cs':
        'using Shop.Data;\nnamespace Shop {\n  class Main {\n    void Run(Store store) {\n      store.Save();\n      new Item();\n    }\n  }\n}\n',
    };
    const calls = await edges(files, 'Main.cs');
    expect(calls).toContain('5 Save -> Store.cs:3');
    expect(calls).toContain('6 Item -> Item.cs:2');
  });

  it('makes no edges between languages', async () => {
    const files = { 'a.py': 'def main(x):\n    x.render()\n', 'b.rb': 'class View\n  def render\n  end\nend\n' };
    expect(await edges(files, 'a.py')).toEqual([]);
  });
});
