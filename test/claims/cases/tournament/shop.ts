/** A shop with faults, and how hypotheses about it are written. */
import { z } from 'zod';
import type { Planner } from '../../../planning/planned.ts';
import type { ClaimCase } from '../../claim.ts';

const CORE = `import os
import platform
import random
import subprocess
import sys
import time
from datetime import datetime

FEE = 3
UNTIL = 2_100_000_000


def fee(total: int) -> int:
    if total > 100:
        return 0
    return FEE


def middle(items: list[int]) -> int:
    ordered = sorted(items)
    return ordered[len(ordered) // 2]


def clamp(value: int, low: int, high: int) -> int:
    if value < low:
        return low
    if value > high:
        return low + 0
    return value


def words(text: str) -> int:
    return len(text.split(" "))


def share(total: int, count: int) -> int:
    return total // count


def collected(item, into=[]):
    into.append(item)
    return len(into)


def depth(levels):
    return 0 if levels == 0 else 1 + depth(levels - 1)


def loaded(text: str) -> int:
    import yaml

    return yaml.safe_load(text)["x"]


def fast() -> bool:
    try:
        import numpy
    except ImportError:
        return False
    return True


def version() -> str:
    from shop._version import version

    return version


def today() -> str:
    return datetime.now().isoformat()[:10]


def expired() -> bool:
    return time.time() > UNTIL


def lucky() -> int:
    return random.randrange(6)


def rarely() -> bool:
    return random.random() < 0.0001


def city() -> str:
    return os.environ.get("SHOP_CITY", "none")


def first_tag() -> str:
    return next(iter({"x", "y"}))


def on_linux() -> bool:
    return platform.system() == "Linux"


def is_wide() -> bool:
    return sys.maxsize > 2**32


def spawned() -> bool:
    return subprocess.run(["true"]).returncode == 0


def large() -> int:
    return len(bytearray(1 << 30))
`;

/** The file that most hypotheses are about. */
export const file = 'shop/core.py';
/** The files of the shop. */
export const FILES: Readonly<Record<string, string>> = {
  'shop/__init__.py': '',
  [file]: CORE,
  'shop/other.py': 'def fee(total: int) -> int:\n    if total > 5:\n        return 0\n    return 0\n',
  'shop/twice.py': 'def rate() -> int:\n    return 1\n\n\ndef rate() -> int:\n    return 2\n',
  'shop/broken.py': 'raise ValueError("not today")\n\n\ndef double(x: int) -> int:\n    return 2 * x\n',
  'shop/heavy.py': 'import numpy\n\n\ndef double(x: int) -> int:\n    return 2 * x\n',
  'shop/anything.py':
    'class Anything:\n    def __eq__(self, other):\n        return True\n\n\ndef answer():\n    return Anything()\n',
  'shop/forged.py':
    'import _pytest.python\n\n_pytest.python.Function.runtest = lambda self: None\n\n\ndef double(x):\n    return 0 * x\n',
  'pyproject.toml': '[tool.hatch.build.hooks.vcs]\nversion-file = "shop/_version.py"\n',
};
/** The core with a fee at 100 only. */
export const REPAIRED = CORE.replace('total > 100', 'total >= 100');
/** A conftest that makes everything free. */
export const FREE = 'import shop.core\n\nshop.core.FEE = 0\n';
/** A conftest in which the fee is another function. */
export const REPLACED = 'import shop.core\n\nshop.core.fee = lambda total: 0\n';

type Fields = Readonly<Record<string, unknown>>;

/** A hypothesis without its description, which is the name of the case. */
export interface Guess {
  readonly type?: 'bug' | 'behavior' | 'security';
  readonly checks?: readonly Fields[];
  readonly predictions?: readonly Fields[];
}

