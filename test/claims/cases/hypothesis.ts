/** `hypothesis_test`: is what is supposed about code true? */
import type { AuditedTool, ClaimCase } from '../claim.ts';

const SHOP = `import os
import random
import time
from datetime import datetime

RATE = 10


def pages(items: int) -> int:
    return items // RATE + 1


def total(prices: list[int]) -> int:
    result = 0
    for price in prices:
        result += price
    return result


def first(items: list[int]) -> int:
    return items[0]


def label(name: str) -> str:
    return name.strip().title()


def stamp() -> str:
    return datetime.now().isoformat()


def lucky() -> int:
    return random.randrange(6)


def listing(path: str) -> bool:
    return os.system("ls " + path) == 0


def parsed(text: str) -> int:
    import yaml

    return yaml.safe_load(text)["x"]
`;
const FILES = { 'shop/__init__.py': '', 'shop/core.py': SHOP } as const;
const file = 'shop/core.py';

type Check = Readonly<Record<string, unknown>>;
type Row = readonly [
  name: string,
  truth: ClaimCase['truth'],
  type: 'bug' | 'behavior' | 'security',
  functions: readonly string[],
  checks: readonly Check[],
];

const both = { holds: 'supports', fails: 'refutes' };
const against = { holds: 'refutes', fails: 'supports' };
const call = (text: string, returns: string, expects: Check = both): Check => ({
  kind: 'call',
  file,
  call: text,
  returns,
  expects,
});
const raises = (text: string, name: string, expects: Check = both): Check => ({
  kind: 'call',
  file,
  call: text,
  raises: name,
  expects,
});
const tested = (body: string, expects: Check): Check => ({
  kind: 'python_test',
  code: `from shop.core import *\nfrom shop import core\n\n\ndef test_it():\n    ${body}\n`,
  expects,
});

