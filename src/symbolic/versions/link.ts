/** Where the names of a module come from: its own statements, other modules of the workspace, or the standard library. */

import { PythonSyntaxError } from '../syntax/errors.ts';
import type { TreeParser } from '../syntax/parse.ts';
import type { Import } from './imports.ts';
import { STANDARD_MODULES } from './library-names.ts';
import { readUnits, type SourceModule } from './units.ts';
import type { Use } from './uses.ts';

/** Text of a file at one side's commit; undefined where there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/** Thrown where two versions cannot be told apart, or something that the function needs cannot be had. */
export class Undecidable extends Error {
  override readonly name = 'Undecidable';
  readonly construct: string;
  readonly path: string;
  readonly line: number | undefined;

  constructor(construct: string, message: string, path: string, line?: number) {
    super(message);
    this.construct = construct;
    this.path = path;
    this.line = line;
  }
}

/** What a name is. `depth` tells how many attributes of its chain belong to it. */
export type Target =
  | { readonly kind: 'symbol'; readonly path: string; readonly name: string; readonly depth: number }
  | { readonly kind: 'external'; readonly import: Import; readonly depth: number }
  /** Built in, or bound by nothing. */
  | { readonly kind: 'builtin' }
  /** A module of the workspace that is used as a value. */
  | { readonly kind: 'module'; readonly dotted: string }
  /** Of a module that is neither in the workspace nor in the standard library. */
  | { readonly kind: 'missing'; readonly module: string };

/** Files of one side that may be read. */
const MOST_FILES = 60;
/** UTF-16 units of all of them. */
const MOST_TEXT = 2_000_000;
/** Imports that lead to imports. */
const MOST_HOPS = 20;

/** The modules of one side, read as they are needed. */
export class Linker {
  readonly #read: ReadFile;
  readonly parser: TreeParser;
  readonly #modules = new Map<string, SourceModule | undefined>();
  readonly #roots: readonly string[];
  #text = 0;

  /** @param path the file from which the search for modules begins */
  constructor(read: ReadFile, parser: TreeParser, path: string) {
    this.#read = read;
    this.parser = parser;
    const folders = path.split('/').slice(0, -1);
    const ancestors = folders.map((_, index) => folders.slice(0, folders.length - index).join('/'));
    this.#roots = [...new Set(['', 'src', 'lib', ...ancestors])];
  }

