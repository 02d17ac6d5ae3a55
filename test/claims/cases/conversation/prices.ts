/** Code that is talked about, and how claims of an answer are asked. */
import { z } from 'zod';
import type { Planner } from '../../../planning/planned.ts';
import type { ClaimCase } from '../../claim.ts';

type Fields = Readonly<Record<string, unknown>>;

const PRICE = `import os
import platform
import random
import subprocess
import sys
import time

RATE = 9
UNTIL = 2_100_000_000


def reduced(price: int) -> int:
    return price * RATE


def total(prices: list[int]) -> int:
    return sum(reduced(each) for each in prices)


def label(name: str) -> str:
    return name.strip().title()


def ratio(one: int, other: int) -> float:
    return one / other


def parity(number: int) -> str:
    return "even" if number % 2 == 0 else "odd"


def parsed(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def found(name: str, names: list[str]) -> int | None:
    if name in names:
        return names.index(name)
    return None


class Cart:
    def __init__(self) -> None:
        self.items: list[int] = []

    def add(self, item: int) -> int:
        self.items.append(item)
        return len(self.items)


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
    from _version import version

    return version


def expired() -> bool:
    return time.time() > UNTIL


def rarely() -> bool:
    return random.random() < 0.0001


def lucky() -> int:
    return random.randrange(6)


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
`;

/** The file that most claims are about. */
export const file = 'price.py';
/** The files of the workspace. */
export const FILES: Readonly<Record<string, string>> = {
  [file]: PRICE,
  'other.py': 'FACTOR = 7\n\n\ndef reduced(price: int) -> int:\n    return price * FACTOR\n',
  'anything.py':
    'class Anything:\n    def __eq__(self, other):\n        return True\n\n\ndef answer():\n    return Anything()\n',
  'forged.py':
    'import _pytest.python\n\n_pytest.python.Function.runtest = lambda self: None\n\n\ndef double(x):\n    return 0 * x\n',
  'pyproject.toml': '[tool.hatch.build.hooks.vcs]\nversion-file = "_version.py"\n',
};
/** The prices with another rate. */
export const SEVEN = PRICE.replace('RATE = 9', 'RATE = 7');

/** A claim, and whether its statement, which is the name of the case, is true. */
export interface Row {
  readonly name: string;
  readonly truth: ClaimCase['truth'];
  /** Fields of the claim. */
  readonly claim: Fields;
  /** Fields of the answer beside the claim. */
  readonly answer?: Fields;
  /** Files that this case puts beside those of the workspace. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Whether the workspace has no commit. */
  readonly isEmpty?: boolean;
  /** Before the conversation begins, behind the first commit; returns arguments of its beginning. */
  readonly before?: (user: Planner, workspace: string, first: string) => Promise<Fields>;
  /** Between the question and its answer, whose fields it may give. */
  readonly between?: (user: Planner, workspace: string, question: Fields) => Promise<void>;
}

/** A claim with a test that has the names of the code. */
export const tested = (body: string, more: Fields = {}): Fields => ({
  file,
  test: `import pytest\nimport price\nfrom price import *\n\n\ndef test_it():\n    ${body}\n`,
  ...more,
});

let numbered = 0;

/** The case of a row: whether the answer lists its claim as supported. */
export function caseOf(deceives: boolean, row: Row): ClaimCase {
  const token = `claims-conversation-${++numbered}`;
  const { name, truth, claim } = row;
  return {
    name,
    truth,
    deceives,
    async ask(anybody) {
      // Somebody else each time: nobody has more than a few conversations open.
      const user = anybody.as(token);
      await user.tell('set_model', {});
      // Everybody has this one, and nothing is in it.
      const workspace = row.isEmpty ? 'default' : 'prices';
      const first = row.isEmpty ? '' : await user.put(workspace, { ...FILES, ...row.beside });
      const before = (await row.before?.(user, workspace, first)) ?? {};
      const question = await user.call('start_conversation', {
        claude_context: {
          attempted_approaches: [],
          partial_findings: [],
          stuck_description: 'Prices are wrong.',
          code_scope: { files: [] },
        },
        analysis_focus: 'debugging',
        depth_level: 1,
        workspace,
        idempotency_key: crypto.randomUUID(),
        ...before,
      });
      await row.between?.(user, workspace, question);
      const { fields } = await answered(user, question, {
        answer: 'So it is.',
        claims: [{ statement: name, ...claim }],
        ...row.answer,
      });
      await user.tell('finalize_conversation', { session_id: question['session_id'] });
      if (!row.isEmpty) await user.tell('delete_workspace', { workspace, confirm: workspace });
      return claimOf(name, fields);
    },
  };
}

/** Answers a question as it says that it is to be answered. */
export function answered(user: Planner, question: Fields, answer: Fields) {
  const { tool, arguments: args } = howToSchema.parse(question['how_to_answer']);
  return user.tell(tool, { ...args, answer });
}

function claimOf(name: string, fields: Fields): 'yes' | 'no' | 'open' {
  const told = toldSchema.safeParse(fields);
  if (!told.success) return 'open';
  const { supported_claims, unsupported_claims } = told.data;
  if (supported_claims.some(({ statement }) => statement === name)) return 'yes';
  const why = unsupported_claims.find(({ statement }) => statement === name)?.why ?? '';
  return why.startsWith('Its test fails:') ? 'no' : 'open';
}

const howToSchema = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });
const toldSchema = z.object({
  supported_claims: z.array(z.object({ statement: z.string() })),
  unsupported_claims: z.array(z.object({ statement: z.string(), why: z.string() })),
});
