/** From the findings of all checks to what a review reports. */
import type { Finding } from '../finding.ts';
import { identify } from './identify.ts';
import { merge } from './merge.ts';
import { judge, type Policy, type Verdict } from './policy.ts';

/** Names, merges, orders and judges findings. */
export async function report(findings: readonly Finding[], policy: Policy): Promise<Verdict> {
  return judge(merge(await identify(findings)), policy);
}
