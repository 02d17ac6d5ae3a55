/** What a model is told and asked, and the parts of what it says. */
import type { ModelRequest } from '../../models/api.ts';
import type { AnyAnswer } from '../answers/shape.ts';
import { describeScaffold } from '../engine.ts';
import type { TestCase } from '../service.ts';
import type { GivenAnswer } from './results.ts';

/** Tokens of an answer (scaffold-verification.md, "LLMRequest"). */
export const MOST_OUTPUT = 4096;

const RULES = `You solve instances of algorithms by hand. Work by the scaffold that you are given, and run no code.
Write the heading "## Steps" with the steps in the form that the scaffold states, then the heading "## Answer" with the answer as JSON, and nothing after it.`;

/** The question of a test case: the scaffold's text, which has another instance as its example, and the task. */
export function questionOf({ scaffold, task, input }: Pick<TestCase, 'scaffold' | 'task' | 'input'>): ModelRequest {
  const { text } = describeScaffold(scaffold);
  return {
    system: RULES,
    messages: [{ role: 'user', text: `${text}\n# Your task\n\n${task}\n\nInput:\n\n${JSON.stringify(input)}` }],
    mostOutput: MOST_OUTPUT,
  };
}

/** The task alone, with the form of its answer, of which `answer` is one. */
export function bareQuestionOf(task: string, answer: AnyAnswer): string {
  return `${task}\n\nAnswer with JSON that has the fields ${Object.keys(answer).join(', ')}.`;
}

/** Steps and answer of what a model says. Without the headings all of it is the answer. */
export function partsOf(text: string): GivenAnswer {
  const parts = text.split(/^#{1,6}[ \t]*Answer[ \t:]*$/im);
  const answer = parts.at(-1) ?? text;
  if (parts.length === 1) return { answer };
  const steps =
    parts
      .slice(0, -1)
      .join('\n')
      .split(/^#{1,6}[ \t]*Steps[ \t:]*$/im)
      .at(-1) ?? '';
  return { answer, trace: steps };
}
