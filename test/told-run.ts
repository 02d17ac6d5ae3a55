/** What a runner of tests tells, for tests of who reads it. */

type ToldEvent = readonly [string, ...unknown[]];

const CANARIES: readonly ToldEvent[] = [
  ['canary', 'fails'],
  ['end', 'failed', null],
  ['canary', 'passes'],
  ['end', 'passed', null],
];

/** The lines of a run of these events; `done` comes with what an honest runner has in it, after the tests of known outcome. */
export function toldRun(events: readonly ToldEvent[], key = 'k'): string {
  const ended = events.filter(([name]) => name === 'end').length + 2;
  const all = events.flatMap((event) => {
    if (event[0] !== 'done') return [event];
    return [...CANARIES, ['done', { slowest: [], notes: [], obstacles: [], forged: [], ended, ...Object(event[1]) }]];
  });
  return [JSON.stringify(['key', key]), ...all.map((event) => `${key} ${JSON.stringify(event)}`), ''].join('\n');
}
