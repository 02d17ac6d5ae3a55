/** The refusal of a state; its name tells it from bad luck where it has crossed an isolate's boundary. */

/** What a state of another build, or a damaged one, is refused with. */
export class UnfitState extends Error {
  override readonly name = 'UnfitState';
}
