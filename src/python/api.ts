/** What other engines may use of this one. */

export type {
  CellRequest,
  CellResult,
  EvaluationRequest,
  EvaluationResult,
  Mount,
  PythonSessionApi,
} from './protocol.ts';
export { inSandbox, runTestsIn, type SandboxRun } from './sandbox.ts';
export type { CodeFailure, Reach, TestEnd, TestsOutcome } from './tests/outcome.ts';
export type { RecordedFunction, ReplayedCall } from './tests/recording.ts';
export type { RecordRequest } from './tests/request.ts';
