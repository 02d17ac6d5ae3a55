/** The parameter that names a workspace. */
import { z } from 'zod';

/** Which workspace; the same for every tool. */
export const workspaceName = z.string().default('default').describe('Name of the workspace.');
