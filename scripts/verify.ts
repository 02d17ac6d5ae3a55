/** `npm run verify -- <scaffold…>`: tests models on scaffolds and writes reports; `list` and `report` besides. */
import { CommandProblem } from './lib/lemma/problem.ts';
import { parseCommand, USAGE } from './lib/verify/command.ts';
import { exportDataset, renderList, report, test } from './lib/verify/run.ts';

// Who reads the output may have enough of it, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const ending = new AbortController();
process.once('SIGINT', () => ending.abort());

try {
  const command = parseCommand(process.argv.slice(2), process.env, process.cwd());
  switch (command.kind) {
    case 'help':
      console.log(USAGE);
      break;
    case 'list':
      console.log(renderList());
      break;
    case 'export':
      exportDataset(command);
      break;
    case 'report':
      process.exitCode = (await report(command)) ? 0 : 1;
      break;
    case 'test':
      process.exitCode = (await test(command, process.env, ending.signal)) ? 0 : 1;
      break;
  }
} catch (error) {
  const problem = problemOf(error);
  console.error(`verify: ${problem.message}\n${problem.advice}`);
  process.exitCode = problem.code;
}

/** What can be done about an error; files that cannot be read or written are named in its message. Throws others. */
function problemOf(error: unknown): CommandProblem {
  if (error instanceof CommandProblem) return error;
  if (error instanceof Error && 'syscall' in error)
    return new CommandProblem(
      error.message,
      'Name a file for --answers, and for --out a folder that can be written to.',
      2,
    );
  throw error;
}
