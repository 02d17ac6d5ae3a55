/** What other engines may use of this one. */
export { inSandbox, runTestsIn, type SandboxRun } from './sandbox.ts';
