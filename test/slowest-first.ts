/** The order of the test files: what takes longest first, so that the processes end together. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Kinds of files by what they take, the slowest first. */
const KINDS: readonly RegExp[] = [
  /^test\/differential\//,
  /^test\/|\.workerd\.test\.ts$/,
  /^wasm\/|^src\/symbolic\/|^src\/syntax\//,
  /^/,
];

function kindOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId).replaceAll('\\', '/');
  return KINDS.findIndex((kind) => kind.test(path));
}

/** By kind; within one by what a run on this machine took, or by size where there was none. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A process is used again only for the next file of its own project.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((one, other) => kindOf(one) - kindOf(other)),
    );
  }
}
