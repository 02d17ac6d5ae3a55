/** Hypotheses that are what they look like. */
import { against, both, call, contract, file, predicted, type Row, raises, tested } from './shop.ts';

const short = (
  name: string,
  truth: Row['truth'],
  of: string,
  check: Readonly<Record<string, unknown>>,
  type: 'bug' | 'behavior' = 'behavior',
): Row => ({ name, truth, functions: [of], it: { type, checks: [check] } });

const expected = 'assert clamp(9, 1, 5) == 5';

export const PLAIN: readonly Row[] = [
  {
    ...short('a total of 100 pays the fee', 'yes', 'fee', call('fee(100)', '3')),
    others: [{ checks: [call('fee(100)', '0')] }],
  },
  {
    ...short('a total of 100 is free', 'no', 'fee', call('fee(100)', '0')),
    others: [{ checks: [call('fee(100)', '3')] }],
  },
  short('a total of 101 is free', 'yes', 'fee', call('fee(101)', '0')),
  short('a total of 101 pays the fee', 'no', 'fee', call('fee(101)', '3')),
  short('the middle of two is the larger', 'yes', 'middle', call('middle([1, 2])', '2'), 'bug'),
  short('the middle of two is the smaller', 'no', 'middle', call('middle([1, 2])', '1')),
  short('the middle does not sort', 'no', 'middle', call('middle([3, 1, 2])', '1'), 'bug'),
  short('the middle sorts', 'yes', 'middle', call('middle([3, 1, 2])', '2')),
  short('the middle of nothing fails', 'yes', 'middle', raises('middle([])', 'IndexError'), 'bug'),
  short('the middle of nothing is zero', 'no', 'middle', call('middle([])', '0')),
  short('what is too high becomes low', 'yes', 'clamp', call('clamp(9, 1, 5)', '1'), 'bug'),
  short('what is too high becomes high', 'no', 'clamp', call('clamp(9, 1, 5)', '5')),
  short(
    'what lies between stays',
    'yes',
    'clamp',
    contract('clamp', { pre: ['low <= value', 'value <= high'], post: ['__return__ == value'], expects: both }),
  ),
  short(
    'what is too low stays',
    'no',
    'clamp',
    contract('clamp', { pre: ['value < low', 'low <= high'], post: ['__return__ == value'], expects: both }),
  ),
  short(
    'nothing exceeds the limit',
    'yes',
    'clamp',
    contract('clamp', { pre: ['low <= high'], post: ['__return__ <= high'], expects: both }),
  ),
  short(
    'something falls below the limit',
    'no',
    'clamp',
    contract('clamp', { pre: ['low <= high'], post: ['__return__ >= low'], expects: against }),
    'bug',
  ),
  short('clamp is the minimum of the maximum', 'no', 'clamp', {
    kind: 'behaves_like',
    file,
    function: 'clamp',
    code: 'def clamp(value: int, low: int, high: int) -> int:\n    return max(low, min(value, high))\n',
    expects: both,
  }),
  short('clamp is low wherever it is outside', 'yes', 'clamp', {
    kind: 'behaves_like',
    file,
    function: 'clamp',
    code: 'def clamp(value: int, low: int, high: int) -> int:\n    return low if value < low or value > high else value\n',
    expects: both,
  }),
  short('an empty text has a word', 'yes', 'words', call('words("")', '1'), 'bug'),
  short('an empty text has no word', 'no', 'words', call('words("")', '0')),
  short('two blanks make a word', 'yes', 'words', call('words("a  b")', '3'), 'bug'),
  short('tabs separate words', 'no', 'words', call('words("a\\tb")', '2')),
  short(
    'a share of nobody fails',
    'yes',
    'share',
    contract('share', { never: 'ZeroDivisionError', expects: against }),
    'bug',
  ),
  short('a share of nobody is nothing', 'no', 'share', call('share(1, 0)', '0')),
  short('negative shares become zero', 'no', 'share', call('share(-1, 2)', '0')),
  short('negative shares are rounded down', 'yes', 'share', call('share(-1, 2)', '-1')),
  short(
    'a list is kept between calls',
    'yes',
    'collected',
    tested('collected(1); assert collected(1) == 1', against),
    'bug',
  ),
  short('a list is new in each call', 'no', 'collected', tested('collected(1); assert collected(1) == 1', both)),
  short(
    'the second return is wrong',
    'yes',
    'clamp',
    tested(expected, both, { edits: [{ file, old: 'return low + 0', new: 'return high' }] }),
    'bug',
  ),
  short(
    'the first return is wrong',
    'no',
    'clamp',
    tested(expected, both, {
      edits: [{ file, old: 'if value < low:\n        return low', new: 'if value < low:\n        return high' }],
    }),
    'bug',
  ),
  {
    name: 'tabs count by a prediction',
    truth: 'no',
    functions: ['words'],
    it: { predictions: [predicted('words("a\\tb")', '2')] },
  },
  { name: 'all is free', truth: 'no', functions: ['fee'], it: { predictions: [predicted('fee(50)', '0')] } },
  {
    name: 'the best of three',
    truth: 'yes',
    functions: ['fee'],
    it: { checks: [call('fee(100)', '3')] },
    others: [{ predictions: [predicted('fee(100)', '0')] }, { predictions: [predicted('fee(100)', '1')] }],
  },
];
