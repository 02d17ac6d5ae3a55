/** What pushes ask for besides: a review by `git push -o review`, and steps of plans that are to be completed. */

/** The header by which the front names a push, so that it can ask afterwards what was wanted with it. */
export const PUSH_HEADER = 'lemma-push';

/** A review that is wanted. */
export interface PushReview {
  readonly branch: string;
  readonly head: string;
  /** A revision: where the branch was before the push, unless the option says otherwise; absent for a new branch without one. */
  readonly base?: string;
}

/** A step that a commit or an option of a push says is done. */
export interface PushedStep {
  readonly plan: string;
  readonly step: number;
  /** The tip of the branch that it came with: checks run there. */
  readonly commit: string;
  /** What the agent calls itself that has done it. */
  readonly agent?: string;
}

/** What one push asks for. */
export interface PushRequest {
  readonly review?: PushReview;
  readonly steps: readonly PushedStep[];
}

/** A branch or tag that a push moved. */
export interface Move {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

/** Pushes that are kept until they are asked for; a front that ends in between leaves them. */
const MOST_KEPT = 100;
/** Steps of one push. */
export const MOST_STEPS = 20;
const BRANCH = 'refs/heads/';
/** As long as the tools of plans take it. */
const AGENT_OPTION = /^agent=\s*\S.{0,99}$/;
const STEP = /^([\w-]{1,100})#(\d{1,7})$/;

/** What pushes of one workspace ask for. */
export class PushRequests {
  readonly #asked = new Map<string, PushRequest>();

  /**
   * Remembers what a push asks for by its options and by the messages of its commits, given by branch; returns notes for its client.
   */
  accepted(
    moves: readonly Move[],
    options: readonly string[],
    messagesOf: (move: Move) => Iterable<string>,
    id: string | undefined,
  ): readonly string[] {
    if (id === undefined) return [];
    const branches = moves.flatMap((move) =>
      move.to !== undefined && move.name.startsWith(BRANCH)
        ? [{ move, name: move.name.slice(BRANCH.length), from: move.from, to: move.to }]
        : [],
    );
    const notes = options.flatMap(unknownOption);
    const wanted = options.find((option) => /^review(?:=|$)/.test(option));
    const [first, ...others] = branches;
    const own = options
      .findLast((option) => AGENT_OPTION.test(option))
      ?.slice('agent='.length)
      .trim();
    const named = options.filter((option) => option.startsWith('plan=')).map((option) => option.slice('plan='.length));
    const steps = new Map<string, PushedStep>();
    const add = (text: string, commit: string, agent = own) => {
      const [, plan, number] = STEP.exec(text) ?? [];
      if (plan !== undefined)
        steps.set(text, { plan, step: Number(number), commit, ...(agent !== undefined && { agent }) });
    };
    for (const { move, to } of branches)
      for (const message of messagesOf(move)) {
        const [agent] = agents(message).slice(-1);
        for (const text of trailers(message)) add(text, to, agent);
      }
    if (first !== undefined) for (const text of named) add(text, first.to);
    const review = wanted !== undefined && first !== undefined ? { review: reviewOf(first, wanted) } : {};
    if (steps.size > 0 || 'review' in review)
      this.#asked.set(id, { ...review, steps: [...steps.values()].slice(0, MOST_STEPS) });
    for (const old of [...this.#asked.keys()].slice(0, -MOST_KEPT)) this.#asked.delete(old);
    if (steps.size > MOST_STEPS) notes.push(`of ${steps.size} steps only the first ${MOST_STEPS} are looked at`);
    if ((wanted !== undefined || named.length > 0) && first === undefined)
      return [...notes, 'there is no branch in this push'];
    return wanted === undefined || first === undefined || others.length === 0
      ? notes
      : [...notes, `of ${branches.length} branches only ${first.name} is reviewed`];
  }

  /** What the push of that id asked for; it is forgotten then. */
  take(id: string): PushRequest | undefined {
    const request = this.#asked.get(id);
    this.#asked.delete(id);
    return request;
  }
}

function reviewOf(
  { name, from, to }: { name: string; from: string | undefined; to: string },
  option: string,
): PushReview {
  const base = option.slice('review='.length) || from;
  return { branch: name, head: to, ...(base !== undefined && { base }) };
}

function unknownOption(option: string): readonly string[] {
  if (/^review(?:=|$)/.test(option) || AGENT_OPTION.test(option)) return [];
  const shown = JSON.stringify(option.slice(0, 100));
  if (!option.startsWith('plan='))
    return [`the option ${shown} is not known: review, review=<base>, plan=<plan>#<step> and agent=<name> are`];
  return STEP.test(option.slice('plan='.length)) ? [] : [`the option ${shown} names no step: plan=<plan>#<step>`];
}

/** The values of `Lemma-Agent` among a message's trailers. */
function agents(message: string): readonly string[] {
  return Array.from(message.matchAll(/^Lemma-Agent:[ \t]*(\S.{0,99}?)[ \t]*$/gim), ([, value = '']) => value);
}

/** The values of `Lemma-Step` among a message's trailers. */
function trailers(message: string): readonly string[] {
  return Array.from(message.matchAll(/^Lemma-Step:[ \t]*(\S+)[ \t]*$/gim), ([, value = '']) => value);
}
