/** `prove_function`: from what a function shall do to a proof, or the input that breaks it. */
import { file, findIt, functionName, place, workspace } from './arguments.ts';
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'prove_function',
  title: 'Prove this function',
  description:
    'States what a Python function must keep as a contract, and proves it for all inputs or shows one that breaks it.',
  arguments: {
    function_name: functionName,
    file,
    workspace,
    property: { description: 'What must hold, in your words; read off the code where it is empty.' },
  },
  text: ({ function_name, file: path, workspace: space, property }) =>
    `Prove that ${place(function_name, path, space)} does what it should${property === undefined ? '' : `: ${property}`}

1. ${findIt(function_name, path, space)}
2. Write what it must keep as a contract in its docstring: \`pre: …\` for what callers promise, \`post: …\` for what they get (\`__return__\` is the result), \`raises: …\` for exceptions that are meant. Take it from ${property === undefined ? 'the docstring, the tests and the callers (`find_references`)' : 'what I said above'}; ask me where two readings differ.
3. Call \`symbolic_check\` with that source as \`code\`, or with \`file\` when the contract stands in the file already.
4. On \`counterexample\`, say whether the code or the contract is wrong, propose the smallest change, and check again. On \`unknown\` or \`timeout\`, read \`reasons\`: more exact annotations, a narrower \`pre:\` or a larger \`timeout_seconds\` may decide it. Never call something proved that is not \`verified\`.
5. Answer with the contract, the verdict, the inputs that were found, the assumptions, and the tests in \`pytest\` that are worth keeping.`,
});
