/** Which checks a review runs, with the services that they ask. */
import type { Check } from '../../src/review/check.ts';
import type { ToldReport } from '../../src/review/run-checks.ts';
import type { ReviewOptions } from '../../src/review/service.ts';
import type { Subject } from '../../src/review/source.ts';
import type { ReviewServices } from './services.ts';

/** The checks, in the order in which they run. */
export function checksOf(
  _subject: Subject,
  _options: ReviewOptions,
  _services: ReviewServices,
): readonly Check<ToldReport>[] {
  return [];
}
