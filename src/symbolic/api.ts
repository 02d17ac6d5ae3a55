/** What other engines may use of this one. */
export type {
  Claim,
  ClaimAnswer,
  FunctionChange,
  Outcome,
  ReadVersion,
  SymbolicApi,
  VersionComparison,
  VersionDifference,
  Work,
} from './service.ts';
