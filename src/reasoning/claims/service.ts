/** What somebody says of code, checked before anybody else sees it. */
import { z } from 'zod';
import type { OnProgress } from '../../lib/work.ts';
import type { Place, ReasoningScope } from '../service.ts';

/** Most claims of one answer. */
export const MOST_CLAIMS = 20;

/** Part of the answer that a model is asked for. A claim without quote, symbol and test cannot be checked. */
export const claimSchema = z.strictObject({
  statement: z.string().min(1).max(2000),
  file: z.string().min(1).max(3000).optional(),
  line: z.int().min(1).optional().describe('1-based, where the quote begins.'),
  quote: z.string().min(1).max(2000).optional().describe('Code that stands there, to the letter.'),
  symbol: z.string().min(1).max(300).optional().describe('A function, class or method that there is.'),
  test: z.string().min(1).max(10_000).optional().describe('A pytest module that passes if the statement is true.'),
});

/** A claim as it was made. */
export type Claim = z.output<typeof claimSchema>;

/** A claim whose test passed, and fails on a mutant of the code; what it quotes and names is there. */
export interface SupportedClaim {
  readonly claim: Claim;
  readonly basis: 'executed';
  readonly path?: string;
  readonly line?: number;
}

/** A claim that did not hold, or that nothing shows, though the code that it quotes may be there. */
export interface UnsupportedClaim {
  readonly claim: Claim;
  readonly why: string;
  /** Where the code is that it quotes or names. */
  readonly place?: Place;
}

/** The claims of one answer, each in one of the lists, in their order. */
export interface CheckedClaims {
  readonly supported: readonly SupportedClaim[];
  readonly unsupported: readonly UnsupportedClaim[];
  /** The commit at which they were checked. */
  readonly commit: string;
}

/** Claims about a workspace. */
export interface ClaimsRequest {
  readonly scope: ReasoningScope;
  /** At most {@link MOST_CLAIMS}. */
  readonly claims: readonly Claim[];
}

/** The part of the engine that checks claims. */
export interface ClaimsApi {
  /**
   * Reads what claims quote, finds what they name, and runs their tests in an empty sandbox.
   * Throws `Cancelled`, and `ToolFailure` where the workspace has no such ref.
   */
  checkClaims(request: ClaimsRequest, onProgress: OnProgress): Promise<CheckedClaims>;
}
