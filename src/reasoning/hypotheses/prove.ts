/** Checks for the symbolic engine. */
import type { Claim, ClaimAnswer, Outcome } from '../../symbolic/service.ts';
import type { CheckOf } from './checks.ts';
import type { CheckContext } from './context.ts';
import type { Found } from './run-check.ts';

type Claimed = CheckOf<'contract'> | CheckOf<'behaves_like'>;

/** Asks whether a claim about a function is true: proved, shown false by an input, or not decided. */
export async function askSymbolic(check: Claimed, context: CheckContext): Promise<Found> {
  const answer = await answerTo(check, claimOf(check), context);
  const { status, call, outcome, other, message, assumptions, reasons } = answer;
  if (status === 'fails' && call !== undefined && outcome !== undefined) {
    const instead = other === undefined ? '' : `; the code given ${outcomeText(other)}`;
    const evidence = `${call} ${outcomeText(outcome)}${instead}. Replayed on CPython.`;
    return { outcome: 'fails', basis: 'executed', input: call, evidence };
  }
  if (status === 'holds') {
    const under = assumptions.length === 0 ? '' : ` Assumed: ${assumptions.join('; ')}.`;
    return { outcome: 'holds', basis: 'proved', evidence: `Proved for all inputs.${under}` };
  }
  const [first] = reasons;
  return { outcome: 'undecided', evidence: first === undefined ? message : `${message} ${first}` };
}

/** An input for which two functions differ that are claimed to behave like one of the repository. */
export async function tellApart(
  one: CheckOf<'behaves_like'>,
  other: CheckOf<'behaves_like'>,
  context: CheckContext,
): Promise<ClaimAnswer> {
  return answerTo(one, { kind: 'alike', code: one.code, other: other.code }, context);
}

function answerTo(check: Claimed, claim: Claim, context: CheckContext): Promise<ClaimAnswer> {
  const { symbolic, owner, timeoutSeconds, onProgress } = context;
  const { file, types } = check;
  const request = { path: file, name: check.function, claim, types, timeoutSeconds, owner };
  return symbolic.checkClaim(request, (path) => context.read(path), onProgress);
}

function claimOf(check: Claimed): Claim {
  if (check.kind === 'behaves_like') return { kind: 'behaves', code: check.code };
  const { pre, post, raises, never } = check;
  if (never !== undefined) return { kind: 'never', before: pre, exception: never };
  return { kind: 'contract', before: pre, after: post, ...(raises !== undefined && { raises }) };
}

function outcomeText(outcome: Outcome): string {
  return outcome.kind === 'returned'
    ? `returns ${outcome.value}`
    : `raises ${outcome.exception}${outcome.message === '' ? '' : `: ${outcome.message}`}`;
}
