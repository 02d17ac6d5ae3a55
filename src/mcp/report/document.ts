/** What a report says, before it has a form: each tool makes one of these of its facts, and each form is made of it. */
import { shownPath } from '../../lib/shown-path.ts';

/** A report as a small tree. All texts are plain. */
export interface ReportDocument {
  readonly title: string;
  /** The answer in a sentence. */
  readonly summary: string;
  readonly sections: readonly Section[];
  /** Facts of the run as a whole for programs, such as its status. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Files that the run made, such as tests: the report's archive. */
  readonly files?: readonly ReportFile[];
}

/** A file of a report's archive. */
export interface ReportFile {
  readonly path: string;
  readonly text: string;
}

/** A part under a heading of its own. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** A piece of a section. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'bars'; readonly bars: readonly Bar[] }
  | { readonly kind: 'finding'; readonly finding: Finding };

/** A bar of a plot. */
export interface Bar {
  readonly label: string;
  /** Its length, from 0 to 1. */
  readonly share: number;
  /** An interval around it, in the same measure. */
  readonly interval?: readonly [low: number, high: number];
  /** What it stands for, such as `7/10`. */
  readonly text: string;
}

/** Something that was found at a place: what SARIF calls a result. */
export interface Finding {
  readonly rule: Rule;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly place: ReportPlace;
  /** Text that stays the same while the finding does, wherever its lines move. */
  readonly identity: string;
  /** What GitHub knows its line by; see `src/review/report/line-hash.ts`. */
  readonly lineHash?: string;
  /** Where else to look. */
  readonly related?: readonly (ReportPlace & { readonly message: string })[];
  /** Facts for programs. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** All there is to read on it; without, its place and message are shown. */
  readonly details: readonly Block[];
}

/** What findings of a kind have in common. */
export interface Rule {
  readonly id: string;
  readonly description: string;
  /** How to deal with them. */
  readonly help?: string;
  readonly tags?: readonly string[];
  /** From 0 to 10, as GitHub ranks security findings. */
  readonly securitySeverity?: number;
}

/** Where something is: in a file of a workspace, or in code that was sent. */
export interface ReportPlace {
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  /** The last line, when there are several. */
  readonly lineEnd?: number;
  /** The code, where no file has it. */
  readonly code?: string;
}

/** The findings of a report, in order. */
export function findingsOf({ sections }: ReportDocument): readonly Finding[] {
  return sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'finding' ? [block.finding] : [])));
}

/** `file:line`. */
export function placeText({ file, line }: ReportPlace): string {
  const shown = shownPath(file);
  return line === undefined ? shown : `${shown}:${line}`;
}
