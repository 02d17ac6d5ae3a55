/** A pair of functions that look the same and are not. */

/** The parameters of both functions, and their bodies. */
export interface Deceiving {
  readonly what: string;
  readonly parameters: string;
  readonly left: string;
  readonly right: string;
  /** They differ only in what they share: one gives back an argument itself, the other a copy. */
  readonly isSharing?: true;
}

const INTS = 'xs: list[int]';

/** A pair by its bodies; both take a list of integers where nothing else is said. */
export function pairOf(what: string, left: string, right: string, parameters: string = INTS): Deceiving {
  return { what, parameters, left, right };
}
