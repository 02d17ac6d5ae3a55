/** How the machine leaves a path that has no future, because its states were all handed to somebody. */

/** Thrown by the machine and caught by its `attempt`, inside of which alone there is a path. Nobody else throws or catches it. */
export class Dead extends Error {
  override readonly name = 'Dead';
}
