/** Before any test: the front Worker does not start without the folder of its pages. */
import { buildPages } from '../scripts/lib/pages.ts';

export async function setup(): Promise<void> {
  await buildPages(() => undefined);
}
