/** Test cases as rows of the datasets that trainers and evaluators load. */
import { ToolFailure } from '../../lib/errors.ts';
import { traceOf } from '../engine.ts';
import { parseCaseId } from '../instances.ts';
import type { TestCase } from '../service.ts';
import type { Dataset } from './formats.ts';
import { bareQuestionOf, questionOf } from './prompt.ts';

/**
 * Test cases as lines of JSON. A search that takes more steps than a trace may have is left out of a dataset with steps; its place
 * stays empty.
 */
export function* linesOf(dataset: Dataset, cases: Iterable<TestCase>): Generator<string, void> {
  let index = 0;
  for (const each of cases) {
    const row = rowIn(dataset, each, index++);
    if (row !== undefined) yield `${JSON.stringify(row)}\n`;
  }
}

function rowIn(dataset: Dataset, test: TestCase, index: number): object | undefined {
  try {
    return rowOf(dataset, test, index);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

/** Bytes that are sent at a time, or more where a row is longer. */
const CHUNK = 64 * 1024;

/** Lines as bytes, made as they are read. The first is made at once, so that what it throws is thrown here. */
export function streamOf(lines: Iterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = lines.next();
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      let text = '';
      for (; next.done !== true && text.length < CHUNK; next = lines.next()) text += next.value;
      if (text !== '') return controller.enqueue(encoder.encode(text));
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

/** A test case as a row; `index` is its place in the dataset. Any answer that `check_answer` accepts is right, not the stated one alone. */
export function rowOf(dataset: Dataset, test: TestCase, index: number): object {
  const { id, scaffold, tier, task, input, expected } = test;
  const { seed = 0, level = 1 } = parseCaseId(id) ?? {};
  const question = bareQuestionOf(task, expected);
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
      const steps =
        dataset === 'clrs-text' ? [] : traceOf({ kind: 'input', scaffold, input }).map((step) => JSON.stringify(step));
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
    // https://github.com/NVIDIA-NeMo/Gym, nemo_gym/base_resources_server.py: a request to a model, and what /verify needs.
    case 'nemo-gym': {
      const { system, messages } = questionOf(test);
      const input = [
        { role: 'system', content: system },
        ...messages.map(({ role, text }) => ({ role, content: text })),
      ];
      return { responses_create_params: { input }, test_case_id: id, question, answer, metadata };
    }
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
