/** Test cases as rows of the datasets that trainers and evaluators load. */
import { traceOf } from '../engine.ts';
import { parseCaseId } from '../instances.ts';
import type { TestCase } from '../service.ts';

/** Shapes of rows: those of reasoning-gym, of CLRS-Text (with and without hints), and of Inspect. */
export const DATASETS = ['reasoning-gym', 'clrs-text', 'clrs-text-hints', 'inspect'] as const;
export type Dataset = (typeof DATASETS)[number];

/** A test case as a row; `index` is its place in the dataset. Any answer that `check_answer` accepts is right, not the stated one alone. */
export function rowOf(dataset: Dataset, test: TestCase, index: number): object {
  const { id, scaffold, tier, task, input, expected } = test;
  const { seed = 0, level = 1 } = parseCaseId(id) ?? {};
  const question = `${task}\n\nAnswer with JSON that has the fields ${Object.keys(expected).join(', ')}.`;
  const answer = JSON.stringify(expected);
  const metadata = { test_case_id: id, scaffold, tier, seed, level, input };
  switch (dataset) {
    // https://github.com/open-thought/reasoning-gym: an entry, with where it is from and its difficulty.
    case 'reasoning-gym':
      return {
        question,
        answer,
        metadata: {
          source_dataset: `lemma/${scaffold}`,
          source_index: index,
          difficulty: { tier, level },
          ...metadata,
        },
      };
    // https://github.com/google-deepmind/clrs, clrs/_src/clrs_text: steps stand before the answer where hints are used.
    case 'clrs-text':
    case 'clrs-text-hints': {
      const steps = dataset === 'clrs-text' ? [] : traceOf(id).map((step) => JSON.stringify(step));
      const whole = [...steps, answer].join('\n');
      return {
        text: `${scaffold}:\n${question}\n\n${whole}`,
        question: `${scaffold}:\n${question}`,
        answer: whole,
        algo_name: scaffold,
        length: sizeOf(input),
        use_hints: dataset === 'clrs-text-hints',
      };
    }
    // https://inspect.aisi.org.uk/datasets.html
    case 'inspect':
      return { input: question, target: answer, id, metadata };
  }
}

/** The number of things in the instance: of the longest list, text or record of its input. */
function sizeOf(input: object): number {
  const sizes = Object.values(input).map((value) => {
    if (typeof value === 'string' || Array.isArray(value)) return value.length;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
  });
  return Math.max(1, ...sizes);
}
