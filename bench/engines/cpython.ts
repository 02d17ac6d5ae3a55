/** A process that boots the Python kernel and runs one cell. */
import { loadArtifacts } from '../../scripts/lib/node-kernel.ts';
import { Kernel } from '../../wasm/python/kernel/kernel.ts';

const kernel = await Kernel.boot(await loadArtifacts());
await kernel.run({ code: '6 * 7', timeoutSeconds: 10 });
