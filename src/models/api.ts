/** What other engines may use of this one. */
export type { Ending, ModelRequest, Price, Usage } from './model.ts';
