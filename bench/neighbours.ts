/** `npm run bench -- neighbours [groups]`: how long another user waits while a hostile cell runs, for each of them. */
import { loadavg } from 'node:os';
import { HOSTILE, LIMIT_SECONDS, type Observation, Rig } from '../test/attack/neighbours/rig.ts';

/** Computes nothing: what is waited beside it, the machine and the rig take by themselves. */
const IDLE = `import time\ntime.sleep(${LIMIT_SECONDS - 0.5})`;

/**
 * Prints a line for each hostile cell of the `groups`, all unless some are named, and a summary of each group. What the server
 * computed in a wait tells a cell's fault from that of a busy machine.
 */
export async function measureNeighbours(groups: readonly string[]): Promise<void> {
  const rig = new Rig();
  await rig.open();
  try {
    for (const [group, cells] of Object.entries(HOSTILE)) {
      if (groups.length > 0 && !groups.includes(group)) continue;
      const idle = await rig.observe(IDLE);
      console.log(
        `\n${group}: beside an idle cell, waits of ${idle.longestWaitMs.toFixed(0)} ms, of ${idle.busiestWaitMs.toFixed(0)} ms computed; load ${loadavg()[0]?.toFixed(1)}`,
      );
      console.log("neighbour's longest wait, most that the server computed in one, cell's time in ms; turns, ending");
      const seen: Observation[] = [];
      for (const code of cells) {
        const observation = await rig.observe(code);
        seen.push(observation);
        const { longestWaitMs, busiestWaitMs, cellMs, turns, status, kept } = observation;
        const figures = [longestWaitMs, busiestWaitMs, cellMs, turns]
          .map((figure) => figure.toFixed(0).padStart(7))
          .join('');
        const ending = `${status}${kept ? '' : ', variables LOST'}`;
        console.log(`${figures}  ${ending.padEnd(24)}${JSON.stringify(code).slice(0, 110)}`);
      }
      const most = (figure: (one: Observation) => number) => Math.max(...seen.map(figure)).toFixed(0);
      const lost = seen.filter(({ kept }) => !kept).length;
      console.log(
        `${group}: ${seen.length} cells; longest wait ${most(({ longestWaitMs }) => longestWaitMs)}, most computed in one ${most(({ busiestWaitMs }) => busiestWaitMs)}, longest cell ${most(({ cellMs }) => cellMs)}, variables lost by ${lost}`,
      );
    }
  } finally {
    await rig.close();
  }
}
