/** What the syntax Worker answers: the structure of source files, and how many tokens texts take. */
import type { SymbolKind } from '../lib/symbol-kinds.ts';
import type { FlowApi } from './flow/service.ts';
import type { MutantApi } from './mutants/service.ts';
import type { PatternApi } from './patterns/service.ts';
import type { SurfaceApi } from './surface/service.ts';

/** A text file of a workspace. */
export interface SourceFile {
  /** Decides the language, with the first line where there is no extension. */
  readonly path: string;
  readonly text: string;
}

/** Languages that are parsed; every other text is `text`. */
export const LANGUAGES = [
  'python',
  'javascript',
  'typescript',
  'tsx',
  'go',
  'rust',
  'java',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'php',
  'bash',
  'json',
  'yaml',
  'toml',
  'html',
  'css',
  'kotlin',
  'scala',
  'lua',
] as const;

/** Files that are no program as a whole: headings, cells and scripts in them are read. */
export const DOCUMENTS = ['markdown', 'notebook', 'vue', 'svelte'] as const;

/** A language, a kind of document, or `text` for what is neither. */
export type Language = (typeof LANGUAGES)[number] | (typeof DOCUMENTS)[number] | 'text';

/** Lines of a file, 1-based, both included. */
export interface LineRange {
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** A piece of a file that is searched and shown as one. */
export interface Chunk extends LineRange {
  /** Names of the definitions around and in it, outermost first with dots between; empty at the top of a file. */
  readonly scope: string;
  /** Of its text, by the tokenizer that {@link SyntaxInfo} names. */
  readonly tokens: number;
}

/** A definition. */
export interface SymbolFacts extends LineRange {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names of the definitions around it, outermost first with dots between; empty at the top of a file. */
  readonly scope: string;
  /** Where its name stands, 1-based. */
  readonly nameLine: number;
  /** The definition without its body and comments, on one line; cut at 300 characters, then `…`. */
  readonly signature: string;
  /** Its doc comment without comment signs; cut at 4,000 characters, then `…`; empty when there is none. */
  readonly doc: string;
}

/** A place that names something defined elsewhere: no local name, and each name of a kind and qualifier once a line. */
export interface ReferenceFacts {
  readonly name: string;
  readonly kind: 'call' | 'type' | 'use';
  /** What stands before the dot, such as `self` or `path`; `…` for a long expression, absent for a bare name. */
  readonly qualifier?: string;
  readonly line: number;
  /** The innermost definition around it: an index into {@link FileFacts.symbols}; absent at the top of a file. */
  readonly within?: number;
}

/** What a file takes from another module. */
export interface ImportFacts {
  /** As the source writes it: `./lib/paths`, `os.path`, `fmt`. */
  readonly module: string;
  /** What is taken; `*` for all of it; empty when only the module itself is named. */
  readonly names: readonly {
    readonly name: string;
    readonly alias?: string;
    /** Where it is not on the first line of the import. */
    readonly line?: number;
  }[];
  readonly line: number;
}

/** The structure of one file. */
export interface FileFacts {
  readonly language: Language;
  readonly lines: number;
  /** In order, without gaps or overlaps; none for an empty file. */
  readonly chunks: readonly Chunk[];
  /** In order of their first lines; a definition comes before those inside it. */
  readonly symbols: readonly SymbolFacts[];
  readonly references: readonly ReferenceFacts[];
  readonly imports: readonly ImportFacts[];
  /** Whether parts of the file are not of its language: what stands there may be missing above. */
  readonly damaged: boolean;
}

/** A place that is not of a file's language. */
export interface DamagedPlace extends LineRange {
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** `missing`: what stands there in `what`, such as `}`, is not there; `unexpected`: what stands there belongs to nothing. */
  readonly kind: 'missing' | 'unexpected';
  /** Of an unexpected text its beginning, on one line; empty for a missing part without a spelling. */
  readonly what: string;
}

/** What of a file is not of its language. */
export interface Damage {
  readonly language: Language;
  /** In order; at most {@link MOST_PLACES}. */
  readonly places: readonly DamagedPlace[];
  /** Whether all of it was read: not of a `text`, nor where parsing takes more work than the size of the file deserves. */
  readonly parsed: boolean;
}

/** Places that {@link SyntaxApi.damage} tells of. */
export const MOST_PLACES = 50;

/** Versions, and what the engine holds. */
export interface SyntaxInfo {
  readonly treeSitterVersion: string;
  /** Such as `cl100k_base`. */
  readonly tokenizer: string;
  readonly heapBytes: number;
  /** Of what derives the facts of a file: another one for a language whose files may have other facts. */
  readonly versions: ReadonlyMap<Language, string>;
}

/** Bytes of source text that one call of {@link SyntaxApi.analyze} takes. */
export const MOST_BYTES = 4 << 20;

/** The syntax Worker's interface. Every answer depends on the arguments alone. */
export interface SyntaxApi extends PatternApi, SurfaceApi, MutantApi, FlowApi {
  /** The structure of each file, in the order given. At most {@link MOST_BYTES} in all, 1.5 MB each. */
  analyze(files: readonly SourceFile[]): Promise<readonly FileFacts[]>;
  /** Where a file of at most 1.5 MB is not of its language. */
  damage(file: SourceFile): Promise<Damage>;
  /** Tokens of each text. */
  countTokens(texts: readonly string[]): Promise<readonly number[]>;
  info(): Promise<SyntaxInfo>;
}
