/** Claims that are what they look like. */
import { file, type Row, tested } from './prices.ts';

const short = (name: string, truth: Row['truth'], body: string, more: Readonly<Record<string, unknown>> = {}): Row => ({
  name,
  truth,
  claim: tested(body, more),
});
const quote = 'return price * RATE';

export const PLAIN: readonly Row[] = [
  short('a price is multiplied by 9', 'yes', 'assert reduced(2) == 18'),
  short('a price is multiplied by 8', 'no', 'assert reduced(2) == 16'),
  short('a price is multiplied by 9, as it stands', 'yes', 'assert reduced(2) == 18', { quote }),
  short('a price is divided by 9, as it stands', 'no', 'assert reduced(18) == 2', { quote }),
  short('a price is ninefold in reduced', 'yes', 'assert reduced(1) == 9', { symbol: 'reduced' }),
  short('a price is tenfold in reduced', 'no', 'assert reduced(1) == 10', { symbol: 'reduced' }),
  short('a total of nothing is zero', 'yes', 'assert total([]) == 0'),
  short('a total of nothing fails', 'no', 'with pytest.raises(ValueError): total([])'),
  short('a total adds up', 'yes', 'assert total([1, 2]) == 27', { symbol: 'total' }),
  short('a total leaves out the last', 'no', 'assert total([1, 2]) == 9', { symbol: 'total' }),
  short('a name is stripped', 'yes', 'assert label(" a ") == "A"'),
  short('a name keeps its blanks', 'no', 'assert label(" a ") == " A "'),
  short('a letter behind an apostrophe becomes large', 'yes', 'assert label("it\'s") == "It\'S"'),
  short('a letter behind an apostrophe stays small', 'no', 'assert label("it\'s") == "It\'s"'),
  short('a ratio to zero fails', 'yes', 'with pytest.raises(ZeroDivisionError): ratio(1, 0)'),
  short('a ratio to zero is infinite', 'no', 'assert ratio(1, 0) == float("inf")'),
  short('a ratio is exact', 'yes', 'assert ratio(1, 2) == 0.5'),
  short('a ratio is rounded down', 'no', 'assert ratio(1, 2) == 0'),
  short('zero is even', 'yes', 'assert parity(0) == "even"'),
  short('zero is odd', 'no', 'assert parity(0) == "odd"'),
  short('minus one is odd', 'yes', 'assert parity(-1) == "odd"'),
  short('minus one is even', 'no', 'assert parity(-1) == "even"'),
  short('what is no number is none', 'yes', 'assert parsed("a") is None', { symbol: 'parsed' }),
  short('what is no number fails', 'no', 'with pytest.raises(ValueError): parsed("a")', { symbol: 'parsed' }),
  short('blanks around a number are fine', 'yes', 'assert parsed(" 7 ") == 7'),
  short('an empty text is zero', 'no', 'assert parsed("") == 0'),
  short('a name that is there has its index', 'yes', 'assert found("b", ["a", "b"]) == 1', { line: 40 }),
  short('a name that is not there is minus one', 'no', 'assert found("c", ["a"]) == -1'),
  short('a cart counts', 'yes', 'cart = Cart(); cart.add(1); assert cart.add(1) == 2', { symbol: 'Cart.add' }),
  short('a cart holds a thing once', 'no', 'cart = Cart(); cart.add(1); assert cart.add(1) == 1', {
    symbol: 'Cart.add',
  }),
  short('carts share nothing', 'yes', 'Cart().add(1); assert Cart().add(1) == 1'),
  short('carts share their items', 'no', 'Cart().add(1); assert Cart().add(1) == 2'),
  {
    name: 'the other price is sevenfold',
    truth: 'yes',
    claim: { file: 'other.py', test: 'import other\n\n\ndef test_it():\n    assert other.reduced(1) == 7\n' },
  },
  {
    name: 'a price of none fails',
    truth: 'yes',
    claim: {
      file,
      quote,
      test: 'import pytest\nfrom price import reduced\n\n\ndef test_it():\n    with pytest.raises(TypeError):\n        reduced(None)\n',
    },
  },
];
