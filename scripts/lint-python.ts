/** Fails when Ruff finds something in the project's Python; with `--write` it formats it first. */
import { checkPython, formatPython } from './lib/ruff.ts';
import { ROOT } from './lib/wrangler.ts';

if (process.argv.includes('--write')) {
  for (const file of await formatPython(ROOT)) console.log(`Formatted ${file}`);
}
const { files, findings } = await checkPython(ROOT);
for (const finding of findings) console.error(finding);
console.log(`Python: ${files} files, ${findings.length} findings.`);
process.exit(findings.length > 0 ? 1 : 0);
