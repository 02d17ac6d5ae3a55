/**
 * What CPython says of known values. The executor is synchronous: a question nobody has answered yet ends its path, and the
 * exploration is repeated once CPython has answered (`verify/run.ts`). Semantics use `settleKnown` of `oracle/settle.ts`.
 */

/** A value as the answer tells it; objects of the library by the source text that makes them. */
export type Known =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'str' | 'bytes'; readonly value: string }
  | { readonly kind: 'tuple' | 'list' | 'set' | 'frozenset'; readonly items: readonly Known[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [key: Known, value: Known])[] }
  | { readonly kind: 'range'; readonly start: bigint; readonly stop: bigint; readonly step: bigint }
  | { readonly kind: 'foreign'; readonly type: string; readonly source: string };

export type Answer =
  | { readonly kind: 'value'; readonly value: Known }
  /** `class` is dotted unless built in; arguments that the engine cannot hold are left out. */
  | { readonly kind: 'raised'; readonly class: string; readonly args?: readonly Known[] }
  /** Not to be had: too large, dependent on the machine, or of a type the engine cannot hold. */
  | { readonly kind: 'refused' };

/** Answers Python expressions over known values. */
export interface Oracle {
  /** The answer; undefined while it is not known, which ends the path until the next exploration. */
  answer(question: string): Answer | undefined;
  /** Whether some question has no answer yet. */
  readonly isWaiting: boolean;
}

/** Thrown where enough questions have come up: other paths are explored once they are answered. */
export class AnswersPending extends Error {
  override readonly name = 'AnswersPending';
}

/** Steps that an exploration goes on for, to meet more questions, once the first one has no answer. */
export const STEPS_WHILE_WAITING = 2_000;
