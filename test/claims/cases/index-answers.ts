/** Answers from the index of a workspace and from its repository: is what they say of the code so? */
import type { AuditedTool } from '../claim.ts';
import {
  allIndexed,
  calls,
  cites,
  covers,
  defined,
  exists,
  has,
  lines,
  matchesAt,
  reads,
  used,
} from '../index-questions.ts';
import { files, type IndexRow, indexCase } from '../index-worlds.ts';
import { HISTORY, HISTORY_DECEIVING } from './index-answers-history.ts';
import { NAMES_DECEIVING } from './index-answers-names.ts';
import { TEXTS_DECEIVING } from './index-answers-texts.ts';

const CORE = `"""Prices of a shop."""


def price(x):
    return tax(x) + x


def tax(x):
    return x // 10


def old_price(x):
    return x


class Cart:
    def total(self):
        return price(1)
`;
const API = 'from shop.core import Cart\n\n\ndef show():\n    return Cart().total()\n';
const shop = files('plain', { 'shop/__init__.py': '', 'shop/core.py': CORE, 'shop/api.py': API });

const PLAIN: readonly IndexRow[] = [
  ['a function is defined', 'yes', shop, defined('price', 'shop/core.py:4')],
  ['a function that nobody wrote is defined', 'no', shop, defined('discount')],
  ['a function is defined a line before', 'no', shop, defined('tax', 'shop/core.py:7')],
  ['a method is defined', 'yes', shop, defined('Cart.total', 'shop/core.py:17')],
  ['a method of another class is defined', 'no', shop, defined('Basket.total')],
  ['a class is used', 'yes', shop, used('Cart')],
  ['a class is used in another file', 'yes', shop, used('Cart', 'shop/api.py:5')],
  ['a function is used in its file', 'yes', shop, used('tax', 'shop/core.py:5')],
  ['a function that nothing names is used', 'no', shop, used('old_price')],
  ['a function is used where it is defined', 'no', shop, used('tax', 'shop/core.py:8')],
  ['a function calls another', 'yes', shop, calls('price', 'tax')],
  ['a function calls its caller', 'no', shop, calls('tax', 'price')],
  ['a method calls a function', 'yes', shop, calls('total', 'price', 'callers')],
  ['a function that nothing names is called', 'no', shop, calls('price', 'old_price', 'callers')],
  ['a text is there', 'yes', shop, has('x // 10')],
  ['a text that nobody wrote is there', 'no', shop, has('x % 10')],
  ['a word is on three lines', 'yes', shop, lines('price', 3)],
  ['a word is on four lines', 'no', shop, lines('price', 4)],
  ['a line begins with a definition', 'yes', shop, matchesAt('^def tax', 'shop/core.py:8', { regex: true })],
  ['a line begins with a method', 'no', shop, has('^def total', { regex: true })],
  ['a file is there', 'yes', shop, exists('shop/api.py')],
  ['a file that nobody wrote is there', 'no', shop, exists('shop/web.py')],
  ['a file reads so', 'yes', shop, reads('shop/api.py', API)],
  ['a file reads otherwise', 'no', shop, reads('shop/api.py', API.replace('total', 'sum'))],
  ['a search cites a line', 'yes', shop, cites('tax of a price', 'shop/core.py:9', '    return x // 10')],
  [
    'a search with filters cites a line',
    'yes',
    shop,
    cites('old price', 'shop/core.py:13', '    return x', 'codebase_retrieval'),
  ],
  ['all files are indexed', 'yes', shop, allIndexed],
  ['the branch is covered', 'yes', shop, covers('main')],
];

export const indexAnswers: AuditedTool = {
  tool: 'index_answers',
  statement: 'The code and its history are so.',
  cases: [
    ...[...PLAIN, ...HISTORY].map((row) => indexCase(false, row)),
    ...[...NAMES_DECEIVING, ...TEXTS_DECEIVING, ...HISTORY_DECEIVING].map((row) => indexCase(true, row)),
  ],
};
