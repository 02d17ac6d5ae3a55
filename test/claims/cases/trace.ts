/**
 * `trace_execution_path`: does this happen from the entry on? A case states one of
 *
 * - `calls f -> g`, `calls f -> C.m@b.py:3`: a run of the entry can make this call (of the function that begins there);
 * - `raises E`: this exception can leave the entry; `does file`: a run of the entry can have this effect;
 * - `ran f -> g`: the run of `inputs` made this call; `ends returned 3`: the call of `inputs` ends so wherever it runs.
 *
 * A call by a name alone, `maybe`, and what is missing from an answer that names things that were not seen, claim nothing.
 */
import { z } from 'zod';
import type { Planner } from '../../planning/planned.ts';
import type { AuditedTool, Claim, ClaimCase } from '../claim.ts';
import { DECEIVING } from './trace-deceiving.ts';
import { OUTSIDE } from './trace-outside.ts';

type Files = Readonly<Record<string, string>>;
/** Files, or the text of `a.py`; the entry is `f` in `a.py`, unless `more` says otherwise. */
export type TraceRow = readonly [
  name: string,
  truth: ClaimCase['truth'],
  files: Files | string,
  statement: `${'calls' | 'raises' | 'does' | 'ran' | 'ends'} ${string}`,
  more?: {
    readonly file?: string;
    readonly entry?: string;
    readonly inputs?: readonly string[];
    readonly max_depth?: number;
    /** Put after a first trace of `files`. */
    readonly later?: Files;
    readonly removed?: readonly string[];
    /** What another user has in a workspace of the same name. */
    readonly other?: Files;
  },
];

const HANDLED = 'def g(x):\n    raise KeyError(x)\n\ndef f(x):\n    try:\n        g(x)\n    except';
const SHAPES = 'class A:\n    def m(self):\n        return 1\n\nclass B(A):\n    def m(self):\n        return 2\n\n';
const ts = { file: 'a.ts' } as const;
const go = { file: 'a.go' } as const;

