/** Reviews that pushes ask for: `git push -o review`, or `-o review=<base>`. */

/** The header by which the front names a push, so that it can ask afterwards what was wanted with it. */
export const PUSH_HEADER = 'lemma-push';

/** A review that is wanted. */
export interface PushReview {
  readonly branch: string;
  readonly head: string;
  /** A revision: where the branch was before the push, unless the option says otherwise; absent for a new branch without one. */
  readonly base?: string;
}

/** A branch or tag that a push moved. */
interface Move {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

/** Reviews that are kept until they are asked for; a front that ends in between leaves them. */
const MOST_KEPT = 100;
const BRANCH = 'refs/heads/';

/** What pushes of one workspace ask for. */
export class PushReviews {
  readonly #asked = new Map<string, PushReview>();

  /** Remembers what a push asks for by its options; returns notes for its client. */
  accepted(moves: readonly Move[], options: readonly string[], id: string | undefined): readonly string[] {
    const notes = options
      .filter((option) => !/^review(?:=|$)/.test(option))
      .map((option) => `the option ${JSON.stringify(option.slice(0, 100))} is not known: review and review=<base> are`);
    const wanted = options.find((option) => /^review(?:=|$)/.test(option));
    if (wanted === undefined || id === undefined) return notes;
    const branches = moves.flatMap(({ name, from, to }) =>
      to !== undefined && name.startsWith(BRANCH) ? [{ name: name.slice(BRANCH.length), from, to }] : [],
    );
    const [first, ...others] = branches;
    if (first === undefined) return [...notes, 'there is no branch in this push to review'];
    const base = wanted.slice('review='.length) || first.from;
    this.#asked.set(id, { branch: first.name, head: first.to, ...(base !== undefined && { base }) });
    for (const old of [...this.#asked.keys()].slice(0, -MOST_KEPT)) this.#asked.delete(old);
    return others.length === 0 ? notes : [...notes, `of ${branches.length} branches only ${first.name} is reviewed`];
  }

  /** What the push of that id asked for; it is forgotten then. */
  take(id: string): PushReview | undefined {
    const review = this.#asked.get(id);
    this.#asked.delete(id);
    return review;
  }
}