  /** Texts of all modules that were read. */
  get sources(): readonly SourceModule[] {
    return [...this.#modules.values()].filter((one) => one !== undefined);
  }

  /** A module by its path. Throws {@link Undecidable} where it cannot be read, or too much was read. */
  async module(path: string): Promise<SourceModule | undefined> {
    if (this.#modules.has(path)) return this.#modules.get(path);
    const source = await this.#read(path);
    if (source === undefined) {
      this.#modules.set(path, undefined);
      return undefined;
    }
    this.#text += source.length;
    if (this.#text > MOST_TEXT || this.sources.length >= MOST_FILES)
      throw new Undecidable('imports', 'the function needs too many files of the workspace', path);
    try {
      const module = readUnits(path, source, this.parser);
      this.#modules.set(path, module);
      return module;
    } catch (error) {
      if (error instanceof PythonSyntaxError) throw new Undecidable('syntax', error.message, path, error.line);
      throw error;
    }
  }

  /** What a use of a name in a module means. */
  async resolve(path: string, use: Pick<Use, 'id' | 'chain' | 'import'>): Promise<Target> {
    const chain = use.chain.map(({ name }) => name);
    return use.import === undefined
      ? this.#name(path, use.id, chain, 0, 0)
      : this.#import(path, use.import, chain, 0, 0);
  }

  /** Whether the workspace has a module, as a file of it names it. */
  async has(path: string, module: string): Promise<boolean> {
    const base = absolute(path, module);
    return base === undefined ? this.#exists(module) : base.endsWith('/') || this.#exists(base);
  }

  async #name(path: string, id: string, chain: readonly string[], depth: number, hops: number): Promise<Target> {
    const module = await this.module(path);
    const known = module?.byName.get(id);
    const live = known?.filter(({ isTyping }) => !isTyping);
    const units = live === undefined || live.length === 0 ? known : live;
    if (module === undefined || units === undefined) {
      const star = module?.units.find(({ statement }) => statement.kind === 'importfrom' && statement.names === '*');
      if (star !== undefined && !BUILTINS.has(id))
        throw new Undecidable('import *', `may bind ${id}`, path, star.statement.span.line);
      return { kind: 'builtin' };
    }
    const [only, ...others] = units;
    if (only?.import === undefined || others.some((one) => one.import === undefined))
      return { kind: 'symbol', path, name: id, depth };
    if (others.some(({ fingerprint }) => fingerprint !== only.fingerprint))
      return { kind: 'symbol', path, name: id, depth };
    if (hops > MOST_HOPS)
      throw new Undecidable('imports', 'lead from module to module', path, only.statement.span.line);
    return this.#import(path, only.import, chain, depth, hops + 1);
  }

  async #import(path: string, one: Import, chain: readonly string[], depth: number, hops: number): Promise<Target> {
    if (one.name === undefined) {
      const [top = ''] = one.module.split('.');
      const dotted = one.alias === undefined ? top : one.module;
      if (STANDARD_MODULES.has(top)) return { kind: 'external', import: one, depth };
      return (await this.#exists(one.module))
        ? this.#descend(dotted, chain, depth, hops)
        : { kind: 'missing', module: top };
    }
    const base = absolute(path, one.module);
    const [top = ''] = one.module.split('.');
    if (base === undefined) {
      if (STANDARD_MODULES.has(top)) return { kind: 'external', import: one, depth };
      const known = await this.#member(one.module, one.name, chain, depth, hops);
      if (known !== undefined) return known;
      if (await this.#exists(one.module))
        throw new Undecidable(`from ${one.module} import ${one.name}`, 'is not found in the module', path);
      return { kind: 'missing', module: top };
    }
    const known = await this.#member(base, one.name, chain, depth, hops);
    if (known !== undefined) return known;
    if (!(await this.has(path, one.module))) return { kind: 'missing', module: base.split('/').at(-1) ?? base };
    throw new Undecidable(`from ${one.module} import ${one.name}`, 'is not found in the workspace', path);
  }

  /** `name` of a module: what the module binds, or a module below it. `dotted` may be a folder's path, ended by `/`. */
  async #member(
    dotted: string,
    name: string,
    chain: readonly string[],
    depth: number,
    hops: number,
  ): Promise<Target | undefined> {
    const file = await this.#file(dotted);
    if (file !== undefined) {
      const units = (await this.module(file))?.byName.get(name);
      // `from . import name` in a package's `__init__` names the module below it.
      const [only] = units ?? [];
      const from = only?.import?.name === name ? absolute(file, only.import.module) : undefined;
      const isItself = from !== undefined && (await this.#file(from)) === file;
      if (units !== undefined && !isItself) return this.#name(file, name, chain, depth, hops);
    }
    const below = dotted.endsWith('/')
      ? `${dotted}${name}`
      : dotted.includes('/')
        ? `${dotted}/${name}`
        : `${dotted}.${name}`;
    return (await this.#exists(below)) ? this.#descend(below, chain, depth, hops) : undefined;
  }

  async #descend(dotted: string, chain: readonly string[], depth: number, hops: number): Promise<Target> {
    const [next, ...rest] = chain;
    if (next === undefined) return { kind: 'module', dotted };
    const known = await this.#member(dotted, next, rest, depth + 1, hops);
    return known ?? { kind: 'module', dotted };
  }

  async #exists(dotted: string): Promise<boolean> {
    return (await this.#file(dotted)) !== undefined;
  }

  /** The file of a dotted name, or of a path without its extension. */
  async #file(dotted: string): Promise<string | undefined> {
    const isPath = dotted.includes('/');
    const plain = isPath ? dotted.replace(/^\.\//, '').replace(/\/$/, '') : dotted.replaceAll('.', '/');
    for (const root of isPath ? [''] : this.#roots) {
      const base = root === '' ? plain : plain === '' ? root : `${root}/${plain}`;
      for (const path of [`${base}.py`, `${base === '' ? '' : `${base}/`}__init__.py`])
        if ((await this.module(path)) !== undefined) return path;
    }
    return undefined;
  }
}

/** The folder or module that a relative import names, as a path that begins with `./`; undefined for an absolute one. */
function absolute(path: string, module: string): string | undefined {
  const dots = /^\.+/.exec(module)?.[0].length ?? 0;
  if (dots === 0) return undefined;
  let folder = folderOf(path);
  for (let level = 1; level < dots; level++) folder = folderOf(folder);
  const rest = module.slice(dots).replaceAll('.', '/');
  const prefix = folder === '.' ? './' : `./${folder}/`;
  return rest === '' ? prefix : `${prefix}${rest}`;
}

/** The folder of a path; `.` at the top. */
function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '.' : path.slice(0, end);
}

/** Names that every module has. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError ' +
    'BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError ' +
    'DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError ' +
    'FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError ' +
    'InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None ' +
    'NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ' +
    'ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration ' +
    'SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError ' +
    'UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError ' +
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir ' +
    'divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance ' +
    'issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed ' +
    'round set setattr slice sorted staticmethod str sum super tuple type vars zip'
  ).split(' '),
);
