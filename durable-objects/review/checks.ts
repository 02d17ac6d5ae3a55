/** Which checks a review runs, with the services that they ask. */
import { behaviourCheck } from '../../src/review/behaviour/behaviour.ts';
import type { Check } from '../../src/review/check.ts';
import type { ToldReport } from '../../src/review/run-checks.ts';
import type { ReviewOptions } from '../../src/review/service.ts';
import type { Subject } from '../../src/review/source.ts';
import type { ReviewServices } from './services.ts';

/** What comparing functions may cost in a review. */
const BEHAVIOUR = { timeoutSeconds: 5, most: 30 };

/** The checks, in the order in which they run. */
export function checksOf(
  subject: Subject,
  options: ReviewOptions,
  { owner, symbolic }: ReviewServices,
): readonly Check<ToldReport>[] {
  const isCompared = options.behaviour && subject.before.commit !== undefined && subject.after.commit !== undefined;
  return isCompared ? [behaviourCheck(symbolic, { owner, ...BEHAVIOUR })] : [];
}
