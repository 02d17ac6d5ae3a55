/** `npm run lemma -- push [dir]` brings the working state of a folder into a workspace; `review` has it reviewed there. */
import { parseCommand, USAGE } from './lib/lemma/command.ts';
import { CommandProblem } from './lib/lemma/problem.ts';
import { push } from './lib/lemma/push.ts';
import { review } from './lib/lemma/review.ts';

try {
  const command = parseCommand(process.argv.slice(2), process.env, process.cwd());
  if (command.kind === 'help') console.log(USAGE);
  else if (command.kind === 'push') await push(command);
  else process.exitCode = (await review(command)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof CommandProblem)) throw error;
  console.error(`lemma: ${error.message}\n${error.advice}`);
  process.exitCode = error.code;
}
