/** Patterns of `match` back to Python text. */
import type { Pattern } from './ast.ts';
import { unparse } from './unparse.ts';

/** The text of a pattern; {@link Pattern} kind `unsupported` becomes `<construct>`. */
export function unparsePattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'value':
      return unparse(pattern.value);
    case 'capture': {
      const { name, pattern: inner } = pattern;
      if (inner === undefined) return name ?? '_';
      return name === undefined ? unparsePattern(inner) : `${alternative(inner)} as ${name}`;
    }
    case 'or':
      return pattern.patterns.map(alternative).join(' | ');
    case 'sequence':
      return `[${pattern.patterns.map(unparsePattern).join(', ')}]`;
    case 'star':
      return `*${pattern.name ?? '_'}`;
    case 'mapping': {
      const entries = pattern.entries.map((entry) => `${unparse(entry.key)}: ${unparsePattern(entry.pattern)}`);
      return `{${[...entries, ...(pattern.rest === undefined ? [] : [`**${pattern.rest}`])].join(', ')}}`;
    }
    case 'instance': {
      const named = pattern.named.map((one) => `${one.name}=${unparsePattern(one.pattern)}`);
      return `${unparse(pattern.type)}(${[...pattern.positional.map(unparsePattern), ...named].join(', ')})`;
    }
    case 'unsupported':
      return `<${pattern.construct}>`;
  }
}

/** The text at a place where `as` needs parentheses, and so does `|`. */
function alternative(pattern: Pattern): string {
  const text = unparsePattern(pattern);
  const isLoose = pattern.kind === 'or' || (pattern.kind === 'capture' && pattern.pattern !== undefined);
  return isLoose ? `(${text})` : text;
}
