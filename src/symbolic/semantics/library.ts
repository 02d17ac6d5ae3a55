/** The library modules that annotations and ordinary code mention, as far as the engine has values for their contents. */
import type { Machine } from '../execute/machine.ts';
import { floatValue, type Value } from '../values/value.ts';

/** Modules whose import does nothing the engine would have to model. */
const MODULES = new Set([
  'typing',
  'math',
  'dataclasses',
  'collections',
  'collections.abc',
  'abc',
  'enum',
  'functools',
]);

const CONSTANTS: Readonly<Record<string, number>> = {
  'math.pi': Math.PI,
  'math.e': Math.E,
  'math.tau': 2 * Math.PI,
  'math.inf': Infinity,
  'math.nan': Number.NaN,
};

/** The value `import name` binds. */
export function importedModule(machine: Machine, name: string): Value {
  return MODULES.has(name)
    ? { kind: 'module', name }
    : { kind: 'unmodelled', construct: `import ${name}`, line: machine.line };
}

/** `module.name`. */
export function libraryAttribute(machine: Machine, module: string, name: string): Value {
  const dotted = `${module}.${name}`;
  if (Object.hasOwn(CONSTANTS, dotted)) return floatValue(machine.terms.float(CONSTANTS[dotted] ?? 0));
  if (dotted === 'typing.cast') return { kind: 'builtin', name: dotted };
  return { kind: 'unmodelled', construct: dotted, line: machine.line };
}
