/** Claims that look otherwise than they are. */
import { answered, FILES, file, type Row, SEVEN, tested } from './prices.ts';

const short = (name: string, truth: Row['truth'], body: string, more: Readonly<Record<string, unknown>> = {}): Row => ({
  name,
  truth,
  claim: tested(body, more),
});
const quote = 'return price * RATE';

const SAYS_NOTHING: readonly Row[] = [
  { name: 'prices lose money by a quote', truth: 'no', claim: { file, quote } },
  { name: 'prices lose money by a line', truth: 'no', claim: { file, line: 13 } },
  { name: 'prices lose money by a name', truth: 'no', claim: { file, symbol: 'reduced' } },
  { name: 'the code is elegant', truth: 'unknowable', claim: { file, quote } },
  { name: 'prices lose money by nothing', truth: 'no', claim: {} },
  short('prices are stolen', 'no', 'assert True'),
  short('prices are stolen by a call', 'no', 'reduced(1)\n    assert True'),
  short('prices are stolen, and a quote', 'no', 'reduced(1)\n    assert 1 + 1 == 2', { quote }),
  short('prices are stolen without an assertion', 'no', 'pass'),
  short('prices are stolen in a test that is skipped', 'no', 'pytest.skip("later")'),
  short('prices are stolen in a failure that is expected', 'no', 'pytest.xfail("later")'),
  short('prices are added', 'no', 'assert reduced(1) == reduced(1)'),
  short('prices are caught', 'no', 'try:\n        assert reduced(1) == 5\n    except AssertionError:\n        pass'),
  short('a price that is a number fails', 'no', 'with pytest.raises(TypeError): reduced()'),
  short('prices are read as text', 'no', 'assert "RATE" in open("price.py").read()'),
  short('prices are equal to anything', 'no', 'from unittest.mock import ANY\n    assert reduced(1) == ANY'),
  { name: 'an empty test', truth: 'unknowable', claim: { file, test: 'x = 1\n' } },
  short('the price of one is nine, but the test always fails', 'yes', 'reduced(1)\n    assert False'),
  short('the price of one is nine, but the test has a fault', 'yes', 'assert reducd(1) == 9'),
  short('the price of one is nine, but the test fails beside it', 'yes', 'assert 1 + 1 == 3'),
  short('prices end the interpreter', 'no', 'import os; os._exit(0)'),
];

const OF_THE_MACHINE: readonly Row[] = [
  {
    name: 'the test needs a package',
    truth: 'unknowable',
    claim: { file, test: 'import numpy\nfrom price import reduced\n\n\ndef test_it():\n    assert reduced(1) == 9\n' },
  },
  short('a parser works', 'unknowable', 'assert loaded("x: 1") == 1'),
  short('a parser is missing', 'unknowable', 'with pytest.raises(ImportError): loaded("x: 1")'),
  short('the slow way is taken', 'unknowable', 'assert fast() is False'),
  short('a release has no version', 'unknowable', 'with pytest.raises(ImportError): version()'),
  short('a licence is valid', 'unknowable', 'assert expired() is False'),
  short('a licence has expired', 'unknowable', 'assert expired() is True'),
  short('it happens never', 'no', 'assert rarely() is False'),
  short('a lucky three', 'unknowable', 'assert lucky() == 3'),
  short('the city is none', 'unknowable', 'assert city() == "none"'),
  short('x comes first', 'unknowable', 'assert first_tag() == "x"'),
  short('y comes first', 'unknowable', 'assert first_tag() == "y"'),
  short('it is no Linux', 'unknowable', 'assert on_linux() is False'),
  short('numbers are narrow', 'unknowable', 'assert is_wide() is False'),
  short('no process starts', 'unknowable', 'with pytest.raises(OSError): spawned()'),
  short('a process starts', 'unknowable', 'assert spawned()'),
];

