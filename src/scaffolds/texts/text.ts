/** What a scaffold tells whoever works by it. */
export interface ScaffoldText {
  /** For which tasks it is the right method. */
  readonly when: string;
  /** What is kept from step to step. */
  readonly state: string;
  /** The state before the first step. */
  readonly start: string;
  /** One round of the method. */
  readonly steps: readonly string[];
  readonly end: string;
  /** How to see that an answer is right, without the method. */
  readonly verify: readonly string[];
  /** What goes wrong most often. */
  readonly mistakes: readonly string[];
}

/** Texts by the names of the scaffolds. */
export type ScaffoldTexts = Readonly<Record<string, ScaffoldText>>;
