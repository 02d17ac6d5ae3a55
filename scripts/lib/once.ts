/** A function that computes its answer at the first call, and gives the same one to every other: the start of an engine, for one. */
export function once<Answer>(make: () => Answer): () => Answer {
  let made: { readonly answer: Answer } | undefined;
  return () => {
    made ??= { answer: make() };
    return made.answer;
  };
}
