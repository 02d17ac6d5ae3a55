/** `run_tests`: the tests of a repository in a session without network. */
import { workspace } from './arguments.ts';
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'run_tests',
  title: 'Run the tests',
  description: 'Runs the Python tests of a workspace in a session of their own, and explains what fails.',
  arguments: {
    workspace,
    tests: {
      description: 'Path of the tests, such as tests/test_cart.py; all where it is empty.',
      completion: { kind: 'file', workspace: 'workspace' },
    },
  },
  text: ({ workspace: space = 'default', tests }) =>
    `Run ${tests === undefined ? 'the Python tests' : `the tests in \`${tests}\``} of the workspace \`${space}\`.

1. \`run_tests\` with workspace \`${space}\`${tests === undefined ? '' : ` and paths \`["${tests}"]\``} runs them: failures come first. One id in \`paths\` shows that test at length.
2. Where modules are missing, \`create_session\`, \`install_dependencies\` there, and \`run_tests\` again with that session as \`supply.packages_of\`.
3. For each failure: the test, the line, what was expected and what came, and the cause in the code (\`get_file\`, \`find_symbol\`), not in the test unless the test is wrong. A test that cannot run here, because it needs a network or processes, is said to be that, and not a failure.`,
});
