/** tree-sitter with its grammars, each loaded when it is first needed; an instance that failed or grew too far is replaced. */
import type { Node, QueryMatch, Range } from 'web-tree-sitter';
import type { Grammars, LineSpan, ParsedLanguage, ParsedText } from '../../src/syntax/grammar.ts';
import { moduleOptions } from '../tree-sitter/start.ts';
import { Language, Parser, Query } from './build/web-tree-sitter.mjs';

/** A precompiled grammar and what is asked of its trees. */
export interface GrammarSource {
  readonly module: WebAssembly.Module;
  readonly query: string;
}

/** Everything that the build and the queries give. */
export interface SyntaxModules {
  readonly core: WebAssembly.Module;
  readonly grammars: ReadonlyMap<ParsedLanguage, GrammarSource>;
}

/** 64 MiB, which leaves the isolate as much. Memory beyond is refused, and the text not parsed. */
const MAXIMUM_PAGES = 1024;
/** An instance whose memory has grown beyond is replaced before the next text: memory never shrinks. */
const KEPT_BYTES = 40 << 20;
/** Steps are counted by the hundred: the parser and the query tell their progress so often. Dense code takes 0.04 a unit. */
const STEPS_AT_LEAST = 5000;
const STEPS_PER_UNIT = 0.1;
/** Units that the parser reads at once. Some grammars begin to read anew at almost every token, so few. */
const READ_UNITS = 512;
/**
 * How often the parser may read on. Ordinary code is read once or twice; an unterminated comment can make it read the rest of the
 * file at every character.
 */
const READS_AT_LEAST = 2000;
const READS_PER_UNIT = 40 / READ_UNITS;
/** UTF-16 units of text whose matches are in memory together. */
const WINDOW = 1 << 17;
/** Matches that a query may have begun at once. */
const MATCH_LIMIT = 1 << 14;

interface Loaded {
  readonly parser: Parser;
  readonly query: Query;
}

/** The text took more work than it deserves. */
class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** One start of tree-sitter. Only the newest may be used: its JavaScript side is shared. */
class Instance {
  readonly memory: WebAssembly.Memory;
  readonly #grammars: SyntaxModules['grammars'];
  readonly #loaded = new Map<ParsedLanguage, Loaded>();
  closed = false;

  constructor(memory: WebAssembly.Memory, grammars: SyntaxModules['grammars']) {
    this.memory = memory;
    this.#grammars = grammars;
  }

  language(name: ParsedLanguage): Loaded {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const source = this.#grammars.get(name);
    if (source === undefined) throw new Error(`There is no grammar of ${name}.`);
    const { module, query } = source;
    const language = Language.loadSync(module);
    const loaded = { parser: new Parser().setLanguage(language), query: new Query(language, query) };
    this.#loaded.set(name, loaded);
    return loaded;
  }

  /** Undoes the registrations with the garbage collector, which would free their addresses in the next instance. */
  close(): void {
    this.closed = true;
    for (const { parser, query } of this.#loaded.values()) {
      quietly(() => parser.delete());
      quietly(() => query.delete());
    }
  }
}

/** See {@link Grammars}. */
export class TreeSitter implements Grammars {
  readonly #modules: SyntaxModules;
  #instance: Promise<Instance> | undefined;
  #heapBytes = 0;

  constructor(modules: SyntaxModules) {
    this.#modules = modules;
  }

  /** Bytes of tree-sitter's memory, 0 before the first text. */
  get heapBytes(): number {
    return this.#heapBytes;
  }

  async read<Result>(
    language: ParsedLanguage,
    text: string,
    use: (parsed: ParsedText) => Result,
  ): Promise<Result | undefined> {
    for (;;) {
      this.#instance ??= this.#start();
      const instance = await this.#instance;
      // Another call may have closed it in the meantime; from here on nothing waits.
      if (!instance.closed) return this.#readWith(instance, language, text, use);
    }
  }

