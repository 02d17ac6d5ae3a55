/** What other engines may use of this one. */
export { runTestsIn } from './sandbox.ts';
