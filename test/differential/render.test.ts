/** Rendered conditions, evaluated by CPython, have the values of the plain expressions. */
import { expect, test } from 'vitest';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import { unparse } from '../../src/symbolic/syntax/unparse.ts';
import type { Model } from '../../src/symbolic/terms/evaluate.ts';
import type { Value } from '../../src/symbolic/terms/operations.ts';
import { literal } from '../../src/symbolic/terms/python-nodes.ts';
import { renderCondition } from '../../src/symbolic/terms/render.ts';
import { Terms } from '../../src/symbolic/terms/strings.ts';
import { amount, seedOf } from '../generated.ts';
import { RandomTerms } from './random-terms.ts';

/** Evaluates every case; `None` where Python raises, as it may where a conjunct without value comes first. */
const PROGRAM = `
def value(text, model):
    try:
        return eval(text, {}, model)
    except (ArithmeticError, ValueError):
        return None

''.join({True: 'T', False: 'F', None: '-'}[value(text, model)] for text, model in CASES)
`;

const pythonSource = (value: Value) => unparse(literal(value));

function modelSource(model: Model): string {
  return `{${[...model].map(([name, value]) => `'${name}': ${pythonSource(value)}`).join(', ')}}`;
}

const CONDITIONS = amount(2600, 800);

test('on random conditions', async () => {
  const cases: { readonly text: string; readonly model: string; readonly expected: string }[] = [];
  for (let index = 1; index <= CONDITIONS; index++) {
    const generator = new RandomTerms(new Terms(), new Random(seedOf(index)), {
      sorts: ['int', 'float', 'str'],
      nonlinear: true,
      conversions: true,
    });
    const condition = generator.bool(4);
    const text = renderCondition(condition.term);
    const model = generator.model();
    const expected = condition.compute(model);
    if (text === undefined || expected === undefined) continue;
    cases.push({ text, model: modelSource(model), expected: expected === true ? 'T' : 'F' });
  }
  const source = cases.map(({ text, model }) => `(${pythonSource(text)}, ${model}),`).join('\n');
  const kernel = await bootNodeKernel();
  const program = `CASES = [\n${source}\n]\n${PROGRAM}`;
  const result = await kernel.evaluate({ program, stepLimit: 10_000_000 });
  const values = result.status === 'ok' ? result.value : expect.unreachable(JSON.stringify(result).slice(0, 500));
  const wrong = cases.filter(({ expected }, i) => values[i] !== '-' && values[i] !== expected);
  expect(wrong).toEqual([]);
  expect([...values].filter((value) => value !== '-').length).toBeGreaterThan(CONDITIONS * 0.55);
});
