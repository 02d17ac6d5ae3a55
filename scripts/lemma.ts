/** `npm run lemma -- push [dir]` brings the working state of a folder into a workspace; `review` and `check` look at it there; `login` gets a key. */
import { check } from './lib/lemma/check.ts';
import { parseCommand, USAGE } from './lib/lemma/command.ts';
import { login, logout } from './lib/lemma/login.ts';
import { CommandProblem } from './lib/lemma/problem.ts';
import { push } from './lib/lemma/push.ts';
import { review } from './lib/lemma/review.ts';

try {
  const command = parseCommand(process.argv.slice(2), process.env, process.cwd());
  switch (command.kind) {
    case 'help':
      console.log(USAGE);
      break;
    case 'login':
      await login(command, process.env);
      break;
    case 'logout':
      logout(command, process.env);
      break;
    case 'push':
      await push(command);
      break;
    case 'review':
      process.exitCode = (await review(command)) ? 0 : 1;
      break;
    case 'check':
      process.exitCode = (await check(command)) ? 0 : 1;
      break;
  }
} catch (error) {
  if (!(error instanceof CommandProblem)) throw error;
  console.error(`lemma: ${error.message}\n${error.advice}`);
  process.exitCode = error.code;
}
