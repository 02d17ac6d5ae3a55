import { beforeAll, describe, expect, it } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../../scripts/lib/node-kernel.ts';
import type { Answer } from '../machine/oracle.ts';
import { Answers } from './answers.ts';
import { askCpython } from './ask-cpython.ts';
import { decodeAnswers, OracleFormatError } from './decode.ts';

let cpython: NodeKernel;
beforeAll(async () => {
  cpython = await bootNodeKernel();
});

async function answerTo(question: string): Promise<Answer | undefined> {
  const [answer] = await askCpython(cpython, [question]);
  return answer;
}

async function told(question: string): Promise<unknown> {
  const answer = await answerTo(question);
  return answer?.kind === 'value' ? answer.value : answer;
}

describe('values', () => {
  it('tells integers of any size', async () => {
    expect(await told('-(10**5000)')).toEqual({ kind: 'int', value: -(10n ** 5000n) });
    expect(await told('True + True')).toEqual({ kind: 'int', value: 2n });
  });

  it('tells floats exactly', async () => {
    const floats = await Promise.all(['0.1 + 0.2', '-0.0', '5e-324', "float('-inf')", "float('nan')"].map(told));
    expect(floats).toEqual([0.1 + 0.2, -0, 5e-324, -Infinity, Number.NaN].map((value) => ({ kind: 'float', value })));
  });

  it('tells texts and bytes character by character', async () => {
    expect(await told(String.raw`"\x00é😀\n\u2028'\"\\"`)).toEqual({ kind: 'str', value: '\u0000é😀\n\u2028\'"\\' });
    expect(await told('bytes(range(256))[126:130]')).toEqual({ kind: 'bytes', value: '~\u007f\u0080\u0081' });
  });

  it('tells containers with what they hold', async () => {
    expect(await told('([1, None], {"a": (2.5,)}, range(5, 0, -2), frozenset([True]))')).toEqual({
      kind: 'tuple',
      items: [
        { kind: 'list', items: [{ kind: 'int', value: 1n }, { kind: 'none' }] },
        {
          kind: 'dict',
          entries: [
            [
              { kind: 'str', value: 'a' },
              { kind: 'tuple', items: [{ kind: 'float', value: 2.5 }] },
            ],
          ],
        },
        { kind: 'range', start: 5n, stop: 0n, step: -2n },
        { kind: 'frozenset', items: [{ kind: 'bool', value: true }] },
      ],
    });
  });

  it('orders the elements of a set in the same way every time', async () => {
    expect(await told('{"b", "a", "c"}')).toMatchObject({ items: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] });
  });

  it('tells objects of the library by short source text', async () => {
    const total = `sum([decimal.Decimal("0.1")] * 30, decimal.Decimal(0))`;
    expect(await told(total)).toEqual({
      kind: 'foreign',
      type: 'decimal.Decimal',
      source: "decimal.Decimal('3.0')",
    });
    expect(await told('complex("nan") * 1j')).toMatchObject({ type: 'complex' });
    expect(await told('datetime.date(2000, 1, 31) + datetime.timedelta(30)')).toMatchObject({
      source: 'datetime.date(2000, 3, 1)',
    });
  });

  it('tells objects inside containers so that the question can go on from them', async () => {
    const answer = await answerTo('[re.match("(a)", "ab")]');
    const inside = answer?.kind === 'value' && answer.value.kind === 'list' ? answer.value.items[0] : undefined;
    const source = inside?.kind === 'foreign' ? inside.source : '';
    expect(await told(`(${source}).group(1)`)).toEqual({ kind: 'str', value: 'a' });
  });
});

describe('exceptions', () => {
  it('tells class and arguments', async () => {
    expect(await answerTo('1 // 0')).toEqual({
      kind: 'raised',
      class: 'ZeroDivisionError',
      args: [{ kind: 'str', value: 'division by zero' }],
    });
    expect(await answerTo('json.loads("{")')).toMatchObject({ class: 'json.decoder.JSONDecodeError' });
  });

  it('leaves out arguments that have no text', async () => {
    expect(await answerTo('decimal.Decimal(1) / 0')).toEqual({ kind: 'raised', class: 'decimal.DivisionByZero' });
  });
});

describe('refusals', () => {
  it.each([
    ['a text of lone surrogates', String.raw`"\ud800"`],
    ['a text that is too long', '"a" * 1_000_000'],
    ['an integer that is too long', '1 << 1_000_000'],
    ['too many items', 'list(range(1_000_000))'],
    ['an exception of the machine', '"a" * (1 << 70)'],
    ['a name that is not there', 'no_such_name'],
    ['a value of another kind', 'iter([])'],
    ['a lambda', 'lambda: 1'],
  ])('refuses %s', async (_, question) => {
    const answer = await answerTo(question);
    const isHeld = answer?.kind === 'value' && answer.value.kind !== 'foreign';
    expect(isHeld || answer?.kind === 'raised').toBe(false);
  });

  it('answers the rest of a batch that one question takes down', async () => {
    const questions = ['1 + 1', 'sum(1 for _ in range(10**9))', '2 + 2'];
    expect(await askCpython(cpython, questions)).toEqual([
      { kind: 'value', value: { kind: 'int', value: 2n } },
      { kind: 'refused' },
      { kind: 'value', value: { kind: 'int', value: 4n } },
    ]);
  });

  it('does not depend on settings that other programs have left behind', async () => {
    await cpython.evaluate({
      program: 'import decimal, sys\ndecimal.getcontext().prec = 3\nsys.set_int_max_str_digits(0)\n"done"',
      stepLimit: 1_000_000,
    });
    expect(await told('decimal.Decimal(1) / 3')).toMatchObject({
      source: "decimal.Decimal('0.3333333333333333333333333333')",
    });
    expect(await answerTo('str(10**5000)')).toMatchObject({ kind: 'raised', class: 'ValueError' });
  });

  it('trusts no answer of another form', () => {
    expect(() => decodeAnswers('[["value", ["integer", "2"]]]')).toThrow(OracleFormatError);
    expect(() => decodeAnswers('{"value": 1}')).toThrow(OracleFormatError);
  });
});

describe('remembering', () => {
  it('collects questions until they are answered, and no more after closing', () => {
    const answers = new Answers();
    const two: Answer = { kind: 'value', value: { kind: 'int', value: 2n } };
    const asked = ['1 + 1', '2 + 2', '1 + 1'].map((question) => answers.answer(question));
    expect(asked).toEqual([undefined, undefined, undefined]);
    expect(answers.pending).toEqual(['1 + 1', '2 + 2']);
    answers.remember('1 + 1', two);
    expect(answers.answer('1 + 1')).toBe(two);
    answers.close();
    expect(answers.pending).toEqual([]);
    expect(answers.answer('2 + 2')).toEqual({ kind: 'refused' });
  });
});
