/** Findings without the secrets of the code that they quote. */
import { maskSecrets } from '../lib/secrets/mask.ts';
import type { Finding } from './finding.ts';

/** The findings with secrets masked in every text. A patch or a test that has one is left out: masked, it would do something else. */
export function maskFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.map(({ suggestedPatch, test, ...finding }) => ({
    ...finding,
    title: masked(finding.title),
    description: masked(finding.description),
    ...(finding.snippet !== undefined && { snippet: masked(finding.snippet) }),
    impact: masked(finding.impact),
    recommendation: masked(finding.recommendation),
    evidence: finding.evidence.map((each) => ({ ...each, text: masked(each.text) })),
    ...(suggestedPatch !== undefined && masked(suggestedPatch) === suggestedPatch && { suggestedPatch }),
    ...(test !== undefined && masked(test) === test && { test }),
    identity: masked(finding.identity),
  }));
}

function masked(text: string): string {
  return maskSecrets(text).text;
}
