/** What `semgrep_args` can say here: the arguments of Semgrep's command line that mean something to pattern rules of a workspace. */
import type { PatternOptions } from '../../review/static/analyzer.ts';

/** Names of arguments that are taken, each with a value. */
const TAKEN: ReadonlyMap<string, 'config' | 'severities' | 'include' | 'exclude'> = new Map([
  ['--config', 'config'],
  ['-c', 'config'],
  ['-f', 'config'],
  ['--severity', 'severities'],
  ['--include', 'include'],
  ['--exclude', 'exclude'],
]);

/** What the arguments mean, and a sentence for each that means nothing here. */
export function patternOptions(args: readonly string[]): { patterns: PatternOptions; ignored: readonly string[] } {
  const lists = {
    config: [] as string[],
    severities: [] as string[],
    include: [] as string[],
    exclude: [] as string[],
  };
  const ignored: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [name = '', ...inline] = (args[at] ?? '').split('=');
    const kind = TAKEN.get(name);
    const value = inline.length > 0 ? inline.join('=') : args[at + 1];
    if (kind === undefined || value === undefined) {
      ignored.push(`semgrep_args: ${args[at]} is not supported and does not count.`);
      continue;
    }
    if (inline.length === 0) at++;
    if (kind === 'config' && /^(p|r)\/|^auto$|^https?:/.test(value)) {
      ignored.push(`semgrep_args: ${value} is a registry of rules; name a file of the workspace.`);
    } else lists[kind].push(kind === 'severities' ? value.toUpperCase() : value);
  }
  const [config, ...others] = lists.config;
  for (const other of others) ignored.push(`semgrep_args: one --config counts, ${other} does not.`);
  return {
    patterns: {
      ...(config !== undefined && { config }),
      ...(lists.severities.length > 0 && { severities: lists.severities }),
      ...(lists.include.length > 0 && { include: lists.include }),
      ...(lists.exclude.length > 0 && { exclude: lists.exclude }),
    },
    ignored,
  };
}