const PLAIN: readonly TraceRow[] = [
  ['a function of the file', 'yes', 'def g():\n    return 1\n\ndef f():\n    return g()\n', 'calls f -> g'],
  [
    'a function that nothing calls',
    'no',
    'def g():\n    return 1\n\ndef h():\n    return 2\n\ndef f():\n    return g()\n',
    'calls f -> h',
  ],
  [
    'two calls deep',
    'yes',
    'def h():\n    return 1\n\ndef g():\n    return h()\n\ndef f():\n    return g()\n',
    'calls g -> h',
  ],
  [
    'two calls deep, taken for one',
    'no',
    'def h():\n    return 1\n\ndef g():\n    return h()\n\ndef f():\n    return g()\n',
    'calls f -> h',
  ],
  [
    'an imported function',
    'yes',
    { 'a.py': 'from b import g\n\ndef f():\n    return g()\n', 'b.py': 'def g():\n    return 1\n' },
    'calls f -> g@b.py',
  ],
  [
    'an import under another name',
    'yes',
    { 'a.py': 'from b import g as other\n\ndef f():\n    return other()\n', 'b.py': 'def g():\n    return 1\n' },
    'calls f -> g@b.py',
  ],
  [
    'a function of an imported module',
    'yes',
    { 'a.py': 'import b\n\ndef f():\n    return b.g()\n', 'b.py': 'def g():\n    return 1\n' },
    'calls f -> g@b.py',
  ],
  [
    'a relative import',
    'yes',
    {
      'p/__init__.py': '',
      'p/a.py': 'from .b import g\n\ndef f():\n    return g()\n',
      'p/b.py': 'def g():\n    return 1\n',
    },
    'calls f -> g@p/b.py',
    { file: 'p/a.py' },
  ],
  [
    'a method of self',
    'yes',
    'class C:\n    def f(self):\n        return self.g()\n\n    def g(self):\n        return 1\n',
    'calls C.f -> C.g',
    { entry: 'C.f' },
  ],
  ['a method of a new object', 'yes', `${SHAPES}def f():\n    return A().m()\n`, 'calls f -> A.m'],
  ['a method of a local object', 'yes', `${SHAPES}def f():\n    a = B()\n    return a.m()\n`, 'calls f -> B.m'],
  ['an overridden method', 'no', `${SHAPES}def f():\n    a = B()\n    return a.m()\n`, 'calls f -> A.m'],
  ['a method of an annotated parameter', 'yes', `${SHAPES}def f(b: B):\n    return b.m()\n`, 'calls f -> B.m'],
  [
    'an inherited method',
    'yes',
    'class A:\n    def m(self):\n        return 1\n\nclass B(A):\n    def f(self):\n        return self.m()\n',
    'calls B.f -> A.m',
    { entry: 'B.f' },
  ],
  [
    'what a method overrides',
    'yes',
    'class A:\n    def m(self):\n        return 1\n\nclass B(A):\n    def m(self):\n        return super().m()\n',
    'calls B.m -> A.m',
    { entry: 'B.m' },
  ],
  [
    'a constructor',
    'yes',
    'class C:\n    def __init__(self):\n        self.x = 1\n\ndef f():\n    return C()\n',
    'calls f -> C.__init__',
  ],
  ['recursion', 'yes', 'def f(n):\n    return 1 if n < 1 else f(n - 1)\n', 'calls f -> f'],
  [
    'mutual recursion',
    'yes',
    'def g(n):\n    return f(n - 1)\n\ndef f(n):\n    return 1 if n < 1 else g(n)\n',
    'calls g -> f',
  ],
  ['an inner function', 'yes', 'def f():\n    def g():\n        return 1\n    return g()\n', 'calls f -> f.g'],
  ['an empty function', 'no', 'def g():\n    pass\n\ndef f():\n    pass\n', 'calls f -> g'],
  ['an exception of its own', 'yes', 'def f(x):\n    if x:\n        raise ValueError(x)\n', 'raises ValueError'],
  ['an exception of a function that it calls', 'yes', `${HANDLED} ValueError:\n        return 0\n`, 'raises KeyError'],
  ['an exception that it handles', 'no', `${HANDLED} KeyError:\n        return 0\n`, 'raises KeyError'],
  ['an exception that a base takes', 'no', `${HANDLED} LookupError:\n        return 0\n`, 'raises KeyError'],
  [
    'one of several that are handled',
    'no',
    `${HANDLED} (ValueError, KeyError):\n        return 0\n`,
    'raises KeyError',
  ],
  ['an exception that is raised again', 'yes', `${HANDLED} KeyError:\n        raise\n`, 'raises KeyError'],
  ['a class of its own', 'yes', 'class Odd(Exception):\n    pass\n\ndef f():\n    raise Odd\n', 'raises Odd'],
  ['a file that is read', 'yes', 'def f(path):\n    return open(path).read()\n', 'does file'],
  ['no file', 'no', 'def f(a, b):\n    return a if b else 2\n', 'does file'],
  ['a clock', 'yes', 'import time\n\ndef f():\n    return time.time()\n', 'does clock'],
  ['output two calls deep', 'yes', 'def g(x):\n    print(x)\n\ndef f(x):\n    g(x)\n', 'does output'],
  ['a process', 'yes', 'from os import system as run\n\ndef f(x):\n    run(x)\n', 'does process'],
  [
    'TypeScript',
    'yes',
    { 'a.ts': 'function g() { return 1; }\nexport function f() { return g(); }\n' },
    'calls f -> g',
    ts,
  ],
  [
    'TypeScript that imports',
    'yes',
    {
      'a.ts': "import { g } from './b';\nexport function f() { return g(); }\n",
      'b.ts': 'export function g() { return 1; }\n',
    },
    'calls f -> g@b.ts',
    ts,
  ],
  [
    'a method in TypeScript',
    'yes',
    { 'a.ts': 'class C {\n  m() { return 1; }\n}\nexport function f() {\n  const c = new C();\n  return c.m();\n}\n' },
    'calls f -> C.m',
    ts,
  ],
  [
    'what TypeScript handles',
    'no',
    { 'a.ts': 'export function f() {\n  try {\n    throw new RangeError("x");\n  } catch {\n    return 1;\n  }\n}\n' },
    'raises RangeError',
    ts,
  ],
  [
    'Go, over files of a package',
    'yes',
    { 'a.go': 'package p\n\nfunc f() int { return g() }\n', 'b.go': 'package p\n\nfunc g() int { return 1 }\n' },
    'calls f -> g@b.go',
    go,
  ],
  ['a panic', 'yes', { 'a.go': 'package p\n\nfunc f() { panic("x") }\n' }, 'raises panic', go],
  [
    'a call that ran',
    'yes',
    'def g(x):\n    return x\n\ndef f(x):\n    return g(x) if x else 0\n',
    'ran f -> g',
    { inputs: ['f(1)'] },
  ],
  [
    'a branch that was not taken',
    'no',
    'def g(x):\n    return x\n\ndef f(x):\n    return g(x) if x else 0\n',
    'ran f -> g',
    { inputs: ['f(0)'] },
  ],
  ['a result', 'yes', 'def f(x):\n    return x * 3\n', 'ends returned 21', { inputs: ['f(7)'] }],
  ['another result', 'no', 'def f(x):\n    return x * 3\n', 'ends returned 22', { inputs: ['f(7)'] }],
  [
    'a division by zero',
    'yes',
    'def f(x):\n    return 1 // x\n',
    'ends raised ZeroDivisionError',
    { inputs: ['f(0)'] },
  ],
  ['a division by one', 'no', 'def f(x):\n    return 1 // x\n', 'ends raised ZeroDivisionError', { inputs: ['f(1)'] }],
];

