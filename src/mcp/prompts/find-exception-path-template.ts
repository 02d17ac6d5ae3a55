/** `find_exception_path_template`: an exception of code that is given. */
import { code, exceptionType, nameIn } from './arguments.ts';
import { definePrompt, fenced } from './define-prompt.ts';

export default definePrompt({
  name: 'find_exception_path_template',
  title: 'Find an exception (template)',
  description: 'Finds inputs that make a function in the Python source given end in an exception.',
  arguments: { code, function_name: nameIn('Function to analyze.'), exception_type: exceptionType },
  text: ({ code: source, function_name, exception_type = 'Exception' }) =>
    `Find inputs that make \`${function_name}\` end in \`${exception_type}\` with \`find_path_to_exception\`.

${fenced('python', source)}

Report the inputs, the condition of the path that each takes, and whether the exception can be reached at all.`,
});
