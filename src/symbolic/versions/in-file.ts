/** Functions of a file are looked at together with what they use of their workspace; answers name files and their lines. */
import type {
  BranchResult,
  CheckResult,
  ComparisonResult,
  Counterexample,
  Coverage,
  ExceptionResult,
  FileOfWorkspace,
  Outcome,
  Reason,
} from '../service.ts';
import type { Module } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { Faulty } from '../verify/run.ts';
import { STANDARD_MODULES } from './library-names.ts';
import type { ReadFile } from './link.ts';
import { linkFunctions } from './link-functions.ts';
import { moduleName } from './module-name.ts';
import { type Origins, placedMessage, placedOutcome, placedReason, placeOf, unaliased } from './placed.ts';
import { readUnits } from './units.ts';

/** What a request needs for it. */
interface Asked {
  readonly code: string;
  readonly file?: FileOfWorkspace;
}

/** Runs requests of one kind, and words their results in terms of files. */
interface Kind<Request extends Asked, Result> {
  run(request: Request): Promise<Result>;
  placed(result: Result, reporter: Reporter): Result;
  /** The result where the functions cannot be had with all that they use. */
  undecided(reason: Reason): Result | Promise<Result>;
}

/** Answers a request on functions of a file, or of code that stands alone. Throws Faulty and Cancelled. */
export async function runInFile<Request extends Asked, Result>(
  request: Request,
  names: readonly string[],
  read: ReadFile | undefined,
  parser: TreeParser,
  { run, placed, undecided }: Kind<Request, Result>,
): Promise<Result> {
  const { code, file } = request;
  if (file === undefined || read === undefined) return run(request);
  const { path, mostBytes, isSliced = false } = file;
  const module = parsed(code, parser);
  const modules = await modulesOf(path, read);
  const standsAlone = module === undefined || (!leavesLibrary(module) && sizeOf(code) <= mostBytes);
  const runWhole = async (): Promise<Result> => {
    const places = code.split('\n').map((_, index) => ({ side: 'after' as const, file: path, line: index + 1 }));
    return placed(await run(request), new Reporter(path, { places, aliases: new Map() }, modules, undefined));
  };
  if (module === undefined || (standsAlone && !isSliced)) return runWhole();
  for (const name of names) checkDefined(name, path, code, parser);
  const readAll: ReadFile = async (wanted) => (wanted === path ? code : read(wanted));
  const linked = await linkFunctions({ path, names, read: readAll }, parser);
  if (linked.kind === 'undecided') {
    if (standsAlone) return runWhole();
    const { construct, message, file: at, line } = linked;
    const isHere = at === path && line !== undefined;
    const there = at === path || at === '' ? '' : ` (${at}${line === undefined ? '' : `:${line}`})`;
    return undecided({ construct, message: `${message}${there}`, ...(isHere && { line }) });
  }
  const size = sizeOf(linked.code);
  if (size > mostBytes) {
    const message = `what is needed has ${size} bytes in all; at most ${mostBytes} are looked at`;
    return undecided({ construct: names.join(' and '), message });
  }
  for (const { path: other } of linked.definedIn.values())
    if (!modules.has(other)) modules.set(other, await moduleName(other, read));
  const reporter = new Reporter(path, linked, modules, linked.definedIn);
  try {
    return placed(await run({ ...request, code: linked.code }), reporter);
  } catch (error) {
    throw error instanceof Faulty ? reporter.fault(error) : error;
  }
}

/** Words results in files, lines and names of a workspace. */
export class Reporter {
  readonly #path: string;
  readonly #origins: Origins;
  /** Dotted names by path. */
  readonly #modules: ReadonlyMap<string, string>;
  /** Where names of a linked module come from; undefined for a file that stands alone. */
  readonly #definedIn: ReadonlyMap<string, { readonly path: string; readonly name: string }> | undefined;

  constructor(
    path: string,
    origins: Origins,
    modules: ReadonlyMap<string, string>,
    definedIn: ReadonlyMap<string, { readonly path: string; readonly name: string }> | undefined,
  ) {
    this.#path = path;
    this.#origins = origins;
    this.#modules = modules;
    this.#definedIn = definedIn;
  }

