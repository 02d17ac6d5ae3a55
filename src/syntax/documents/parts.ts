/** What stands in documents: files that are no program as a whole. */
import type { ParsedLanguage } from '../grammar.ts';
import type { LineRange } from '../service.ts';

/** The code in a document, as one text of its language. */
export interface Code {
  readonly language: ParsedLanguage;
  readonly text: string;
  /** For each line of it, the line of the document where it stands; they ascend. */
  readonly lineOf: readonly number[];
}

/** A heading with what belongs to it, up to the next one of its level or a higher one. */
export interface Section extends LineRange {
  readonly name: string;
  /** Names of the sections around it, outermost first with dots between. */
  readonly scope: string;
  /** Such as `## Usage`. */
  readonly heading: string;
}

/** The parts of a document; what is in none of them is text. */
export interface Parts {
  readonly code?: Code;
  /** In order, outer ones first. */
  readonly sections: readonly Section[];
  /** Lines that begin a part, in order: chunks end before them where they can. */
  readonly starts: readonly number[];
}
