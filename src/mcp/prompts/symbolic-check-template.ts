/** `symbolic_check_template`: a contract of code that is given. */
import { code, nameIn } from './arguments.ts';
import { definePrompt, fenced } from './define-prompt.ts';

export default definePrompt({
  name: 'symbolic_check_template',
  title: 'Check a contract (template)',
  description: 'Checks the contract of a function in the Python source given.',
  arguments: { code, function_name: nameIn('Function to check.') },
  text: ({ code: source, function_name }) =>
    `Check the contract of \`${function_name}\` with \`symbolic_check\`.

${fenced('python', source)}

Report which obligations are broken and by which input, how many paths were explored and how many verified, the estimate of coverage, and what was not decided and why.`,
});