const OF_OTHERS: readonly Row[] = [
  short('a price is sevenfold with another constant', 'no', 'price.RATE = 7\n    assert price.reduced(1) == 7'),
  {
    name: 'a price is sevenfold by a patch',
    truth: 'no',
    claim: {
      file,
      test: 'import price\n\n\ndef test_it(monkeypatch):\n    monkeypatch.setattr(price, "RATE", 7)\n    assert price.reduced(1) == 7\n',
    },
  },
  {
    name: 'a total is sevenfold by a mock',
    truth: 'no',
    claim: {
      file,
      test: 'from unittest.mock import patch\nimport price\n\n\ndef test_it():\n    with patch("price.reduced", return_value=7):\n        assert price.total([1]) == 7\n',
    },
  },
  short('a price is sevenfold in a copy', 'no', 'reduced = lambda price: price * 7\n    assert reduced(1) == 7'),
  {
    ...short('a price is sevenfold by a conftest', 'no', 'assert reduced(1) == 7'),
    beside: { 'conftest.py': 'import price\n\nprice.RATE = 7\n' },
  },
  {
    ...short('a price is sevenfold by a replacement', 'no', 'assert price.reduced(1) == 7'),
    beside: { 'conftest.py': 'import price\n\nprice.reduced = lambda each: each * 7\n' },
  },
  {
    ...short('a price is sevenfold by a forged report', 'no', 'assert reduced(1) == 7'),
    beside: { 'conftest.py': 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n' },
  },
  {
    name: 'a double is right by a forged run',
    truth: 'no',
    claim: { file: 'forged.py', test: 'import forged\n\n\ndef test_it():\n    assert forged.double(1) == 2\n' },
  },
  {
    name: 'an answer is five',
    truth: 'no',
    claim: { file: 'anything.py', test: 'import anything\n\n\ndef test_it():\n    assert anything.answer() == 5\n' },
  },
  short('the price of the other file is ninefold', 'no', 'assert reduced(1) == 9', { file: 'other.py' }),
  short('the quote stands in another file', 'no', 'assert reduced(1) == 9', { file: 'other.py', quote }),
  short('the file is not there', 'no', 'assert reduced(1) == 9', { file: 'lost.py', quote }),
  short('a name is not there', 'no', 'assert reduced(1) == 9', { symbol: 'increased' }),
  short('reduced adds five', 'no', 'assert label(" a ") == "A"', { symbol: 'reduced' }),
  short('what stands there adds five', 'no', 'assert label(" a ") == "A"', { quote }),
  short('this line adds five', 'no', 'assert label(" a ") == "A"', { quote, line: 13 }),
  short('what is none stands at the first line', 'yes', 'assert parsed("a") is None', {
    quote: 'return None',
    line: 1,
  }),
  short('a price is ninefold at a wrong line', 'yes', 'assert reduced(1) == 9', { quote, line: 2 }),
  {
    ...short('a price was ninefold when it was read', 'yes', 'assert reduced(1) == 9'),
    between: async (user, workspace) => {
      await user.put(workspace, { [file]: SEVEN });
    },
  },
  {
    ...short('a price was sevenfold when it was read', 'no', 'assert reduced(1) == 7'),
    between: async (user, workspace) => {
      await user.put(workspace, { [file]: SEVEN });
    },
  },
  {
    ...short('a price was ninefold before', 'yes', 'assert reduced(1) == 9'),
    before: async (user, workspace, ref) => {
      await user.put(workspace, { [file]: SEVEN });
      return { ref };
    },
  },
  {
    ...short('a price is still ninefold', 'no', 'assert reduced(1) == 9'),
    before: async (user, workspace) => {
      await user.put(workspace, { [file]: SEVEN });
      return {};
    },
  },
  {
    ...short('a price is sevenfold for somebody else', 'no', 'assert reduced(1) == 7'),
    before: async (user, workspace) => {
      await user.as('claims-stranger').put(workspace, { ...FILES, [file]: SEVEN });
      return {};
    },
  },
  { ...short('a price of an empty workspace', 'unknowable', 'assert reduced(1) == 9'), isEmpty: true },
  {
    ...short('a price of a workspace that is gone', 'unknowable', 'assert reduced(1) == 9'),
    between: async (user, name) => {
      await user.call('delete_workspace', { workspace: name, confirm: name });
    },
  },
  {
    ...short('a price is tenfold, as the answer says itself', 'no', 'assert reduced(1) == 10'),
    answer: { supported: [{ claim: { statement: 'x' }, basis: 'executed' }] },
  },
  {
    name: 'a price is tenfold with a basis',
    truth: 'no',
    claim: { ...tested('assert reduced(1) == 10'), basis: 'executed', outcome: 'holds' },
  },
  {
    ...short('a price is tenfold, said after another answer', 'no', 'assert reduced(1) == 10'),
    between: async (user, _workspace, question) => {
      const claims = [{ statement: 'another one', ...tested('assert reduced(1) == 9') }];
      await answered(user, question, { answer: 'It is.', claims });
    },
  },
];

export const DECEIVING: readonly Row[] = [...SAYS_NOTHING, ...OF_THE_MACHINE, ...OF_OTHERS];
