/** `analyze_branches_template`: the branches of code that is given. */
import { code, nameIn } from './arguments.ts';
import { definePrompt, fenced } from './define-prompt.ts';

export default definePrompt({
  name: 'analyze_branches_template',
  title: 'Analyze branches (template)',
  description: 'Tells where a function in the Python source given decides, and which lines can never run.',
  arguments: {
    code,
    function_name: nameIn('Function to analyze.'),
    symbolic_reachability: {
      description: 'true: prove which sides can be reached; false: by the syntax alone.',
      completion: { kind: 'words', words: ['true', 'false'] },
    },
  },
  text: ({ code: source, function_name, symbolic_reachability = 'true' }) =>
    `Analyze the branches of \`${function_name}\` with \`analyze_branches\` and \`symbolic_reachability\` ${symbolic_reachability}.

${fenced('python', source)}

Report the conditions with their lines, an input for each side that can be reached, code that never runs, and the cyclomatic complexity.`,
});
