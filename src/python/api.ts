/** What other engines may use of this one. */
export { runTestsIn, type SandboxRun } from './sandbox.ts';
