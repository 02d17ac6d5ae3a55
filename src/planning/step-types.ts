/** The types of steps, and what each one means to checks, to execution, and to what a model answers. */

/** The contract's types (`context-engine.md`, tool 11). A new one gets its traits below. */
export const STEP_TYPES = ['file_edit', 'file_create', 'command', 'review'] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** What a type of step means. */
export interface StepTraits {
  /** What becomes of the files that it names: they are there before, or not yet; `untouched` where it changes none. */
  readonly files: 'edited' | 'created' | 'untouched';
  /** Whether it may have a command, or Python to run. */
  readonly runsCode: boolean;
  /** Whether it reviews all that the plan has changed, when it is executed and when it is checked. */
  readonly reviews: boolean;
}

const TRAITS: Readonly<Record<StepType, StepTraits>> = {
  file_edit: { files: 'edited', runsCode: false, reviews: false },
  file_create: { files: 'created', runsCode: false, reviews: false },
  command: { files: 'untouched', runsCode: true, reviews: false },
  review: { files: 'untouched', runsCode: false, reviews: true },
};

/** What the type of a step means. */
export function traitsOf({ type }: { readonly type: StepType }): StepTraits {
  return TRAITS[type];
}
