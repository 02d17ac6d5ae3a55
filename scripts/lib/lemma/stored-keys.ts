/** The keys that `lemma login` got, one for each server, in a file that only its owner reads. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../../src/lib/json.ts';
import { CommandProblem } from './problem.ts';

const keysSchema = z.record(z.string(), z.string());

type Environment = Readonly<Record<string, string | undefined>>;

/** The file: below XDG_CONFIG_HOME, as the XDG Base Directory Specification has it. */
export function keyFile(environment: Environment): string {
  const folder = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config');
  return join(folder, 'lemma', 'keys.json');
}

/** The key for a server; undefined when there is none. Throws {@link CommandProblem} for a file that holds no keys. */
export function storedKey(environment: Environment, server: string): string | undefined {
  return readKeys(keyFile(environment))[server];
}

/** Keeps the key for a server, or forgets it. */
export function keepKey(environment: Environment, server: string, key: string | undefined): void {
  const file = keyFile(environment);
  const { [server]: _, ...others } = readKeys(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify({ ...others, ...(key !== undefined && { [server]: key }) }, null, 2)}\n`, {
    mode: 0o600,
  });
  // The mode above is that of a new file only.
  chmodSync(file, 0o600);
}

function readKeys(file: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  const parsed = keysSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw new CommandProblem(`${file} holds no keys.`, 'Delete it, and sign in again.');
  return parsed.data;
}
