/** Before any test: the front Worker does not start without the folder of its pages. */
import { buildPages } from '../scripts/lib/pages.ts';
import { REPRODUCE } from './generated.ts';

export async function setup(): Promise<void> {
  console.log(REPRODUCE);
  await buildPages(() => undefined);
}
