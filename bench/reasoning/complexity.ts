/** Classes of growth by measuring and by reading, against functions of known class. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { timedCall, withServer } from './server.ts';

/** Above a function stands its class in a comment; what it is called is its first name before a parenthesis. */
const KNOWN = /^ *(?:#|\/\/) ((?:constant|log n|√n|n|n log n|n²|n³|2\^n))\n(?: *(?:#|\/\/).*\n)*(.*)$/gm;
const FILES = /^complexity_|^Complexity/i;

const answerSchema = z.object({
  cost_class: z.object({ measured: z.string().optional(), read: z.string().optional() }),
  findings: z.object({ confidence_level: z.int() }),
});

/** Prints how many classes are right in each file, and those that are not; `only` are names of files. */
export async function runComplexity(only: readonly string[]): Promise<void> {
  const root = join(import.meta.dirname, 'complexity');
  await withServer(async (server) => {
    for (const name of readdirSync(root).filter((each) => FILES.test(each))) {
      if (only.length > 0 && !only.includes(name)) continue;
      const content = readFileSync(join(root, name), 'utf8');
      await timedCall(server, 'put_files', { files: [{ path: name, content }] });
      const counts = new Map<string, number>();
      const count = (key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
      const wrong: string[] = [];
      for (const [, known = '', header = ''] of content.matchAll(KNOWN)) {
        const function_name = /(\w+)\s*\(/.exec(header)?.[1] ?? '';
        const { facts } = await timedCall(server, 'performance_bottleneck', {
          code_path: { entry_point: { file: name, line: 1, function_name }, suspected_issues: [] },
          include_memory_analysis: false,
        });
        const { cost_class: said, findings } = answerSchema.parse(facts);
        count('functions');
        for (const way of ['measured', 'read'] as const) {
          const found = said[way];
          count(`${way} ${found === undefined ? 'nothing' : found === known ? 'right' : 'wrong'}`);
          if (found !== undefined && found !== known)
            wrong.push(`${function_name}: ${known}, ${way} ${found} (confidence ${findings.confidence_level})`);
        }
      }
      console.log(`${name}: ${[...counts].map(([key, number]) => `${number} ${key}`).join(', ')}`);
      for (const each of wrong) console.log(`  ${each}`);
    }
  });
}
