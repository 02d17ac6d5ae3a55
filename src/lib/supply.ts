/** What a sandbox lacks, given by whoever has code of a repository run in it. */
import { z } from 'zod';

/** Files and variables, and UTF-16 units of one. */
const [MOST_FILES, LONGEST_FILE] = [10, 20_000];
const [MOST_VARIABLES, LONGEST_VALUE] = [50, 2_000];

/** What pytest takes for tests and settings. */
const OF_TESTS =
  /(?:^|\/)(?:test[^/]*\.py|[^/]*_test\.py|conftest\.py|\.?pytest\.(?:ini|toml)|(?:pyproject|tox|setup)\.(?:toml|ini|cfg))$/;
/** Variables that decide what runs, or that only a start of the interpreter reads. */
const OF_RUNNER = /^(?:PYTEST|PYTHON)/;

const fileSchema = z.string().max(LONGEST_FILE);
const valueSchema = z
  .string()
  .max(LONGEST_VALUE)
  .refine((value) => !value.includes('\0'), 'has a null character');

/** The parameter `supply` of every tool that runs code of a repository. */
export const supplySchema = z
  .strictObject({
    packages_of: z.string().min(1).max(200).optional().describe('Session with the packages.'),
    files: z.record(z.string(), fileSchema).optional().describe('Text by path, where the commit has none.'),
    environment: z.record(z.string(), valueSchema).optional(),
  })
  .superRefine(({ files = {}, environment = {} }, context) => {
    const add = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    const tell = (field: string, most: number, names: readonly string[], faultOf: Fault) => {
      if (names.length > most) add([field], `at most ${most}`);
      for (const name of names) {
        const fault = faultOf(name);
        if (fault !== undefined) add([field, name.slice(0, 100)], fault);
      }
    };
    tell('files', MOST_FILES, Object.keys(files), pathFault);
    tell('environment', MOST_VARIABLES, Object.keys(environment), nameFault);
  })
  .describe('What the sandbox lacks.');

/** What is supplied. */
export type Supply = z.output<typeof supplySchema>;

/** What is supplied, in a sentence, for evidence: what runs rests on it; none where it is nothing. */
export function describeSupply(supply: Supply = {}): readonly string[] {
  const { packages_of: session, files = {}, environment = {} } = supply;
  const [paths, names] = [Object.keys(files), Object.keys(environment)];
  const parts = [
    ...(session === undefined ? [] : [`packages of the session ${session}`]),
    ...(paths.length === 0 ? [] : [`files ${paths.join(', ')}`]),
    ...(names.length === 0 ? [] : [`variables ${names.join(', ')}`]),
  ];
  return parts.length === 0 ? [] : [`Supplied: ${parts.join('; ')}.`];
}

type Fault = (name: string) => string | undefined;

function pathFault(path: string): string | undefined {
  const isPath = path.length <= 1000 && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  if (!isPath || /\p{Cc}|\p{Cs}/u.test(path)) return 'name a file by its path from the root: pkg/_version.py';
  return OF_TESTS.test(path) ? 'tests and their settings are of the commit: commit it' : undefined;
}

function nameFault(name: string): string | undefined {
  if (!/^[A-Za-z_]\w{0,199}$/.test(name)) return 'name a variable with letters, digits and _';
  return OF_RUNNER.test(name) ? 'variables of pytest and of the interpreter are set by the runner' : undefined;
}
