/** Checks for the symbolic engine. */
import type { Claim, ClaimAnswer, Outcome } from '../../symbolic/api.ts';
import type { CheckOf } from './checks.ts';
import type { CheckContext } from './context.ts';
import type { HypothesisFinding } from './run-check.ts';

/** Mutants of a function on which a contract is tried. */
const MOST_MUTANTS = 4;

type Claimed = CheckOf<'contract'> | CheckOf<'behaves_like'>;

/** Asks whether a claim about a function is true: proved, shown false by an input, or not decided. */
export async function askSymbolic(check: Claimed, context: CheckContext): Promise<HypothesisFinding> {
  const answer = await answerTo(check, claimOf(check), context);
  const { status, call, outcome, other, message, assumptions, reasons } = answer;
  if (status === 'fails' && call !== undefined && outcome !== undefined) {
    const instead = other === undefined ? '' : `; the code given ${outcomeText(other)}`;
    const evidence = `${call} ${outcomeText(outcome)}${instead}. Replayed on CPython.`;
    return { outcome: 'fails', basis: 'executed', input: call, evidence };
  }
  if (status === 'holds') {
    const under = assumptions.length === 0 ? '' : ` Assumed: ${assumptions.join('; ')}.`;
    const weak = check.kind === 'contract' ? await vacuityOf(check, context) : undefined;
    const evidence = `Proved for all inputs.${under}`;
    return { outcome: 'holds', basis: 'proved', evidence, ...(weak !== undefined && { weak }) };
  }
  const [first] = reasons;
  return { outcome: 'undecided', evidence: first === undefined ? message : `${message} ${first}` };
}

/** Why a contract that was proved says nothing of the function: no mutant of it breaks it. Undefined where one does, or where exceptions are what is claimed. */
async function vacuityOf(check: CheckOf<'contract'>, context: CheckContext): Promise<string | undefined> {
  const text = check.post.length === 0 ? undefined : await context.read(check.file);
  if (text === undefined) return undefined;
  const mutants = await context.syntax.mutants({ path: check.file, text }, linesOf(check.function, text), 'all');
  // the coarsest ones of a line come last, and what is returned stands at the end
  const tried = mutants.slice(-MOST_MUTANTS).reverse();
  for (const { start, end, replacement } of tried) {
    const mutated = text.slice(0, start) + replacement + text.slice(end);
    const read = (path: string) => (path === check.file ? Promise.resolve(mutated) : context.read(path));
    const { status } = await answerTo(check, claimOf(check), { ...context, read });
    if (status === 'fails') return undefined;
  }
  return tried.length === 0 ? undefined : `None of ${tried.length} mutants of the function breaks it.`;
}

/** Lines of a function or method, `f` or `C.m`, by its indentation. */
function linesOf(name: string, text: string): readonly number[] {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const lines = text.split('\n');
  const first = lines.findIndex((line) => new RegExp(`^\\s*(?:async\\s+)?def\\s+${last}\\b`).test(line));
  if (first < 0) return [];
  const indentation = (line: string) => line.length - line.trimStart().length;
  const own = indentation(lines[first] ?? '');
  const rest = lines
    .slice(first + 1)
    .findIndex((line) => line.trim() !== '' && !line.trim().startsWith(')') && indentation(line) <= own);
  const count = rest < 0 ? lines.length - first : rest + 1;
  return Array.from({ length: count }, (_, index) => first + 1 + index);
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
