/** `solve_by_template`: a problem without a scaffold, solved by the template of its kind. */
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'solve_by_template',
  title: 'Solve by a template',
  description:
    'Solves a problem whose algorithm has no scaffold by the template of its category, with every step written down.',
  arguments: {
    category: {
      description: 'Category of the algorithm, such as graph or dynamic_programming.',
      required: true,
      completion: { kind: 'scaffold_category' },
    },
    problem: { description: 'The problem, with its numbers.', required: true },
  },
  text: ({ category, problem }) => `Solve this problem by hand; run no code:

${problem}

1. \`list_scaffolds\` with the category \`${category}\` has a template, and the algorithms that have a scaffold of their own. If one of these solves the problem, work by it: \`get_scaffold\` with \`include_text\` true.
2. Else replace everything in braces in the template by what your algorithm has in its place. Write that down before the first round.
3. Go round by round, with a row for each. Check the answer by what the template says before you give it.
4. If the problem is an instance of a scaffold, have steps and answer checked by \`check_trace\` and \`check_answer\`. If it is none, say that nothing checked it.`,
});