const placeFields = { caller: z.string(), callee: z.string(), defined: z.string() };
const answerSchema = z.object({
  calls: z.array(
    z.object({ ...placeFields, certainty: z.string(), branches: z.array(z.string()), runs: z.int().optional() }),
  ),
  exceptions: z.array(z.object({ type: z.string().optional(), fate: z.enum(['escapes', 'maybe', 'handled']) })),
  effects: z.array(z.object({ kind: z.string(), certainty: z.string() })),
  executed: z
    .object({
      calls: z.array(z.object({ outcome: z.string(), rests_on: z.string().optional() })),
      unread_calls: z.array(z.string()),
    })
    .optional(),
  not_seen: z.array(z.string()),
});
type Answer = z.output<typeof answerSchema>;

/** Claims of several facts: one that is sure decides, else one that is not, else whether anything was left out. */
function claimOf(claims: readonly Claim[], { not_seen }: Answer): Claim {
  const found = (['yes', 'open', 'no'] as const).find((claim) => claims.includes(claim));
  return found ?? (not_seen.length === 0 ? 'no' : 'open');
}

function meansCall(said: string): (caller: string, callee: string, defined: string) => boolean {
  const [caller, to = ''] = said.split(' -> ');
  const [callee, place = ''] = to.split('@');
  return (from, name, defined) =>
    from === caller && name === callee && (place === '' || defined === place || defined.startsWith(`${place}:`));
}

/** Said of a call that stands in a function without a name, which may run later or never. */
const LATER = 'in a function that is given away';
const EDGE = /^\S+ (?<from>.+) -> (?<name>.+) \((?<defined>[^()]+)\)/;

/** Whether the run made a call; open where it did not come to its end. */
function ranOf(said: string, { calls, executed, not_seen }: Answer): Claim {
  const means = meansCall(said);
  const unread = (executed?.unread_calls ?? []).some((text) => {
    const { from = '', name = '', defined = '' } = EDGE.exec(text)?.groups ?? {};
    return means(from, name, defined);
  });
  const seen = calls.some(({ caller, callee, defined, runs = 0 }) => runs > 0 && means(caller, callee, defined));
  if (seen || unread) return 'yes';
  const isWhole = executed?.calls.every(({ outcome }) => /^(?:returned|raised) /.test(outcome)) === true;
  return isWhole && !not_seen.some((text) => /calls in runs|end of the runs/.test(text)) ? 'no' : 'open';
}

function claimedBy(answer: Answer, statement: string): Claim {
  const [kind, said = ''] = statement.split(/ (.*)/s);
  switch (kind) {
    case 'calls': {
      const means = meansCall(said);
      const found = answer.calls.filter(({ caller, callee, defined }) => means(caller, callee, defined));
      return claimOf(
        found.map(({ certainty, branches }) => (certainty === 'name' || branches.includes(LATER) ? 'open' : 'yes')),
        answer,
      );
    }
    case 'raises': {
      const found = answer.exceptions.filter(({ type }) => type === said);
      const claims = { escapes: 'yes', maybe: 'open', handled: 'no' } as const;
      return claimOf(
        found.map(({ fate }) => claims[fate]),
        answer,
      );
    }
    case 'does': {
      const found = answer.effects.filter(({ kind: effect }) => effect === said);
      return claimOf(
        found.map(({ certainty }) => (certainty === 'exact' ? 'yes' : 'open')),
        answer,
      );
    }
    case 'ran':
      return ranOf(said, answer);
    default: {
      const { outcome = '', rests_on } = answer.executed?.calls[0] ?? {};
      if (rests_on !== undefined || !/^(?:returned|raised) /.test(outcome)) return 'open';
      return outcome.startsWith(said) ? 'yes' : 'no';
    }
  }
}

let numbered = 0;

function caseOf(deceives: boolean, [name, truth, files, statement, more = {}]: TraceRow): ClaimCase {
  const workspace = `trace-${++numbered}`;
  const { file = 'a.py', entry = 'f', inputs, max_depth, later, removed = [], other } = more;
  const args = {
    ...{ workspace, entry_point: { file, line: 1, function_name: entry }, limit: 50, include_data_flow: false },
    ...(inputs === undefined ? { run: false } : { inputs }),
    ...(max_depth !== undefined && { max_depth }),
  };
  const ask = async (user: Planner) => answerSchema.parse(await user.call('trace_execution_path', args));
  return {
    name,
    truth,
    deceives,
    async ask(one) {
      // A user makes at most 60 such calls a minute.
      const [user, neighbour] = [one.as(`claims-${workspace}`), one.as(`claims-neighbour-of-${workspace}`)];
      if (other !== undefined) await neighbour.put(workspace, other);
      await user.put(workspace, typeof files === 'string' ? { 'a.py': files } : files);
      if (later !== undefined) {
        await ask(user);
        await user.put(workspace, later);
        if (removed.length > 0) await user.call('delete_files', { workspace, paths: removed });
      }
      const answer = await ask(user);
      await user.tell('delete_workspace', { workspace, confirm: workspace });
      return claimedBy(answer, statement);
    },
  };
}

export const trace: AuditedTool = {
  tool: 'trace_execution_path',
  statement: 'This happens from the entry on.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...[...DECEIVING, ...OUTSIDE].map((row) => caseOf(true, row))],
};
