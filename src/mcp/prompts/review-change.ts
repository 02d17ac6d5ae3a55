/** `review_change`: what a change does to the code around it, as far as it can be shown. */
import { workspace } from './arguments.ts';
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'review_change',
  title: 'Review my change',
  description:
    'Reviews the newest commits of a workspace: what they touch, who depends on it, what breaks, with evidence for each finding.',
  arguments: {
    workspace,
    since: { description: 'Branch, tag or commit before the change; the commit before the newest where it is empty.' },
    focus: { description: 'What to look at above all, such as security or an interface.' },
  },
  text: ({ workspace: space = 'default', since, focus }) =>
    `Review the change in the workspace \`${space}\` since ${since === undefined ? 'the commit before the newest' : `\`${since}\``}${focus === undefined ? '' : `, above all: ${focus}`}.

1. \`review_commit\` (workspace \`${space}\`${since === undefined ? '' : `, base \`${since}\``}) finds what the change breaks, with the evidence: Python functions that behave differently and an input that shows it, broken callers, secrets, rules. \`options\` \`{"run_tests": true, "enable_static_analysis": true}\` also runs the tests that reach the change, and analyzers. \`omitted\` says what it did not look at.
2. Look at what it cannot decide: ${since === undefined ? '`show_commit`' : `\`diff_refs\` with base \`${since}\``} shows the change (by \`call_tool\` where it is not listed), \`get_file\` with \`ref\` a file as it was before, \`find_references\` who uses what changed.
3. Decide instead of guessing: \`find_path_to_exception\` for inputs that crash a Python function, \`symbolic_check\` for a contract, \`run_tests\` for the tests, \`run_python_code\` for the rest, in a session with the workspace mounted (\`create_session\`).
4. Report findings only, the worst first: file and line, what goes wrong for whom, the evidence (an input, a caller, a line), and the smallest change that mends it. Say what you did not look at. Style is no finding.`,
});
