/**
 * `npm run deploy`: says what is missing, builds what is to be built, deploys every Worker, dependencies first, and says what comes next. With
 * `-- --dry-run`, uploads nothing and asks for no account.
 */
import { parseArgs } from 'node:util';
import { deployAll, describeDeployment, wranglerDeploy } from './lib/deploy.ts';
import { type Advice, adviceFor, publicHosts, readAccount } from './lib/deploy-settings.ts';
import { bindingFaults, readBindings } from './lib/worker-bindings.ts';
import { buildAll, WORKERS } from './lib/workers.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const dryRun = values['dry-run'];

const faults = bindingFaults(readBindings(WORKERS));
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
const NO_ADVICE: Advice = { canDeploy: true, before: [], after: [] };
const { canDeploy, before, after } = dryRun ? NO_ADVICE : adviceFor(await readAccount(), publicHosts());
for (const line of before) console.log(line);
if (!canDeploy) process.exit(1);
await buildAll((line) => console.log(line));
const deployment = await deployAll(WORKERS, wranglerDeploy(dryRun));
console.log(`\n${describeDeployment(deployment, dryRun)}`);
if (deployment.failed !== undefined) process.exit(1);
for (const line of after) console.log(line);
process.exit();
