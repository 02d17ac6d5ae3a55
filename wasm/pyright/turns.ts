/** Turns of requests that share an isolate, without promises that they share: one would never settle once its own request is given up. */

/** Milliseconds between two looks at whether it is one's turn. */
const LOOK_MS = 50;
/** Looks without a sign of life after which whoever has the turn counts as given up. */
const PATIENCE = 40;

interface Holder {
  /** Grows while its request lives. */
  beats: number;
}

let holder: Holder | undefined;

/** Runs `work` when no other work runs. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Nothing is awaited between the last look and the taking.
  for (let looks = 0; holder !== undefined && looks < PATIENCE; ) {
    const [seen, beats] = [holder, holder.beats];
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    looks = seen === holder && beats === holder.beats ? looks + 1 : 0;
  }
  const own: Holder = { beats: 0 };
  holder = own;
  const heart = setInterval(() => own.beats++, LOOK_MS / 2);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    if (holder === own) holder = undefined;
  }
}
