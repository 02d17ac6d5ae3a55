/** What other engines may use of this one. */
export { pathFault } from './paths.ts';
