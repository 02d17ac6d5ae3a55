/** What the environment of scaffolds is asked, and what it answers. */
import type { Tier } from '../scaffold.ts';
import type { ReadAs } from '../service.ts';

/** The episode that is wished for: a test case, or what one is made from. */
export type EpisodeWish =
  | { readonly id: string }
  | {
      /** A name, an alias or a category; any scaffold when absent. */
      readonly scaffold?: string;
      readonly tier: Tier;
      readonly seed: number;
      readonly level: number;
    };

/** A test case that waits for an attempt. */
export interface Episode {
  /** Id of the test case. */
  readonly id: string;
  readonly scaffold: string;
  /** The task, and the form of its answer. */
  readonly question: string;
  /** The task with the scaffold's text to work by, and how to write steps and answer. */
  readonly prompt: string;
}

/** An attempt: answer and steps, or a text that has them below the headings that the prompt asks for. */
export type Attempt = { readonly text: string } | { readonly answer: unknown; readonly trace?: unknown };

/** What an attempt is worth. */
export interface Grade {
  /** Id of the test case. */
  readonly id: string;
  readonly scaffold: string;
  /** 1 or 0. */
  readonly answerScore: number;
  readonly message: string;
  readonly readAs: ReadAs;
  /** Share of right steps before the first wrong one; absent when the steps cannot be checked. */
  readonly stepScore?: number;
  /** 1 or 0 for each step that was given. */
  readonly stepScores: readonly number[];
  readonly stepMessage: string;
}
