/** From the findings of all checks to what a review reports. */
import type { Finding } from '../finding.ts';
import { identify } from './identify.ts';
import { merge } from './merge.ts';
import { judge, type Policy, type PolicyVerdict } from './policy.ts';

/** Names, merges, orders and judges findings; `different`: functions that behave differently, which the policy may fail on. */
export async function report(
  findings: readonly Finding[],
  policy: Policy,
  different: readonly string[] = [],
): Promise<PolicyVerdict> {
  return judge(merge(await identify(findings)), policy, different);
}
