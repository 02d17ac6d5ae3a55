/** Exceptions and effects that are not what they look like, and runs of code that lies or rests on where it runs. */
import type { TraceRow } from './trace.ts';

const raising = 'def g():\n    raise ValueError(1)\n\n';
const run = { inputs: ['f()'] } as const;
const g = 'def g():\n    return 1\n\n';
const printed = (event: string) => `${g}def f():\n    print('${event}')\n    return 1\n`;

const EXCEPTIONS: readonly TraceRow[] = [
  ['an index', 'yes', 'def f(xs: list[int]):\n    return xs[0]\n', 'raises IndexError'],
  ['a division', 'yes', 'def f(x: int):\n    return 1 // x\n', 'raises ZeroDivisionError'],
  ['an assertion', 'yes', 'def f(x):\n    assert x\n', 'raises AssertionError'],
  ['recursion without an end', 'yes', 'def f(n):\n    return f(n + 1)\n', 'raises RecursionError'],
  [
    'what a finally drops',
    'no',
    'def f():\n    try:\n        raise ValueError(1)\n    finally:\n        return 1\n',
    'raises ValueError',
  ],
  [
    'what a context drops',
    'no',
    'from contextlib import suppress\n\ndef f():\n    with suppress(ValueError):\n        raise ValueError(1)\n',
    'raises ValueError',
  ],
  [
    'an else behind a handler',
    'yes',
    'def f():\n    try:\n        pass\n    except ValueError:\n        pass\n    else:\n        raise ValueError(1)\n',
    'raises ValueError',
  ],
  [
    'a handler that raises the same',
    'yes',
    'def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        raise ValueError(x)\n',
    'raises ValueError',
  ],
  [
    'a handler of another class of this name',
    'yes',
    {
      'a.py': 'from b import g\n\ndef f():\n    try:\n        g()\n    except ValueError:\n        return 1\n',
      'b.py': 'class ValueError(Exception):\n    pass\n\ndef g():\n    raise ValueError(1)\n',
    },
    'raises ValueError',
  ],
  [
    'a handler by a name for several',
    'no',
    `${raising}BAD = (ValueError, KeyError)\n\ndef f():\n    try:\n        g()\n    except BAD:\n        return 1\n`,
    'raises ValueError',
  ],
  [
    'a generator that nobody reads',
    'no',
    'def g():\n    yield 1\n    raise ValueError(1)\n\ndef f():\n    return g()\n',
    'raises ValueError',
  ],
  [
    'a coroutine that nobody awaits',
    'no',
    'async def g():\n    raise ValueError(1)\n\ndef f():\n    return g()\n',
    'raises ValueError',
  ],
  [
    'an inner function that nobody calls',
    'no',
    'def f():\n    def g():\n        raise ValueError(1)\n    return g\n',
    'raises ValueError',
  ],
  ['a raise after a return', 'no', 'def f():\n    return 1\n    raise ValueError(1)\n', 'raises ValueError'],
  [
    'a panic that is recovered',
    'no',
    { 'a.go': 'package p\n\nfunc f() {\n\tdefer func() { recover() }()\n\tpanic("x")\n}\n' },
    'raises panic',
    { file: 'a.go' },
  ],
  [
    'an exception beside what rescue takes',
    'yes',
    { 'a.rb': 'def f\n  raise NotImplementedError\nrescue\n  1\nend\n' },
    'raises NotImplementedError',
    { file: 'a.rb' },
  ],
  [
    'a promise that nobody awaits',
    'no',
    { 'a.ts': 'async function g() {\n  throw new RangeError("x");\n}\nexport function f() {\n  void g();\n}\n' },
    'raises RangeError',
    { file: 'a.ts' },
  ],
];

const EFFECTS: readonly TraceRow[] = [
  ['an open of its own', 'no', 'def open(x):\n    return x\n\ndef f(x):\n    return open(x)\n', 'does file'],
  ['an open that hides', 'no', 'def f(x):\n    open = len\n    return open(x)\n', 'does file'],
  [
    'a module of its own',
    'no',
    {
      'a.py': 'import chance as random\n\ndef f():\n    return random.random()\n',
      'chance.py': 'def random():\n    return 4\n',
    },
    'does randomness',
  ],
  ['print by another name', 'yes', 'write = print\n\ndef f(x):\n    write(x)\n', 'does output'],
  ['JSON into a buffer', 'no', 'import io\nimport json\n\ndef f(x):\n    json.dump(x, io.StringIO())\n', 'does file'],
  ['print into a buffer', 'no', 'import io\n\ndef f(x):\n    print(x, file=io.StringIO())\n', 'does output'],
  [
    'a logger that says nothing',
    'no',
    'import logging\n\ndef f():\n    return logging.getLogger("x")\n',
    'does output',
  ],
  ['an address that is packed', 'no', 'import socket\n\ndef f(x):\n    return socket.inet_aton(x)\n', 'does network'],
  [
    'a comparison of secrets',
    'no',
    'import secrets\n\ndef f(a, b):\n    return secrets.compare_digest(a, b)\n',
    'does randomness',
  ],
  ['a method of an unknown object', 'unknowable', 'def f(x):\n    return x.execute("a")\n', 'does database'],
  [
    'an address that Go parses',
    'no',
    { 'a.go': 'package p\n\nimport "net"\n\nfunc f() net.IP { return net.ParseIP("1.2.3.4") }\n' },
    'does network',
    { file: 'a.go' },
  ],
  [
    'a date of long ago',
    'no',
    { 'a.ts': 'export function f() { return new Date(0).getTime(); }\n' },
    'does clock',
    { file: 'a.ts' },
  ],
  ['code that is made', 'yes', 'def f():\n    exec("print(1)")\n', 'does output'],
];

