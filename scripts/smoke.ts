/** `npm run smoke -- https://…`: does a server do what it should? Discovery, access, sign-in, each engine once; the exit code tells. */
import { CommandProblem } from './lib/lemma/problem.ts';
import { parseSmoke, USAGE } from './lib/smoke/command.ts';
import { smoke } from './lib/smoke/smoke.ts';

try {
  const command = parseSmoke(process.argv.slice(2), process.env);
  if (command.kind === 'help') console.log(USAGE);
  else process.exitCode = (await smoke(command, (line) => console.log(line))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof CommandProblem)) throw error;
  console.error(`smoke: ${error.message}\n${error.advice}`);
  process.exitCode = error.code;
}
