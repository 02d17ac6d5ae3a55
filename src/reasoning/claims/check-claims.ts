/** Checks claims: reads what they quote, finds what they name, runs their tests. */
import type { HypothesisFinding } from '../hypotheses/run-check.ts';
import type { Place } from '../service.ts';
import type { CheckedClaims, Claim, SupportedClaim, UnsupportedClaim } from './service.ts';

/** The commit that claims are about. */
export interface ClaimContext {
  readonly commit: string;
  /** Text of a file at the commit; undefined for none, and for what is no text. */
  read(path: string): Promise<string | undefined>;
  /** Where a name is defined, in one file or anywhere: `f`, `C`, or `C.m`. Or why that cannot be said. */
  definitions(name: string, file: string | undefined): Promise<readonly Place[] | { readonly unknown: string }>;
  /** Runs a pytest module in an empty sandbox with the commit; `file`: where the code is that it tests, `place`: in which definition. */
  runTest(code: string, file: string | undefined, place: Place | undefined): Promise<HypothesisFinding>;
}

/** What checking a part of a claim came to. */
type Part = { readonly holds: true; readonly place?: Place } | { readonly holds: false; readonly why: string };

/** Each claim in one of the lists. Throws what the context throws. */
export async function checkClaims(claims: readonly Claim[], context: ClaimContext): Promise<CheckedClaims> {
  const supported: SupportedClaim[] = [];
  const unsupported: UnsupportedClaim[] = [];
  for (const claim of claims) {
    const checked = await checkClaim(claim, context);
    if ('why' in checked) unsupported.push(checked);
    else supported.push(checked);
  }
  return { supported, unsupported, commit: context.commit };
}

async function checkClaim(claim: Claim, context: ClaimContext): Promise<SupportedClaim | UnsupportedClaim> {
  const { quote, symbol, test } = claim;
  if (quote === undefined && symbol === undefined && test === undefined)
    return { claim, why: 'It names no code, no definition and no test: nothing of it can be checked.' };
  let place: Place | undefined;
  // The cheap parts come first: a claim whose quote is not there runs nothing.
  for (const part of [checkQuote, checkSymbol]) {
    const checked = await part(claim, context);
    if (!checked.holds) return { claim, why: checked.why };
    place ??= checked.place;
  }
  const at = place === undefined ? {} : { place };
  if (test === undefined) {
    const there = quote === undefined ? `${symbol} is defined` : 'The code that it quotes is there';
    return { claim, why: `${there}, which shows nothing of what it says: no test was given.`, ...at };
  }
  const { outcome, evidence, weak } = await context.runTest(test, claim.file, place);
  if (outcome === 'holds' && weak === undefined) return { claim, basis: 'executed', ...place };
  if (weak !== undefined)
    return {
      claim,
      why: `Its test ${outcome === 'holds' ? 'passes' : 'does not pass'}, and decides nothing: ${weak}`,
      ...at,
    };
  const verb = outcome === 'fails' ? 'fails' : 'decides nothing';
  return { claim, why: `Its test ${verb}: ${evidence}`, ...at };
}

async function checkQuote({ quote, file, line }: Claim, { read }: ClaimContext): Promise<Part> {
  if (quote === undefined) return { holds: true };
  if (file === undefined) return { holds: false, why: 'It quotes code and does not say of which file.' };
  const text = await read(file);
  if (text === undefined) return { holds: false, why: `The commit has no text file ${file}.` };
  const lines = placesOf(quote, text);
  const [first] = lines;
  if (first === undefined) return { holds: false, why: `${file} does not have the code that it quotes.` };
  if (line === undefined || lines.includes(line)) return { holds: true, place: { path: file, line: line ?? first } };
  if (lines.length === 1) return { holds: true, place: { path: file, line: first } };
  return {
    holds: false,
    why: `The code that it quotes is not at ${file}:${line}, but at the lines ${lines.join(', ')}.`,
  };
}

async function checkSymbol({ symbol, file }: Claim, { definitions }: ClaimContext): Promise<Part> {
  if (symbol === undefined) return { holds: true };
  const found = await definitions(symbol, file);
  if ('unknown' in found) return { holds: false, why: found.unknown };
  const [place] = found;
  if (place !== undefined) return { holds: true, place };
  return { holds: false, why: `${file ?? 'The workspace'} defines no ${symbol}.` };
}

/** 1-based lines where the lines of `quote` stand in `text`, indentation and blanks at the ends of lines aside. */
function placesOf(quote: string, text: string): readonly number[] {
  const wanted = quote
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const lines = text.split('\n').map((line) => line.trim());
  const [only = ''] = wanted;
  if (only === '') return [];
  const fits = (at: number) =>
    wanted.length === 1
      ? (lines[at] ?? '').includes(only)
      : wanted.every((line, offset) => lines[at + offset] === line);
  return lines.flatMap((_, at) => (fits(at) ? [at + 1] : []));
}
