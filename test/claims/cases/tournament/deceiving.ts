/** Hypotheses that look otherwise than they are. */
import {
  against,
  both,
  call,
  contract,
  FILES,
  FREE,
  file,
  predicted,
  REPAIRED,
  REPLACED,
  type Row,
  raises,
  tested,
  WRONG,
} from './shop.ts';

type Check = Readonly<Record<string, unknown>>;

const short = (
  name: string,
  truth: Row['truth'],
  of: string,
  check: Check,
  type: 'bug' | 'behavior' | 'security' = 'behavior',
): Row => ({ name, truth, functions: [of], it: { type, checks: [check] } });

const SAYS_NOTHING: readonly Row[] = [
  { name: 'the moon makes the fee', truth: 'no', functions: ['fee'], it: { predictions: [predicted('fee(50)', '3')] } },
  {
    name: 'a cosmic ray',
    truth: 'no',
    functions: ['fee'],
    it: { type: 'bug', predictions: [predicted('len([1])', '1')] },
  },
  {
    name: 'the clock makes the fee',
    truth: 'no',
    functions: ['fee'],
    it: { predictions: [predicted('fee(50)', '3')] },
    others: [{ predictions: [predicted('fee(50)', '3')] }],
  },
  {
    name: 'a cache is stale',
    truth: 'no',
    functions: ['middle'],
    it: { type: 'bug', checks: [call('middle([1, 2])', '2')] },
    others: [{ type: 'bug', checks: [call('middle([1, 2])', '2')] }],
  },
  {
    name: 'a cache is stale, by a test',
    truth: 'no',
    functions: ['middle'],
    it: { type: 'bug', checks: [tested('assert middle([1, 2]) == 1', against)] },
    others: [WRONG, { type: 'bug', checks: [tested('assert middle([1, 2]) == 1', against)] }],
  },
  {
    name: 'the last that is left',
    truth: 'no',
    functions: ['fee'],
    it: { predictions: [predicted('len([])', '0')] },
    others: [WRONG, { predictions: [predicted('fee(1)', '9')] }],
  },
  {
    name: 'the choice of a mind',
    truth: 'no',
    functions: ['fee'],
    it: { predictions: [predicted('fee(1)', '3')] },
    others: [{ predictions: [predicted('fee(1)', '3')] }],
    more: { tie_break: true },
    answer: async () => ({ choice: 'it' }),
  },
  short('the fee is stolen', 'no', 'fee', tested('fee(1); assert True', both), 'security'),
  short('the fee is stolen, and nothing tests it', 'no', 'fee', {
    kind: 'python_test',
    code: 'x = 1\n',
    expects: both,
  }),
  short('the fee is stolen, whatever the code', 'no', 'fee', tested('fee(1); assert False', against), 'security'),
  short('the fee is seven beside it', 'no', 'fee', call('[fee(1), 7][1]', '7')),
  short(
    'the fee is equal to anything',
    'no',
    'fee',
    call('fee(1)', 'type("A", (), {"__eq__": lambda one, other: True})()'),
  ),
  short('a word is a thief', 'no', 'fee', { kind: 'search', text: 'FEE', expects: { holds: 'supports' } }, 'security'),
  short(
    'a thief by a vacuous contract',
    'no',
    'fee',
    contract('fee', { post: ['__return__ == __return__'], expects: { holds: 'supports' } }),
  ),
  short(
    'everything is clamped to 17',
    'no',
    'clamp',
    contract('clamp', {
      pre: ['value > 0', 'value < 0'],
      post: ['__return__ == 17'],
      expects: { holds: 'supports' },
    }),
  ),
  short(
    'a share of nobody is safe',
    'no',
    'share',
    contract('share', { pre: ['count > 0', 'count < 0'], never: 'ZeroDivisionError', expects: { holds: 'supports' } }),
  ),
  short(
    'a share of nobody raises nothing',
    'no',
    'share',
    contract('share', { pre: ['count != count'], raises: [], expects: { holds: 'supports' } }),
  ),
  {
    name: 'an empty hypothesis',
    truth: 'unknowable',
    functions: ['fee'],
    description: ' ',
    it: { checks: [call('fee(1)', '3')] },
  },
  {
    name: 'checks that contradict',
    truth: 'unknowable',
    functions: ['fee'],
    it: { checks: [call('fee(1)', '3', both), call('fee(1)', '3', against)] },
  },
];

