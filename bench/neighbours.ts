/** `npm run bench -- neighbours [groups]`: how long another user waits while a hostile cell runs, for each of them. */
import { HOSTILE, type Observation, Rig } from '../test/attack/neighbours/rig.ts';

/** Prints a line for each hostile cell of the `groups`, all unless some are named, and a summary of each group. */
export async function measureNeighbours(groups: readonly string[]): Promise<void> {
  const rig = new Rig();
  await rig.open();
  try {
    for (const [group, cells] of Object.entries(HOSTILE)) {
      if (groups.length > 0 && !groups.includes(group)) continue;
      console.log(`\n${group}: neighbour's longest wait and cell's time in ms, turns of the neighbour, ending`);
      const seen: Observation[] = [];
      for (const code of cells) {
        const observation = await rig.observe(code);
        seen.push(observation);
        const { longestWaitMs, cellMs, turns, status, kept } = observation;
        const figures = [longestWaitMs, cellMs, turns].map((figure) => figure.toFixed(0).padStart(7)).join('');
        const ending = `${status}${kept ? '' : ', variables LOST'}`;
        console.log(`${figures}  ${ending.padEnd(24)}${JSON.stringify(code).slice(0, 110)}`);
      }
      const most = (figure: (one: Observation) => number) => Math.max(...seen.map(figure)).toFixed(0);
      const lost = seen.filter(({ kept }) => !kept).length;
      console.log(
        `${group}: ${seen.length} cells; longest wait ${most(({ longestWaitMs }) => longestWaitMs)}, longest cell ${most(({ cellMs }) => cellMs)}, variables lost by ${lost}`,
      );
    }
  } finally {
    await rig.close();
  }
}
