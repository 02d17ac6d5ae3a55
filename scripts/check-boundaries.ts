/** Fails when a file imports what its place in the architecture forbids, or is too long. */
import { checkBoundaries } from './lib/boundaries.ts';
import { ROOT } from './lib/wrangler.ts';

const { files, imports, violations } = await checkBoundaries(ROOT);
for (const violation of violations) console.error(violation);
console.log(`Boundaries: ${files} files, ${imports} imports, ${violations.length} violations.`);
process.exit(violations.length > 0 ? 1 : 0);
