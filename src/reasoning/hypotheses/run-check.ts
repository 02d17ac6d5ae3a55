/** Runs one check, and says what its outcome says. */
import type { CheckKind, HypothesisCheck } from './checks.ts';
import type { CheckContext } from './context.ts';
import { findPattern, searchText } from './find.ts';
import { askSymbolic } from './prove.ts';
import { runCall, runTest } from './run-python.ts';
import type { CheckOutcome } from './service.ts';

/** What came of a check, before its `expects` are looked at. */
export type HypothesisFinding = Pick<
  CheckOutcome,
  'outcome' | 'basis' | 'evidence' | 'input' | 'place' | 'telling' | 'weak'
>;

/** Runs a check of the kinds that are wanted. Throws `ToolFailure` for a file that is not there, and `Cancelled`. */
export async function runCheck(
  check: HypothesisCheck,
  kinds: readonly CheckKind[],
  context: CheckContext,
): Promise<CheckOutcome> {
  const found = kinds.includes(check.kind)
    ? await find(check, context)
    : { outcome: 'not_run' as const, evidence: 'validation_method leaves checks of this kind out.' };
  return toOutcome(check, found);
}

/** What is known of a check, with what it says of the hypothesis. */
export function toOutcome(check: HypothesisCheck, found: HypothesisFinding): CheckOutcome {
  const { holds, fails } = check.expects;
  const says = found.outcome === 'holds' ? holds : found.outcome === 'fails' ? fails : undefined;
  return { kind: check.kind, check: describeCheck(check), ...found, says: says ?? 'nothing' };
}

function find(check: HypothesisCheck, context: CheckContext): Promise<HypothesisFinding> {
  const rest = (found: HypothesisFinding) => ({
    ...found,
    evidence: [found.evidence, ...(context.supplied ?? [])].join(' '),
  });
  switch (check.kind) {
    case 'contract':
    case 'behaves_like':
      return askSymbolic(check, context);
    case 'call':
      return runCall(check, context).then(rest);
    case 'python_test':
      return runTest(check, context).then(rest);
    case 'pattern':
      return findPattern(check, context);
    case 'search':
      return searchText(check, context);
  }
}

/** A check in a line. */
export function describeCheck(check: HypothesisCheck): string {
  switch (check.kind) {
    case 'contract': {
      const { pre, post, raises, never } = check;
      const parts = [
        ...pre.map((text) => `pre: ${text}`),
        ...post.map((text) => `post: ${text}`),
        ...(raises === undefined ? [] : [`raises: ${raises.join(', ') || 'nothing'}`]),
        ...(never === undefined ? [] : [`never ${never}`]),
      ];
      return `contract of ${check.function}: ${parts.join('; ')}`;
    }
    case 'behaves_like':
      return `${check.function} behaves like the code given`;
    case 'call':
      return check.returns === undefined
        ? `${check.call} raises ${check.raises ?? ''}`
        : `${check.call} returns ${check.returns}`;
    case 'python_test': {
      const edits = check.edits.map(({ file }) => file).join(', ');
      return edits === '' ? 'python_test' : `python_test with edits of ${edits}`;
    }
    case 'pattern':
      return `pattern ${check.pattern} must ${check.must.replace('_', ' ')}`;
    case 'search':
      return `${check.text === undefined ? 'regex' : 'text'} ${check.text ?? check.regex ?? ''} must ${check.must.replace('_', ' ')}`;
  }
}
