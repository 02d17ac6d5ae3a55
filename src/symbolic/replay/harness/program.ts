/** Programs for CPython: each imports a module of the harness and has it answer one JSON document with another. */

/** Source text of this folder's Python files, by their names without `.py`. */
export type HarnessSources = Readonly<Record<string, string>>;

/** The program in which the module `name` answers `document`. */
export function harnessProgram(sources: HarnessSources, name: 'replay' | 'oracle', document: unknown): string {
  return callProgram(sources, name, 'answer', JSON.stringify(document));
}

/**
 * The program that calls a function of a module with a text. What can be in a file is in `loader.py`; code is kept from
 * program to program in a module, as nothing else outlives them.
 */
export function callProgram(sources: HarnessSources, module: string, called: string, argument: string): string {
  return `import sys, types
sources = ${literal(sources)}
kept = sys.modules.setdefault("_harness_code", types.ModuleType("_harness_code"))
if getattr(kept, "sources", None) != sources:
    kept.sources, kept.code = sources, {"loader": compile(sources["loader"], "<harness.loader>", "exec")}
exec(kept.code["loader"])
load(kept.sources, kept.code, ${literal(module)}).${called}(${literal(argument)})
`;
}

/** Texts, and records of them, in Python: JSON's string escapes are a subset of its. */
function literal(value: string | HarnessSources): string {
  return JSON.stringify(value);
}
