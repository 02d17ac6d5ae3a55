/** Globs of rules. Each becomes a linear regular expression, so none can take long. */
import { RE2JS } from 're2js';

/** Characters of a glob. */
export const LONGEST_GLOB = 500;
/** Instructions of all globs of a list together. */
const LARGEST_PROGRAM = 20_000;

/** What is wrong with a glob; undefined when it can be used. */
export function faultOfGlob(glob: string): string | undefined {
  if (glob.trim() === '') return 'is empty';
  if (glob.length > LONGEST_GLOB) return `has ${glob.length} characters; ${LONGEST_GLOB} is the limit`;
  if (glob.startsWith('!')) return 'begins with !; name what is not meant in exclude_paths';
  if (glob.includes('\\')) return 'has a backslash; paths have / on every system';
  if (glob.split('/').some((name) => name === '..' || name === '.'))
    return 'has . or .. in it; paths are from the root';
  if (glob.startsWith('/')) return 'begins with /; paths are from the root of the repository, such as src/**';
  const parsed = translate(glob);
  return typeof parsed === 'string' ? undefined : parsed.fault;
}

/**
 * Whether a path matches one of the globs: `*` and `?` within a name, `**` across folders, `[abc]`, `{a,b}`. A glob without a slash is for
 * names in any folder, and one for a folder is for all that is in it. Throws `RangeError` for globs that {@link faultOfGlob} refuses, or
 * that are too large together.
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const parts = globs.map((glob) => {
    const source = translate(glob);
    if (typeof source !== 'string') throw new RangeError(source.fault);
    return source;
  });
  if (parts.length === 0) return () => false;
  const regex = RE2JS.compile(`^(?:${parts.join('|')})$`, RE2JS.DOTALL);
  if (regex.programSize() > LARGEST_PROGRAM) throw new RangeError('the globs are too large together');
  return (path) => regex.test(path);
}

interface Fault {
  readonly fault: string;
}

function translate(glob: string): string | Fault {
  const anywhere = !glob.replace(/\/$/, '').includes('/');
  let source = anywhere ? '(?:.*/)?' : '';
  let braces = 0;
  for (let index = 0; index < glob.length; index++) {
    const rest = glob.slice(index);
    const [stars] = /^\*+/.exec(rest) ?? [];
    const [set, negated, members] = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(rest) ?? [];
    const sign = glob[index] ?? '';
    if (stars !== undefined) {
      const folders = stars.length > 1 && /(?:^|[/{,])$/.test(glob.slice(0, index)) && rest[stars.length] === '/';
      source += folders ? '(?:.*/)?' : stars.length > 1 ? '.*' : '[^/]*';
      index += stars.length - (folders ? 0 : 1);
    } else if (set !== undefined && members !== undefined) {
      const range = /([^-])-([^-])/.exec(members);
      if (range !== null && (range[1] ?? '') > (range[2] ?? ''))
        return { fault: `has the range ${range[0]} backwards` };
      // A character class must not match a slash, also when it is negated.
      source += `[${negated === '' ? '' : '^/'}${members.replace(/[[\]\\^]/g, '\\$&')}]`;
      index += set.length - 1;
    } else if (sign === '[') {
      return { fault: 'has a [ without its ]' };
    } else if (sign === '{') {
      braces++;
      source += '(?:';
    } else if (sign === '}') {
      if (braces === 0) return { fault: 'has a } without its {' };
      braces--;
      source += ')';
    } else if (sign === ',' && braces > 0) {
      source += '|';
    } else {
      source += sign === '?' ? '[^/]' : RE2JS.quote(sign);
    }
  }
  if (braces > 0) return { fault: 'has a { without its }' };
  return glob.endsWith('/') ? `${source}.*` : `${source}(?:/.*)?`;
}
