/** `solve_by_scaffold`: an instance of an algorithm, solved step by step and checked. */
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'solve_by_scaffold',
  title: 'Solve by a scaffold',
  description: 'Solves a test case by the scaffold of its algorithm, step by step, and has steps and answer checked.',
  arguments: {
    scaffold: {
      description: 'Name of the scaffold, such as dijkstra.',
      required: true,
      completion: { kind: 'scaffold' },
    },
    test_case_id: {
      description: 'Id of a test case, such as dijkstra_standard_02; the first standard one where it is empty.',
    },
  },
  text: ({ scaffold, test_case_id = `${scaffold}_standard_01` }) =>
    `Solve the test case \`${test_case_id}\` by the scaffold \`${scaffold}\`, by hand: run no code, and do not ask for the solution.

1. \`get_scaffold\` with \`include_text\` true says how to work by it, and how steps and answer are written. \`generate_test_cases\` with \`include_expected\` false has the instance.
2. Go through the rounds, and write down the steps in the stated form.
3. Check the answer by what the scaffold says before you answer.
4. \`check_trace\` and \`check_answer\`. If something is wrong: find the mistake at the place that is named, go on from there, and have it checked again. Report the scores of the first attempt.`,
});
