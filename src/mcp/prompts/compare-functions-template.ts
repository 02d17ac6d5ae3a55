/** `compare_functions_template`: two functions of code that is given. */
import { code, nameIn } from './arguments.ts';
import { definePrompt, fenced } from './define-prompt.ts';

export default definePrompt({
  name: 'compare_functions_template',
  title: 'Compare two functions (template)',
  description: 'Decides whether two functions in the Python source given behave the same for all inputs.',
  arguments: { code, function_a: nameIn('The first function.'), function_b: nameIn('The second function.') },
  text: ({ code: source, function_a, function_b }) =>
    `Decide with \`compare_functions\` whether \`${function_a}\` and \`${function_b}\` behave the same.

${fenced('python', source)}

Report the verdict and how sure it is, each difference with an input that shows it, and what was not decided.`,
});
