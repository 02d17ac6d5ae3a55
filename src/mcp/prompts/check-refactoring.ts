/** `check_refactoring`: does a function still do the same? */
import { file, findIt, functionName, place, workspace } from './arguments.ts';
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'check_refactoring',
  title: 'Is this refactoring safe?',
  description:
    'Compares a Python function as it is with what it was: proves that they behave the same, or shows an input where they do not.',
  arguments: {
    function_name: functionName,
    file,
    workspace,
    before: {
      description: 'Branch, tag or commit with the old version; the commit before the newest where it is empty.',
    },
  },
  text: ({ function_name, file: path, workspace: space, before }) =>
    `Find out whether ${place(function_name, path, space)} still behaves as it did ${before === undefined ? 'one commit before the newest' : `at \`${before}\``}.

1. ${findIt(function_name, path, space)} Read it a second time with \`ref\` ${before === undefined ? 'set to the branch and `~1`, such as `main~1`' : `\`${before}\``} for the old version.
2. Put both versions into one module, as \`before\` and \`after\`, with the imports and helpers that each needs; where a helper has changed too, rename it in each.
3. Call \`compare_functions\` with that module as \`code\`, \`function_a\` \`before\` and \`function_b\` \`after\`. Say in \`precondition\` only what callers really promise.
4. \`equivalent\` with confidence \`proven\` is a proof. On \`different\`, show the input and both outcomes, and say whether the change is meant. On \`unknown\` or \`timeout\`, say what was not decided and which inputs were tried; that is no proof.
5. Look at the callers (\`find_references\`) for what a comparison of one function cannot see: a changed signature, exceptions that are caught by type, objects that are mutated.`,
});
