/** `find_crash`: the input that makes a function end in an exception. */
import { exceptionType, file, findIt, functionName, place, workspace } from './arguments.ts';
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'find_crash',
  title: 'Find the input that crashes it',
  description: 'Finds inputs that make a Python function raise, replayed on CPython, or proves that there are none.',
  arguments: { function_name: functionName, file, workspace, exception_type: exceptionType },
  text: ({ function_name, file: path, workspace: space, exception_type = 'Exception' }) =>
    `Find inputs that make ${place(function_name, path, space)} end in \`${exception_type}\`.

1. ${findIt(function_name, path, space)}
2. Call \`find_path_to_exception\` with \`exception_type\` \`${exception_type}\`; subclasses count. Give \`file\` and \`workspace\`, or the source as \`code\` when it needs annotations that it does not have.
3. On \`found\`, say for each input whether a caller can really pass it: \`find_references\` and \`call_graph\` show who calls it. On \`unreachable\`, it is proved that no input does. On \`unknown\` or \`timeout\`, say what \`reasons\` names, and that this is no proof.
4. Propose the smallest change for what is a fault, check it with the same call on the changed source as \`code\`, and keep the \`pytest\` of the input as a test.`,
});
