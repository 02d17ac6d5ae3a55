/** Entry of the front Worker. */
import { createApp } from './app.ts';
import { CAPABILITIES } from './mcp/server.ts';

export { Accounts } from '../durable-objects/accounts/accounts.ts';
export { Renewals } from '../durable-objects/renewals/renewals.ts';
export { UserSpace } from '../durable-objects/user-space/user-space.ts';

export default createApp(CAPABILITIES);
