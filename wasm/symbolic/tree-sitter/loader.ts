/** Loads tree-sitter with its Python grammar from precompiled modules, in a Worker and in plain Node alike. */
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { moduleOptions } from '../../tree-sitter/start.ts';

/** 32 MiB: enough for any source of 64 KB, the worst of which take 23. */
const MAXIMUM_PAGES = 512;

/** The modules that the build copies from the npm packages. */
export interface PythonParserModules {
  /** `web-tree-sitter.wasm`, as the build writes it */
  readonly core: WebAssembly.Module;
  /** `tree-sitter-python.wasm` */
  readonly python: WebAssembly.Module;
}

/** A parser of Python. The parser and its trees hold WebAssembly memory until they are deleted. */
export class PythonParser {
  readonly #parser: Parser;

  /** `parser` has its language set. */
  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** The syntax tree of `source`, with error nodes where it is not Python. The caller deletes the tree. */
  parse(source: string): Tree {
    const tree = this.#parser.parse(source);
    if (tree === null) throw new Error('tree-sitter gave no tree, as it does for a parser without a language.');
    return tree;
  }

  delete(): void {
    this.#parser.delete();
  }
}

/** A parser with the Python grammar. tree-sitter itself starts once in an isolate, with the first call's `core`. */
export async function createPythonParser({ core, python }: PythonParserModules): Promise<PythonParser> {
  await Parser.init(moduleOptions(core, MAXIMUM_PAGES));
  const parser = new Parser();
  parser.setLanguage(Language.loadSync(python));
  return new PythonParser(parser);
}
