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

1. Call \`run_tests\` with workspace \`${space}\`${tests === undefined ? '' : ` and paths \`["${tests}"]\``}, through \`call_tool\` where your list of tools has it not, and go on with 4.
2. What it does not run (another runner), run by hand: \`create_session\` with \`workspace\` \`${space}\` mounts its files at \`/mnt/${space}\`, read-only; \`install_dependencies\` puts in what the tests import.
3. \`run_python_code\` in that session: \`import unittest; unittest.main(module=None, argv=["unittest", "discover", "-s", "/mnt/${space}"], exit=False)\`, or the runner that the repository names.
4. For each failure: the test, the line, what was expected and what came, and the cause in the code (\`get_file\`, \`find_symbol\`), not in the test unless the test is wrong. A test that cannot run here, because it needs a network or processes, is said to be that, and not a failure.`,
});
