/** `npm run verify -- <scaffold…>`: tests models on scaffolds and writes reports; `list` and `report` besides. */
import { CommandProblem } from './lib/lemma/problem.ts';
import { parseCommand, USAGE } from './lib/verify/command.ts';
import { exportDataset, renderList, report, test } from './lib/verify/run.ts';

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
  if (!(error instanceof CommandProblem)) throw error;
  console.error(`verify: ${error.message}\n${error.advice}`);
  process.exitCode = error.code;
}