const RUNS: readonly TraceRow[] = [
  [
    'a package that is not there',
    'unknowable',
    'def f():\n    import numpy\n    return numpy.add(1, 1)\n',
    'ends raised ModuleNotFoundError',
    run,
  ],
  [
    'a package that is perhaps there',
    'unknowable',
    'def f():\n    import numpy\n    return 2\n',
    'ends returned 2',
    run,
  ],
  [
    'a package that is asked for',
    'unknowable',
    'try:\n    import numpy\nexcept ImportError:\n    numpy = None\n\ndef f():\n    return numpy is None\n',
    'ends returned True',
    run,
  ],
  [
    'a module that cannot be imported',
    'unknowable',
    'import numpy\n\ndef f():\n    return 1\n',
    'ends returned 1',
    run,
  ],
  [
    'what a clock says',
    'unknowable',
    'import time\n\ndef f():\n    return int(time.time()) % 2\n',
    'ends returned 0',
    run,
  ],
  [
    'a random number',
    'unknowable',
    'import random\n\ndef f():\n    return random.randrange(1000)\n',
    'ends returned 7',
    run,
  ],
  ['a home', 'unknowable', 'import os\n\ndef f():\n    return os.environ.get("LANG")\n', 'ends returned None', run],
  [
    'what a process says',
    'unknowable',
    'import os\n\ndef f():\n    return os.system("true")\n',
    'ends returned 0',
    run,
  ],
  [
    'a thread',
    'unknowable',
    'import threading\n\ndef f():\n    threading.Thread(target=print).start()\n    return 3\n',
    'ends returned 3',
    run,
  ],
  [
    'a connection',
    'unknowable',
    'import socket\n\ndef f():\n    socket.create_connection(("example.com", 80))\n    return 3\n',
    'ends raised OSError',
    run,
  ],
  ['a machine', 'unknowable', 'import sys\n\ndef f():\n    return sys.platform\n', "ends returned 'linux'", run],
  [
    'a forged end',
    'no',
    printed('["call", {"index": 0, "outcome": ["returned", "42"], "steps": 1, "frames": 1, "left": 0}]'),
    'ends returned 42',
    run,
  ],
  [
    'a forged call',
    'no',
    printed('["edge", {"index": 0, "caller": ["a.py", "f", 4], "line": 5, "callee": ["a.py", "g", 1], "times": 3}]'),
    'ran f -> g',
    run,
  ],
  [
    'a forged call to the output itself',
    'no',
    `import os\nimport sys\n\n${g}def f():\n    sys.__stdout__.write('["edge", {"index": 0, "caller": ["a.py", "f", 7], "line": 8, "callee": ["a.py", "g", 4], "times": 3}]\\n')\n    return 1\n`,
    'ran f -> g',
    run,
  ],
  [
    'a watcher that is sent away',
    'yes',
    `import sys\n\n${g}def f():\n    sys.monitoring.set_events(0, 0)\n    return g()\n`,
    'ran f -> g',
    run,
  ],
  [
    'an interpreter that ends',
    'unknowable',
    `import os\n\n${g}def f():\n    os._exit(0)\n    g()\n`,
    'ends returned None',
    run,
  ],
  [
    'a long way before',
    'yes',
    `${g}def f():\n    for _ in range(300000):\n        pass\n    return g()\n`,
    'ran f -> g',
    run,
  ],
  [
    'many calls before',
    'yes',
    `${g}def h():\n    pass\n\ndef f():\n    for _ in range(1000):\n        h()\n    return g()\n`,
    'ran f -> g',
    run,
  ],
  ['a call that is given away', 'yes', `${g}def f():\n    return list(map(lambda _: g(), [1]))\n`, 'ran f -> g', run],
  ['a call by a name that is made', 'yes', `${g}def f():\n    return globals()["g"]()\n`, 'ran f -> g', run],
  [
    'a call that a key of sorting makes',
    'yes',
    'def g(x):\n    return -x\n\ndef f():\n    return sorted([1, 2], key=g)\n',
    'ran f -> g',
    run,
  ],
  [
    'a sort of nothing',
    'no',
    'def g(x):\n    return -x\n\ndef f():\n    return sorted([], key=g)\n',
    'ran f -> g',
    run,
  ],
  [
    'an operator that is not reached',
    'no',
    'class V:\n    def __add__(self, x):\n        return 1\n\ndef f():\n    return V() and 1 + 1\n',
    'ran f -> V.__add__',
    run,
  ],
  ['an input that is no call of it', 'no', `${g}def f():\n    return g()\n`, 'ran f -> g', { inputs: ['g()'] }],
  [
    // The names that inputs are run in are a copy: the module's own stay.
    'an input that replaces it',
    'yes',
    `${g}def f():\n    return g()\n`,
    'ran f -> g',
    { inputs: ['(globals().update(g=lambda: 5), f())'] },
  ],
  [
    'an object without a look',
    'no',
    'class C:\n    def __repr__(self):\n        return "7"\n\ndef f():\n    return C()\n',
    'ends returned 7',
    run,
  ],
  ['a float', 'no', 'def f():\n    return 0.1 + 0.2 == 0.3\n', 'ends returned True', run],
];

export const OUTSIDE: readonly TraceRow[] = [...EXCEPTIONS, ...EFFECTS, ...RUNS];