/** A tournament of a hypothesis and others, and whether it is true. */
export interface Row {
  readonly name: string;
  readonly truth: ClaimCase['truth'];
  readonly functions: readonly string[];
  readonly it: Guess;
  readonly others?: readonly Guess[];
  /** Files of the scope. */
  readonly files?: readonly string[];
  readonly more?: Fields;
  /** In the place of the description. */
  readonly description?: string;
  /** Files that this case puts beside those of the shop. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Written after the first commit; returns further arguments. */
  readonly between?: (user: Planner, workspace: string, first: string) => Promise<Fields>;
  /** Answers what is handed back. */
  readonly answer?: (user: Planner, workspace: string) => Promise<Fields>;
}

export const both = { holds: 'supports', fails: 'refutes' } as const;
export const against = { holds: 'refutes', fails: 'supports' } as const;

/** A call in the names of the core. */
export const call = (text: string, returns: string, expects: Fields = both, of = file): Fields => ({
  kind: 'call',
  file: of,
  call: text,
  returns,
  expects,
});
/** A call that raises. */
export const raises = (text: string, name: string, expects: Fields = both): Fields => ({
  kind: 'call',
  file,
  call: text,
  raises: name,
  expects,
});
/** A test with the names of the core. */
export const tested = (body: string, expects: Fields, more: Fields = {}): Fields => ({
  kind: 'python_test',
  code: `from shop.core import *\nfrom shop import core, other\n\n\ndef test_it():\n    ${body}\n`,
  expects,
  ...more,
});
/** A contract of a function of the core. */
export const contract = (of: string, more: Fields): Fields => ({ kind: 'contract', file, function: of, ...more });
/** What is predicted of the core. */
export const predicted = (text: string, returns: string, of = file): Fields => ({ file: of, call: text, returns });
/** A hypothesis that is refuted. */
export const WRONG: Guess = { type: 'behavior', predictions: [predicted('fee(1)', '8')] };

let numbered = 0;

/** The case of a row: what the tournament says of the hypothesis by evidence. */
export function caseOf(deceives: boolean, row: Row): ClaimCase {
  const workspace = `tournament-${++numbered}`;
  const { name, truth, functions, it, others = [WRONG], files = [file], more = {}, description = name } = row;
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      const first = await user.put(workspace, { ...FILES, ...row.beside });
      const between = (await row.between?.(user, workspace, first)) ?? {};
      const hypotheses = [it, ...others].map((guess, index) => ({
        id: index === 0 ? 'it' : `other ${index}`,
        description: index === 0 ? description : `another one, ${index}`,
        type: 'behavior',
        confidence_level: 3,
        ...guess,
      }));
      const args = { workspace, hypotheses, test_scope: { files, functions }, ...more, ...between };
      const told = await user.tell('run_hypothesis_tournament', args);
      const answered = row.answer === undefined ? told : await answer(user, told.fields, row.answer, workspace);
      await user.tell('delete_workspace', { workspace, confirm: workspace });
      return claimOf(answered.fields);
    },
  };
}

async function answer(user: Planner, question: Fields, given: NonNullable<Row['answer']>, workspace: string) {
  const { tool, arguments: args } = howToSchema.parse(question['how_to_answer']);
  return user.tell(tool, { ...args, answer: await given(user, workspace) });
}

function claimOf(fields: Fields): 'yes' | 'no' | 'open' {
  const result = resultSchema.safeParse(fields);
  if (!result.success) return 'open';
  const { results, winner } = result.data;
  const verdict = results.find(({ hypothesis_id }) => hypothesis_id === 'it')?.verdict;
  const isWinner = winner.hypothesis_id === 'it' && winner.decided_by === 'evidence';
  if (verdict === 'confirmed' || isWinner) return 'yes';
  return verdict === 'refuted' ? 'no' : 'open';
}

const howToSchema = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });
const resultSchema = z.object({
  results: z.array(z.object({ hypothesis_id: z.string(), verdict: z.string() })),
  winner: z.object({ hypothesis_id: z.string().optional(), decided_by: z.string() }),
});