  #readWith<Result>(
    instance: Instance,
    language: ParsedLanguage,
    text: string,
    use: (parsed: ParsedText) => Result,
  ): Result | undefined {
    try {
      return parseWith(instance.language(language), text, use);
    } catch (error) {
      if (error instanceof OverBudget) return undefined;
      this.#drop(instance);
      // Memory was refused, or the stack ran over: what is left of the instance is of no use.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return undefined;
      throw error;
    } finally {
      this.#heapBytes = instance.memory.buffer.byteLength;
      if (this.#heapBytes > KEPT_BYTES && !instance.closed) this.#drop(instance);
    }
  }

  async #start(): Promise<Instance> {
    const options = moduleOptions(this.#modules.core, MAXIMUM_PAGES);
    await Parser.init({ ...options, printErr: () => undefined });
    this.#heapBytes = options.wasmMemory.buffer.byteLength;
    return new Instance(options.wasmMemory, this.#modules.grammars);
  }

  #drop(instance: Instance): void {
    instance.close();
    this.#instance = undefined;
  }
}

/** `ranges` are read in place of the whole text. */
function parseWith<Result>(
  loaded: Loaded,
  text: string,
  use: (parsed: ParsedText) => Result,
  includedRanges: Range[] | null = null,
): Result {
  const { parser, query } = loaded;
  const [first, last] = [includedRanges?.at(0)?.startIndex ?? 0, includedRanges?.at(-1)?.endIndex ?? text.length];
  const units =
    includedRanges?.reduce((sum, { startIndex, endIndex }) => sum + endIndex - startIndex, 0) ?? text.length;
  let steps = STEPS_AT_LEAST + units * STEPS_PER_UNIT;
  let reads = READS_AT_LEAST + units * READS_PER_UNIT;
  const progressCallback = () => --steps < 0 || reads < 0;
  let next = 0;
  const read = (index: number): string => {
    if (index === next && --reads < 0) return '';
    next = index + READ_UNITS;
    return text.slice(index, next);
  };
  const tree = parser.parse(read, null, { progressCallback, ...(includedRanges !== null && { includedRanges }) });
  if (tree === null || reads < 0) {
    tree?.delete();
    parser.reset();
    throw new OverBudget();
  }
  // From here on, predicates read.
  reads = Number.POSITIVE_INFINITY;
  function* matches(root: Node): Iterable<readonly QueryMatch[]> {
    for (let start = first; start < last; start += WINDOW) {
      // Unlike those of nodes, these indices count bytes of UTF-16.
      const bytes = { startIndex: 2 * start, endIndex: 2 * (start + WINDOW) };
      const found = query.matches(root, { ...bytes, matchLimit: MATCH_LIMIT, progressCallback });
      if (steps < 0 || query.didExceedMatchLimit()) throw new OverBudget();
      // What begins before or after the window, and reaches into it, is another window's.
      yield found.filter(({ captures }) => Math.floor((firstOf(captures) - first) / WINDOW) * WINDOW + first === start);
    }
  }
  try {
    const root = tree.rootNode;
    return use({
      text,
      root,
      matches: () => matches(root),
      part: (spans, useOf) => partWith(loaded, text, spans, useOf),
    });
  } finally {
    quietly(() => tree.delete());
  }
}

function partWith<Result>(
  loaded: Loaded,
  text: string,
  spans: readonly LineSpan[],
  use: (parsed: ParsedText) => Result,
): Result | undefined {
  try {
    const ranges = spans.map(({ start, end, startRow, endRow }) => ({
      startIndex: start,
      endIndex: end,
      startPosition: { row: startRow, column: 0 },
      endPosition: { row: endRow, column: 0 },
    }));
    return parseWith(loaded, text, use, ranges);
  } catch (error) {
    if (error instanceof OverBudget) return undefined;
    throw error;
  }
}

/** Where a match begins. */
function firstOf(captures: QueryMatch['captures']): number {
  return captures.reduce((first, { node }) => Math.min(first, node.startIndex), Number.POSITIVE_INFINITY);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The instance has failed before.
  }
}
