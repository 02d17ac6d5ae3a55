/** Which of Z3's procedures a script is given to, and in which order. */

/** The simplex solver of old: by far the quickest on case distinctions over linear arithmetic, and on strings. */
const SIMPLEX = '(check-sat-using (using-params smt :relevancy 0 :arith.solver 2))';
/** The present arithmetic solver: products, quotients and remainders of unknowns. */
const ARITHMETIC = '(check-sat-using (using-params smt :relevancy 0 :arith.nl.nra false))';
/** Z3's own choice, which translates floats and bit-vectors to SAT and tries bounded integers. */
const DEFAULT = '(check-sat-using default)';
/** Spacer: constrained Horn clauses. */
const HORN = '(check-sat-using horn)';

const HORN_LOGIC = /\(\s*set-logic\s+HORN\s*\)/;
const SAT_OR_QUANTIFIERS = /\b(?:Float\d+|FloatingPoint|to_fp|BitVec|forall|exists)\b/;

/** The commands to try on a script one after the other, until one decides it. */
export function strategies(script: string): readonly string[] {
  if (HORN_LOGIC.test(script)) return [HORN];
  if (SAT_OR_QUANTIFIERS.test(script)) return [DEFAULT, ARITHMETIC];
  return [SIMPLEX, ARITHMETIC, DEFAULT];
}
