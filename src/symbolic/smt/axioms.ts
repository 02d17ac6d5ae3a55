/** Operators that the solver does not decide itself, as constants under axioms that hold for every argument. */
import { bitAxioms, bitAxiomsAt, bitPairAxioms, isBitOperation } from './bit-axioms.ts';
import { functionAxioms, functionAxiomsAt, functionPairAxioms } from './function-axioms.ts';
import { type Approximation, isRounding, type RoundingOperator } from './operators.ts';
import type { Point } from './refine.ts';
import { roundingAxioms, roundingAxiomsAt, roundingPairAxioms } from './rounding.ts';

/** What holds of every application, whatever its arguments. */
export function generalAxioms(approximation: Approximation): readonly string[] {
  if (isRoundingApplication(approximation)) return roundingAxioms(approximation);
  return isBitOperation(approximation) ? bitAxioms(approximation) : functionAxioms(approximation);
}

/** What holds of the application around a point that was learnt of it. */
export function axiomsAt(approximation: Approximation, point: Point): readonly string[] {
  if (isRoundingApplication(approximation)) {
    const [value] = point;
    return value === undefined ? [] : roundingAxiomsAt(approximation, value);
  }
  return isBitOperation(approximation) ? bitAxiomsAt(approximation, point) : functionAxiomsAt(approximation, point);
}

/** What holds between two applications. */
export function pairAxioms(first: Approximation, second: Approximation): readonly string[] {
  const related = [
    ...roundingPairAxioms(first, second),
    ...bitPairAxioms(first, second),
    ...functionPairAxioms(first, second),
  ];
  if (related.length > 0 || first.operator !== second.operator || first.args.length !== second.args.length)
    return related;
  const equal = first.args.map((argument, i) => `(= ${argument} ${second.args[i]})`);
  return [`(=> (and true ${equal.join(' ')}) (= ${first.symbol} ${second.symbol}))`];
}

function isRoundingApplication(approximation: Approximation): approximation is Approximation<RoundingOperator> {
  return isRounding(approximation.operator);
}
