/** The names that a file's imports bring into it. */
import type { ImportFacts, Language } from '../../../syntax/api.ts';
import { goPackageName } from './go.ts';
import type { Binding } from './module.ts';

/** Bindings of one import, as the language has them. */
export function bindingsOf({ module, names, line }: ImportFacts, language: Language): readonly Binding[] {
  if (names.length > 0) {
    return names.map(({ name, alias }) => {
      if (name === '*') return { local: alias === undefined || alias === '.' ? '*' : alias, module, line };
      if (name === 'self' && language === 'rust') return { local: alias ?? lastOf(module, '::'), module, line };
      return { local: alias ?? name, module, name, line };
    });
  }
  switch (language) {
    case 'go':
      return [{ local: goPackageName(module), module, line }];
    case 'rust':
      return [split(module, '::', line)];
    case 'java':
    case 'kotlin':
    case 'scala':
      return [split(module, '.', line)];
    case 'php':
      return module.endsWith('.php') ? [{ local: '*', module, line }] : [{ ...split(module, '\\', line), module }];
    case 'python':
      return [{ local: module, module, line }];
    default:
      return [{ local: '*', module, line }];
  }
}

/** `a::b::C` as the name `C` of `a::b`; a path of one part is that module. */
function split(path: string, separator: string, line: number): Binding {
  const name = lastOf(path, separator);
  const module = path.slice(0, -(name.length + separator.length));
  return module === '' ? { local: path, module: path, line } : { local: name, module, name, line };
}

function lastOf(path: string, separator: string): string {
  return path.split(separator).at(-1) ?? path;
}
