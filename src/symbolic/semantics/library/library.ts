/** The library modules that code imports: which of their contents the engine has values for. */
import { isContractDecorator, isContractLibrary } from '../../contracts/libraries.ts';
import type { Machine } from '../../machine/machine.ts';
import { foreignClass } from '../../oracle/classes.ts';
import { askCpython } from '../../oracle/settle.ts';
import { libraryEntry } from '../../oracle/whitelist.ts';
import { isLibraryClass, libraryClass } from '../../values/classes.ts';
import { floatValue, type Value } from '../../values/value.ts';
import { typingAttribute } from '../objects/typing.ts';
import { isBuiltinFunction } from './builtins.ts';

const CONSTANTS: Readonly<Record<string, number>> = {
  'math.pi': Math.PI,
  'math.e': Math.E,
  'math.tau': 2 * Math.PI,
  'math.inf': Infinity,
  'math.nan': Number.NaN,
};

/** Modules of the standard library whose import does nothing that a program can see, by their first name. */
const MODULES = new Set(
  (
    'abc array ast base64 binascii bisect builtins calendar cmath codecs collections colorsys contextlib copy csv dataclasses ' +
    'datetime decimal difflib enum fractions functools gc graphlib hashlib heapq hmac html importlib inspect io itertools json ' +
    'keyword locale logging math numbers operator os pathlib pprint queue random re reprlib secrets shutil statistics string ' +
    'struct sys tempfile textwrap time timeit token tokenize traceback types typing unicodedata unittest urllib uuid warnings ' +
    'weakref zlib zoneinfo'
  ).split(' '),
);

const SUBMODULES = new Set(['collections.abc', 'urllib.parse']);

/** The value `import name` binds. */
export function importedModule(machine: Machine, name: string): Value {
  return MODULES.has(name.split('.', 1)[0] ?? name) || isContractLibrary(name)
    ? { kind: 'module', name }
    : { kind: 'unmodelled', construct: `import ${name}`, line: machine.line };
}

/** `module.name`. */
export function libraryAttribute(machine: Machine, module: string, name: string): Value {
  const dotted = `${module}.${name}`;
  if (Object.hasOwn(CONSTANTS, dotted)) return floatValue(machine.terms.float(CONSTANTS[dotted] ?? 0));
  if (SUBMODULES.has(dotted)) return { kind: 'module', name: dotted };
  if (isLibraryClass(dotted)) return { kind: 'class', class: libraryClass(dotted) };
  const foreign = foreignClass(dotted);
  if (foreign !== undefined) return { kind: 'class', class: foreign };
  const entry = libraryEntry(module, name);
  if (isBuiltinFunction(dotted) || entry === 'function') return { kind: 'builtin', name: dotted };
  const told = entry === 'constant' ? askCpython(machine, dotted) : undefined;
  if (told !== undefined) return told;
  if (isContractLibrary(module) && isContractDecorator(module, name)) return { kind: 'builtin', name: dotted };
  const type = module === 'typing' || module === 'collections.abc' ? typingAttribute(machine, name) : undefined;
  return type ?? { kind: 'unmodelled', construct: dotted, line: machine.line };
}
