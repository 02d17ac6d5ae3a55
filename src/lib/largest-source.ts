/** Bytes of a source file that reviews and reasoning read. */
export const LARGEST_SOURCE = 1_500_000;