const PLAIN: readonly Row[] = [
  ['a full last page counts twice', 'yes', 'bug', ['pages'], [call('pages(10)', '2')]],
  ['no items are a page', 'yes', 'behavior', ['pages'], [call('pages(0)', '1')]],
  ['eleven items are two pages', 'yes', 'behavior', ['pages'], [call('pages(11)', '2')]],
  ['eleven items are three pages', 'no', 'bug', ['pages'], [call('pages(11)', '3')]],
  ['a negative number is a page', 'no', 'behavior', ['pages'], [call('pages(-1)', '1')]],
  ['a negative number is none', 'yes', 'behavior', ['pages'], [call('pages(-1)', '0')]],
  ['a total of nothing is zero', 'yes', 'behavior', ['total'], [call('total([])', '0')]],
  ['a total leaves out the last', 'no', 'bug', ['total'], [call('total([1, 2])', '1')]],
  ['a total leaves out the first', 'no', 'bug', ['total'], [call('total([1, 2])', '2')]],
  ['a total adds up', 'yes', 'behavior', ['total'], [call('total([1, 2])', '3')]],
  ['an empty list fails', 'yes', 'bug', ['first'], [raises('first([])', 'IndexError')]],
  ['an empty list fails by a key', 'no', 'bug', ['first'], [raises('first([])', 'KeyError')]],
  ['a list of one fails', 'no', 'bug', ['first'], [raises('first([1])', 'IndexError')]],
  ['the first is the last', 'no', 'bug', ['first'], [call('first([1, 2])', '2')]],
  ['a name is stripped', 'yes', 'behavior', ['label'], [call('label(" a ")', '"A"')]],
  ['a name keeps its blanks', 'no', 'bug', ['label'], [call('label(" a ")', '" A "')]],
  ['a name with an apostrophe', 'yes', 'bug', ['label'], [call('label("it\'s")', '"It\'S"')]],
  ['pages by a test', 'no', 'bug', ['pages'], [tested('assert pages(9) == 1', against)]],
  ['pages by a test that fails', 'yes', 'bug', ['pages'], [tested('assert pages(10) == 1', against)]],
  ['total by a test', 'no', 'bug', ['total'], [tested('assert total([5]) == 5', against)]],
  ['total by a test that fails', 'yes', 'behavior', ['total'], [tested('assert total([5]) == 6', against)]],
  ['label by a test', 'no', 'bug', ['label'], [tested('assert label("x y") == "X Y"', against)]],
  [
    'pages by a contract',
    'yes',
    'bug',
    ['pages'],
    [
      {
        kind: 'contract',
        file,
        function: 'pages',
        pre: ['items > 0'],
        post: ['(__return__ - 1) * RATE < items'],
        expects: against,
      },
    ],
  ],
  [
    'pages by a contract that holds',
    'no',
    'bug',
    ['pages'],
    [
      {
        kind: 'contract',
        file,
        function: 'pages',
        pre: ['items >= 0'],
        post: ['__return__ * RATE > items'],
        expects: against,
      },
    ],
  ],
  [
    'first never fails',
    'no',
    'behavior',
    ['first'],
    [{ kind: 'contract', file, function: 'first', never: 'IndexError', expects: both }],
  ],
  [
    'first fails',
    'yes',
    'bug',
    ['first'],
    [{ kind: 'contract', file, function: 'first', never: 'IndexError', expects: against }],
  ],
  [
    'pages behaves like a division',
    'no',
    'behavior',
    ['pages'],
    [
      {
        kind: 'behaves_like',
        file,
        function: 'pages',
        code: 'def pages(items: int) -> int:\n    return items // 10\n',
        expects: both,
      },
    ],
  ],
  [
    'pages behaves like itself',
    'yes',
    'behavior',
    ['pages'],
    [
      {
        kind: 'behaves_like',
        file,
        function: 'pages',
        code: 'def pages(items: int) -> int:\n    return 1 + items // 10\n',
        expects: both,
      },
    ],
  ],
  [
    'a repair of pages',
    'yes',
    'bug',
    ['pages'],
    [
      {
        kind: 'python_test',
        code: 'from shop.core import pages\n\ndef test_it():\n    assert pages(10) == 1\n',
        edits: [{ file, old: 'items // RATE + 1', new: '-(-items // RATE)' }],
        expects: both,
      },
    ],
  ],
  [
    'a repair of total',
    'no',
    'bug',
    ['total'],
    [
      {
        kind: 'python_test',
        code: 'from shop.core import total\n\ndef test_it():\n    assert total([1]) == 1\n',
        edits: [{ file, old: 'result = 0', new: 'result = 0 + 0' }],
        expects: { holds: 'supports', fails: 'refutes' },
      },
    ],
  ],
];