  /** Reasons of the file with their lines; those of other files name them. */
  reasons(reasons: readonly Reason[]): readonly Reason[] {
    return reasons.map((reason) => {
      const { construct, message, place } = placedReason(this.#origins, reason);
      if (place === undefined) return { construct, message };
      const { file, line } = place;
      return file === this.#path
        ? { construct, message, line }
        : { construct, message: `${message} (${file}:${line})` };
    });
  }

  /** The line in the file; undefined for one of another. */
  line(line: number | undefined): number | undefined {
    const place = placeOf(this.#origins, line);
    return place?.file === this.#path ? place.line : undefined;
  }

  input<Part extends Pick<Counterexample, 'call'>>(input: Part): Part {
    return { ...input, call: unaliased(this.#origins, input.call) };
  }

  counterexample({ pytest, ...found }: Counterexample): Counterexample {
    const test = pytest === undefined ? undefined : this.#test(pytest);
    return {
      ...this.input(found),
      violates: unaliased(this.#origins, found.violates),
      message: placedMessage(this.#origins, this.#path, found.message),
      outcome: this.#outcome(found.outcome),
      ...(found.other !== undefined && { other: this.#outcome(found.other) }),
      ...(test !== undefined && { pytest: test }),
    };
  }

  #outcome(outcome: Outcome): Outcome {
    return placedOutcome(this.#origins, outcome);
  }

  /** What every result says. */
  coverage<Part extends Pick<Coverage, 'reasons' | 'assumptions'> & Pick<CheckResult, 'message' | 'verifiedWithin'>>(
    result: Part,
  ): Part {
    const assumptions = result.assumptions.map((text) => unaliased(this.#origins, text));
    return {
      ...result,
      ...(result.verifiedWithin !== undefined && {
        message: unaliased(this.#origins, result.message),
        verifiedWithin: unaliased(this.#origins, result.verifiedWithin),
      }),
      reasons: this.reasons(result.reasons),
      assumptions: this.#definedIn === undefined ? assumptions : [...assumptions, IMPORTS],
    };
  }

  fault({ fault: { line, message, ...fault } }: Faulty): Faulty {
    const place = placeOf(this.#origins, line);
    const words = unaliased(this.#origins, message);
    if (place === undefined) return new Faulty({ ...fault, message: words });
    if (place.file === this.#path) return new Faulty({ ...fault, message: words, line: place.line });
    return new Faulty({ ...fault, message: `${words} (${place.file}:${place.line})` });
  }

  /** The test with imports from the modules of the workspace; undefined where a name cannot be imported. */
  #test(text: string): string | undefined {
    const header = /^(?:#.*\n)?from module_under_test import (.*)$/m.exec(text);
    if (header === null) return text;
    const own = this.#modules.get(this.#path) ?? '';
    const names = new Map<string, string[]>();
    for (const name of header[1]?.split(', ') ?? []) {
      const place = this.#definedIn?.get(name);
      // What the file takes from the library can be imported from it, too.
      if (place === undefined && this.#origins.aliases.has(name)) return undefined;
      const module = place === undefined ? own : (this.#modules.get(place.path) ?? '');
      const imported = place === undefined || place.name === name ? name : `${place.name} as ${name}`;
      names.set(module, [...(names.get(module) ?? []), imported]);
    }
    const imports = [...names].sort().map(([module, list]) => `from ${module} import ${list.join(', ')}`);
    return text.replace(header[0], imports.join('\n'));
  }
}

/** What a linked module leaves out of the modules that it is made of. */
export const IMPORTS =
  'code that runs on import changes nothing that the function uses, but for the statements that name it';

/** A check's result in terms of files. */
export function placedCheck(result: CheckResult, reporter: Reporter): CheckResult {
  return {
    ...reporter.coverage(result),
    counterexamples: result.counterexamples.map((found) => reporter.counterexample(found)),
  };
}

/** A search's result in terms of files. */
export function placedException(result: ExceptionResult, reporter: Reporter): ExceptionResult {
  return {
    ...reporter.coverage(result),
    triggeringInputs: result.triggeringInputs.map((found) => reporter.counterexample(found)),
  };
}

/** A comparison's result in terms of files. */
export function placedComparison(result: ComparisonResult, reporter: Reporter): ComparisonResult {
  return {
    ...reporter.coverage(result),
    differences: result.differences.map((found) => reporter.counterexample(found)),
  };
}

/** Branches in terms of files. */
export function placedBranches(result: BranchResult, reporter: Reporter): BranchResult {
  const side = (one: BranchResult['branches'][number]['whenTrue']) =>
    one.kind === 'reachable' ? { ...one, example: reporter.input(one.example) } : one;
  return {
    ...reporter.coverage(result),
    branches: result.branches.map((branch) => ({
      ...branch,
      line: reporter.line(branch.line) ?? branch.line,
      whenTrue: side(branch.whenTrue),
      whenFalse: side(branch.whenFalse),
    })),
    deadCodeLines: result.deadCodeLines.flatMap((line) => reporter.line(line) ?? []),
  };
}

function parsed(code: string, parser: TreeParser): Module | undefined {
  try {
    return parseModule(code, parser);
  } catch (error) {
    // Whoever looks at the code says what is wrong.
    if (error instanceof PythonSyntaxError) return undefined;
    throw error;
  }
}

/** Whether the module imports something that is not of the standard library, wherever. */
function leavesLibrary(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(leavesLibrary);
  const kind = 'kind' in node ? node.kind : undefined;
  if (kind === 'importfrom' && 'module' in node && typeof node.module === 'string') return isForeign(node.module);
  if (kind === 'import' && 'names' in node && Array.isArray(node.names))
    return node.names.some(({ name }: { readonly name: string }) => isForeign(name));
  return Object.values(node).some(leavesLibrary);
}

function isForeign(module: string): boolean {
  return !STANDARD_MODULES.has(module.split('.')[0] ?? '');
}

/** Throws Faulty for a name that the file does not define at its top level. */
function checkDefined(name: string, path: string, code: string, parser: TreeParser): void {
  const { byName } = readUnits(path, code, parser);
  const [root = ''] = name.split('.');
  const units = byName.get(root);
  const [first] = units ?? [];
  if (first?.import !== undefined) {
    const { module, name: own } = first.import;
    throw fault(
      `${root} is imported from ${module}${own === undefined || own === root ? '' : `, where it is ${own}`}: name the file that defines it.`,
    );
  }
  if (units !== undefined) return;
  const known = [...byName].flatMap(([one, [unit]]) => (unit?.import === undefined ? [one] : []));
  const some = known.slice(0, MOST_NAMES).join(', ');
  const more = known.length > MOST_NAMES ? ` and ${known.length - MOST_NAMES} more names` : '';
  throw fault(
    `The file has no function '${name}'. ${known.length === 0 ? 'It defines nothing.' : `It defines ${some}${more}.`}`,
  );
}

/** Names that a fault lists. */
const MOST_NAMES = 12;

function fault(message: string): Faulty {
  return new Faulty({ status: 'error', errorType: 'ValueError', message });
}

async function modulesOf(path: string, read: ReadFile): Promise<Map<string, string>> {
  return new Map([[path, await moduleName(path, read)]]);
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
