/** How much of Z3's work a second of CPU does, and what its units cost by the theories that a script is about. */

/**
 * Fuel that takes about one second of CPU: the round middle of what 60 queries of each kind spent per second of process CPU
 * time (Node 24, x86-64, two shared cores), before units had prices. Case distinctions over linear integers do 215 million
 * units a second.
 */
export const FUEL_PER_SECOND = 150_000_000;

/** Doubles, and bits: clauses that lie all over the memory. Hard queries do some 50 million units a second. */
const BITS = /\b(?:Float\d+|FloatingPoint|to_fp|BitVec)\b/;
/** Texts and sequences: some 75 million. */
const SEQUENCES = /\(str\.|\(seq\.|\bString\b|\bSeq\b/;
const LITERAL = '(?:\\d|\\(- \\d)';
const OPERAND = '(?:[^()\\s]+|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))';
/** Products of unknowns, and division by them, whose numbers grow: some 60 million. */
const NONLINEAR = new RegExp(`\\(\\* (?!${LITERAL})|\\((?:div|mod) ${OPERAND} (?!${LITERAL})`);

/** What a unit of Z3's work on the script costs: as much fuel as makes {@link FUEL_PER_SECOND} hold for what is hard of its kind. */
export function priceOf(script: string): number {
  if (BITS.test(script)) return 2.5;
  return SEQUENCES.test(script) || NONLINEAR.test(script) ? 2 : 1;
}
