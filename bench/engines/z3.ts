/** A process that starts Z3 and asks its version. */
import { loadZ3 } from '../../scripts/lib/node-engine.ts';

(await loadZ3()).version();
