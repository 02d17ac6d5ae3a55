/** What to say about an import that fails: where its module could come from. */
import type { PackageIndex } from './bundled.ts';

/** What serves instead of a module of the standard library, after a comma. */
function withoutIt(module: string): string {
  switch (module) {
    case '_multiprocessing':
    case '_interpreters':
      return ': there are neither processes nor threads here; asyncio works';
    case 'tkinter':
    case '_tkinter':
    case 'turtle':
      return ': there is no screen; draw into a file, and it becomes part of the result';
    case 'ensurepip':
    case 'venv':
      return ': packages are installed by the tool install_dependencies';
    default:
      return '';
  }
}

/** A sentence or two; `standard` for a module of CPython's standard library. */
export function missingImport({ bundled, imports }: PackageIndex, module: string, standard: boolean): string {
  if (standard || module === 'test')
    return `${module} is part of CPython, but does not exist in WebAssembly${withoutIt(module)}.`;
  const known = Object.hasOwn(imports, module) ? imports[module] : undefined;
  const name = known ?? module;
  if (bundled.some((each) => each.name === name)) {
    return `${name} comes with this server: install it by calling install_dependencies with packages ["${name}"].`;
  }
  const upload = 'upload a pure-Python wheel to /workspace and call install_dependencies with its path';
  return known === undefined
    ? `There is no network and no pip here. Install a package by its wheel: ${upload}. A file of your own must lie in /workspace.`
    : `There is no network and no pip here. Whoever runs this server can add ${name} with \`npm run wheels -- ${name}\`; or ${upload}, if there is one.`;
}
