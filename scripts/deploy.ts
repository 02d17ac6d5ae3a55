/** `npm run deploy`: builds what is missing and deploys every Worker, dependencies first. With `-- --dry-run`, uploads nothing. */
import { parseArgs } from 'node:util';
import { deployAll, describeDeployment, wranglerDeploy } from './lib/deploy.ts';
import { bindingFaults, readBindings } from './lib/worker-bindings.ts';
import { buildAll, WORKERS } from './lib/workers.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const dryRun = values['dry-run'];

const faults = bindingFaults(readBindings(WORKERS));
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
await buildAll((line) => console.log(line));
const deployment = await deployAll(WORKERS, wranglerDeploy(dryRun));
console.log(`\n${describeDeployment(deployment, dryRun)}`);
process.exit(deployment.failed === undefined ? 0 : 1);
