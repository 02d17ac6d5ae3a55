/** Forms of a report as files. */
import { writeFile } from 'node:fs/promises';
import { CommandProblem } from './problem.ts';
import { readResource, type Server } from './server.ts';

/** Writes those forms of a report, by their suffix, for which a file is wanted. Throws {@link CommandProblem}. */
export async function writeReport(
  server: Server,
  report: string | undefined,
  forms: readonly (readonly [file: string | undefined, suffix: string])[],
): Promise<void> {
  for (const [file, suffix] of forms)
    if (file !== undefined && report !== undefined) await write(file, await readResource(server, report + suffix));
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content).catch((error: unknown) => {
    throw new CommandProblem(
      `${path} cannot be written: ${error instanceof Error ? error.message : error}`,
      'Name a file in a folder that exists.',
    );
  });
  console.log(`Wrote ${path}`);
}
