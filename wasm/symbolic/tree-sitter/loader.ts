/** Starts tree-sitter with its Python grammar from precompiled modules, in a Worker and in plain Node alike. */
import type { Tree } from 'web-tree-sitter';
import { ToolFailure } from '../../../src/lib/errors.ts';
import { PythonSyntaxError } from '../../../src/symbolic/syntax/errors.ts';
import { moduleOptions } from '../../tree-sitter/start.ts';
import { Language, Parser } from '../build/web-tree-sitter.mjs';

/** 32 MiB: enough for any source of 64 KB, the worst of which take 23, and for ordinary ones of some 500 KB. */
const MAXIMUM_PAGES = 512;

/** The modules that the build makes of the npm packages. */
export interface PythonParserModules {
  /** `web-tree-sitter.wasm`, as the build writes it */
  readonly core: WebAssembly.Module;
  /** `tree-sitter-python.wasm` */
  readonly python: WebAssembly.Module;
}

/** A parser of Python. Its trees hold WebAssembly memory until they are deleted. */
export interface PythonParser {
  /**
   * The syntax tree of `source`, with error nodes where it is not Python. The caller deletes the tree. Throws `PythonSyntaxError` for
   * a source that needs more memory or a deeper stack than there is, and a `ToolFailure` until the parser is started again after one.
   */
  parse(source: string): Tree;
}

/** The one of this isolate: tree-sitter's JavaScript side is shared. None before the first start, and after a source ended it. */
let running: Parser | undefined;
let starting: Promise<void> | undefined;

/** The parser, started where it does not run. */
export async function createPythonParser(modules: PythonParserModules): Promise<PythonParser> {
  if (running === undefined) {
    starting ??= start(modules).finally(() => {
      starting = undefined;
    });
    await starting;
  }
  return { parse };
}

async function start({ core, python }: PythonParserModules): Promise<void> {
  await Parser.init({ ...moduleOptions(core, MAXIMUM_PAGES), printErr: () => undefined });
  running = new Parser().setLanguage(Language.loadSync(python));
}

function parse(source: string): Tree {
  const parser = running;
  if (parser === undefined) throw notRunning();
  let tree: Tree | null;
  try {
    tree = parser.parse(source);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    end(parser);
    const why = `A source of ${source.length} characters is too large, or nests too deep, for the parser.`;
    throw new PythonSyntaxError(why, { line: 1, column: 0 });
  }
  if (tree === null) throw new Error('tree-sitter gave no tree, as it does for a parser without a language.');
  return tree;
}

/** Memory was refused, or the stack ran over: what is left of the instance is of no use. */
function end(parser: Parser): void {
  running = undefined;
  try {
    // Undoes its registration with the garbage collector, which would free its addresses in the next instance.
    parser.delete();
  } catch {
    // The instance may be past that.
  }
}

function notRunning(): ToolFailure {
  return new ToolFailure({
    errorType: 'RuntimeError',
    message: 'The parser of Python ran out of memory over the source of another call.',
    advice: 'Call again: it starts anew.',
  });
}