const DECEIVING: readonly Row[] = [
  ['a backdoor', 'no', 'security', ['pages'], [call('len([1])', '1')]],
  ['a backdoor by a test', 'no', 'security', ['pages'], [tested('assert 1 + 1 == 2', both)]],
  ['a backdoor by a test that fails', 'no', 'security', ['pages'], [tested('assert 1 + 1 == 3', against)]],
  ['a backdoor after a call', 'no', 'security', ['pages'], [tested('pages(1); assert False', against)]],
  [
    'a backdoor by a word',
    'no',
    'security',
    ['pages'],
    [{ kind: 'search', text: 'import', expects: { holds: 'supports' } }],
  ],
  [
    'a backdoor by a pattern',
    'no',
    'security',
    ['pages'],
    [{ kind: 'pattern', pattern: 'def $F(...): ...', expects: { holds: 'supports' } }],
  ],
  ['a home that is deleted', 'no', 'security', ['parsed'], [tested('assert parsed("x: 1") == 2', against)]],
  ['a parser that works', 'unknowable', 'behavior', ['parsed'], [call('parsed("x: 1")', '1')]],
  [
    'a parser that fails',
    'unknowable',
    'bug',
    ['parsed'],
    [raises('parsed("x: 1")', 'ModuleNotFoundError', { fails: 'refutes' })],
  ],
  ['a listing', 'unknowable', 'behavior', ['listing'], [call('listing("/")', 'True')]],
  ['a listing that fails', 'unknowable', 'bug', ['listing'], [tested('assert listing("/")', against)]],
  ['a stamp of now', 'unknowable', 'behavior', ['stamp'], [call('stamp()', '"2024-01-01T00:00:00"')]],
  ['a stamp that differs', 'unknowable', 'bug', ['stamp'], [tested('assert stamp() == "", stamp()', against)]],
  ['a lucky number', 'unknowable', 'behavior', ['lucky'], [call('lucky()', '3')]],
  ['another function', 'no', 'bug', ['total'], [call('pages(10)', '2')]],
  ['another function by a test', 'no', 'bug', ['first'], [tested('assert pages(10) == 1', against)]],
  [
    'what the test patches',
    'no',
    'bug',
    ['pages'],
    [tested('core.pages = lambda x: 7; assert core.pages(1) == 1', against)],
  ],
  [
    'what a mock says',
    'no',
    'bug',
    ['total'],
    [tested('from unittest.mock import Mock; m = Mock(return_value=4); assert m([1]) == 1', against)],
  ],
  ['a test of nothing', 'unknowable', 'behavior', ['pages'], [{ kind: 'python_test', code: 'x = 1\n', expects: both }]],
  ['a skipped test', 'unknowable', 'behavior', ['pages'], [tested('import pytest; pytest.skip("no")', both)]],
  ['a wrong call', 'unknowable', 'bug', ['pages'], [call('pages()', '1', against)]],
  ['a wrong name', 'unknowable', 'bug', ['pages'], [tested('assert page(1) == 1', against)]],
  [
    'an import that is not there',
    'unknowable',
    'bug',
    ['pages'],
    [
      {
        kind: 'python_test',
        code: 'import numpy\nfrom shop.core import pages\n\ndef test_it():\n    assert pages(10) == 1\n',
        expects: against,
      },
    ],
  ],
  ['an interpreter that ends', 'unknowable', 'bug', ['pages'], [tested('import os; os._exit(1)', against)]],
  ['no end', 'unknowable', 'bug', ['pages'], [tested('\n    while True: pass', against)]],
  [
    'checks that contradict',
    'unknowable',
    'behavior',
    ['pages'],
    [call('pages(10)', '2', both), call('pages(10)', '2', against)],
  ],
  [
    'a vacuous contract',
    'no',
    'security',
    ['pages'],
    [{ kind: 'contract', file, function: 'pages', post: ['__return__ == __return__'], expects: { holds: 'supports' } }],
  ],
  [
    'a vacuous contract of behaviour',
    'unknowable',
    'behavior',
    ['pages'],
    [{ kind: 'contract', file, function: 'pages', post: ['__return__ == __return__'], expects: { holds: 'supports' } }],
  ],
  [
    'a contract without inputs',
    'no',
    'security',
    ['pages'],
    [
      {
        kind: 'contract',
        file,
        function: 'pages',
        pre: ['items > 0', 'items < 0'],
        post: ['__return__ == 17'],
        expects: { holds: 'supports' },
      },
    ],
  ],
  [
    'a word that is not there',
    'unknowable',
    'bug',
    ['pages'],
    [{ kind: 'search', text: 'lock', expects: { fails: 'supports' } }],
  ],
  [
    'a file that cannot be imported',
    'unknowable',
    'bug',
    [],
    [{ kind: 'call', file: 'shop/core.py', call: '__import__("shop.lost")', returns: '1', expects: against }],
  ],
];

function caseOf(deceives: boolean, [name, truth, type, functions, checks]: Row): ClaimCase {
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      await user.put('shop', FILES);
      const { fields } = await user.tell('hypothesis_test', {
        workspace: 'shop',
        hypothesis: { description: name, type, confidence_level: 3 },
        test_scope: { files: [file], functions, test_data: { checks } },
      });
      return fields['verdict'] === 'confirmed' ? 'yes' : fields['verdict'] === 'refuted' ? 'no' : 'open';
    },
  };
}

export const hypothesis: AuditedTool = {
  tool: 'hypothesis_test',
  statement: 'The hypothesis is true.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};
