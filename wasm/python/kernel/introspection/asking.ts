/** Questions to a kernel as tests write them: `|` marks the cursor. */
import type { Kernel } from '../kernel.ts';
import type { CodePosition, Completions, Inspection } from '../types.ts';

/** The place of the last `|`. */
export function at(marked: string): CodePosition {
  const index = marked.lastIndexOf('|');
  return { code: marked.slice(0, index) + marked.slice(index + 1), cursor: [...marked.slice(0, index)].length };
}

export function complete(kernel: Kernel, marked: string): Promise<Completions> {
  return kernel.complete(at(marked));
}

/** The code with each match in its place. */
export async function completed(kernel: Kernel, marked: string): Promise<readonly string[]> {
  const { code, cursor } = at(marked);
  const { matches, start } = await kernel.complete({ code, cursor });
  const characters = [...code];
  return matches.map((match) => characters.slice(0, start).join('') + match + characters.slice(cursor).join(''));
}

export function inspect(kernel: Kernel, marked: string, withSource = false): Promise<Inspection> {
  return kernel.inspect({ ...at(marked), withSource });
}