const OF_THE_MACHINE: readonly Row[] = [
  short('a parser works', 'unknowable', 'loaded', call('loaded("x: 1")', '1')),
  short('a parser fails', 'unknowable', 'loaded', raises('loaded("x: 1")', 'ModuleNotFoundError'), 'bug'),
  short('the slow way is taken', 'unknowable', 'fast', call('fast()', 'False')),
  short('an import of the test fails', 'unknowable', 'fee', {
    kind: 'python_test',
    code: 'import numpy\nfrom shop.core import fee\n\n\ndef test_it():\n    assert fee(100) == 0\n',
    expects: against,
  }),
  short('a release is broken', 'unknowable', 'version', raises('version()', 'ModuleNotFoundError'), 'bug'),
  short('today is the first of May', 'unknowable', 'today', call('today()', '"2031-05-01"')),
  short('a licence is valid', 'unknowable', 'expired', call('expired()', 'False')),
  short('a licence never expires', 'no', 'expired', {
    kind: 'behaves_like',
    file,
    function: 'expired',
    code: 'def expired() -> bool:\n    return False\n',
    expects: both,
  }),
  short('a lucky three', 'unknowable', 'lucky', call('lucky()', '3')),
  short('it happens never', 'no', 'rarely', call('rarely()', 'False')),
  short('it happens never, by a test', 'no', 'rarely', tested('assert not rarely()', both)),
  short('the city is none', 'unknowable', 'city', call('city()', '"none"')),
  short('x comes first', 'unknowable', 'first_tag', call('first_tag()', '"x"')),
  short('it is no Linux', 'unknowable', 'on_linux', call('on_linux()', 'False')),
  short('numbers are narrow', 'unknowable', 'is_wide', call('is_wide()', 'False')),
  short('a process fails', 'unknowable', 'spawned', raises('spawned()', 'OSError'), 'bug'),
  short('memory is short', 'unknowable', 'large', raises('large()', 'MemoryError'), 'bug'),
  short('600 levels are too deep', 'no', 'depth', raises('depth(600)', 'RecursionError'), 'bug'),
  {
    name: 'a prediction of what cannot be imported',
    truth: 'unknowable',
    functions: ['double'],
    files: ['shop/broken.py'],
    it: { predictions: [predicted('double(1)', '2', 'shop/broken.py')] },
  },
  {
    name: 'a prediction beside a package',
    truth: 'unknowable',
    functions: ['double'],
    files: ['shop/heavy.py'],
    it: { predictions: [predicted('double(1)', '3', 'shop/heavy.py')] },
  },
];

const elsewhere = 'shop/other.py';
const OF_OTHERS: readonly Row[] = [
  short('the fee is nothing, elsewhere', 'no', 'fee', call('fee(1)', '0', both, elsewhere)),
  {
    name: 'the fee is nothing, in another file',
    truth: 'no',
    functions: [],
    it: { checks: [call('fee(1)', '0', both, elsewhere)] },
  },
  short(
    'the fee needs a repair',
    'no',
    'fee',
    {
      ...tested('assert other.fee(1) == 3', both, {
        edits: [{ file: elsewhere, old: '    return 0\n    return 0', new: '    return 0\n    return 3' }],
      }),
    },
    'bug',
  ),
  short('the fee is lost in a test', 'no', 'fee', tested('fee = lambda x: 0; assert fee(1) == 3', against), 'bug'),
  short('the fee is lost in a call', 'no', 'fee', call('(lambda fee: fee(1))(lambda x: 0)', '0')),
  short('the fee is replaced', 'no', 'fee', tested('core.fee = lambda x: 0; assert core.fee(1) == 3', against), 'bug'),
  short('the constant is replaced', 'no', 'fee', tested('core.FEE = 0; assert core.fee(1) == 3', against), 'bug'),
  short(
    'the constant is patched',
    'no',
    'fee',
    tested(
      '\n    from unittest.mock import patch\n    with patch("shop.core.FEE", 0):\n        assert fee(1) == 3',
      against,
    ),
    'bug',
  ),
  { ...short('a total of 1 is free', 'no', 'fee', call('fee(1)', '0')), beside: { 'conftest.py': FREE } },
  {
    ...short('a total of 1 is free by a replacement', 'no', 'fee', call('fee(1)', '0')),
    beside: { 'conftest.py': REPLACED },
  },
  {
    name: 'a rate that is defined again',
    truth: 'no',
    functions: ['rate'],
    files: ['shop/twice.py'],
    it: { checks: [call('rate()', '1', both, 'shop/twice.py')] },
  },
  {
    name: 'an answer of five',
    truth: 'no',
    functions: ['answer'],
    files: ['shop/anything.py'],
    it: { checks: [call('answer()', '5', both, 'shop/anything.py')] },
  },
  {
    name: 'a double that is forged',
    truth: 'no',
    functions: ['double'],
    files: ['shop/forged.py'],
    it: { checks: [call('double(1)', '2', both, 'shop/forged.py')] },
  },
  {
    ...short('100 paid, in the commit before', 'yes', 'fee', call('fee(100)', '3')),
    between: async (user, workspace, ref) => {
      await user.put(workspace, { [file]: REPAIRED });
      return { ref };
    },
  },
  {
    ...short('100 pays, after a repair', 'no', 'fee', call('fee(100)', '3')),
    between: async (user, workspace) => {
      await user.put(workspace, { [file]: REPAIRED });
      return {};
    },
  },
  {
    name: '100 pays, after a repair in between',
    truth: 'no',
    functions: ['fee'],
    it: {},
    others: [{}],
    answer: async (user, workspace) => {
      await user.put(workspace, { [file]: REPAIRED });
      return { checks: { it: [call('fee(100)', '3')], 'other 1': [call('fee(100)', '0')] } };
    },
  },
  {
    ...short('100 is free, for somebody else', 'no', 'fee', call('fee(100)', '0')),
    between: async (user, workspace) => {
      await user.as('claims-stranger').put(workspace, { ...FILES, [file]: REPAIRED });
      return {};
    },
  },
  {
    ...short('the fee of a file that was renamed', 'unknowable', 'fee', call('fee(1)', '3', both, 'shop/old.py')),
    between: async (user, workspace) => {
      await user.put(workspace, { 'shop/new.py': REPAIRED });
      return {};
    },
  },
];

export const DECEIVING: readonly Row[] = [...SAYS_NOTHING, ...OF_THE_MACHINE, ...OF_OTHERS];
